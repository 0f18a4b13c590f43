"""Games made of two boards of another: both are played at every step, and the first that ends decides.

    python -m tests.factoring.side_by_side connect_four > two_connect_fours.kif

The game has two roles that take turns. On the second board they have changed places, so that each step has each of them
move on one board. Where both boards end at once, goals are the mean.
"""

import sys
from collections.abc import Callable

from woodstock.games.library import load
from woodstock.gdl import Rulesheet
from woodstock.gdl.formulas import And, Distinct, Formula, Not, Or, Rule
from woodstock.gdl.terms import Function, Symbol, Term

_KEPT = ("role", "distinct")
_DROPPED = ("role", "base", "input")

_ENDINGS = """
(<= terminal terminal_1)
(<= terminal terminal_2)
(<= (goal ?role ?value) terminal_1 (not terminal_2) (goal_1 ?role ?value))
(<= (goal ?role ?value) terminal_2 (not terminal_1) (goal_2 ?role ?value))
(<= (goal ?role ?value) terminal_1 terminal_2 (goal_1 ?role ?one) (goal_2 ?role ?other) (mean ?one ?other ?value))
"""


def side_by_side(rulesheet: Rulesheet, roles: tuple[str, str], waiting: str = "noop") -> str:
    """The text of the game; `waiting` is what a role does that is not to move."""
    lines = [f"(role {role})" for role in roles]
    for board in (1, 2):
        swap = dict(zip(roles, reversed(roles))) if board == 2 else {}
        for rule in rulesheet.rules:
            written = _rule(rule, board, swap, waiting)
            if written is not None:
                lines.append(written)
    values = sorted({value for rule in rulesheet.rules for value in _goal(rule)})
    lines += [f"(mean {a} {b} {(a + b) // 2})" for a in values for b in values]
    return "\n".join(lines) + _ENDINGS


def _goal(rule: Rule) -> list[int]:
    head = rule.head
    if isinstance(head, Function) and head.name == "goal":
        return [int(head.args[1].name)] if isinstance(head.args[1], Symbol) else []
    return []


def _rule(rule: Rule, board: int, swap: dict[str, str], waiting: str) -> str | None:
    head = rule.head
    if head.name in _DROPPED:
        return None
    if isinstance(head, Function) and head.name == "legal" and head.args[1] == Symbol(waiting):
        return None

    def term(each: Term) -> Term:
        if isinstance(each, Symbol):
            return Symbol(swap.get(each.name, each.name))
        return Function(each.name, tuple(map(term, each.args))) if isinstance(each, Function) else each

    def on(each: Term) -> Term:
        return Function("on", (Symbol(str(board)), term(each)))

    return str(
        Rule(_formula(head, board, term, on), tuple(_formula(each, board, term, on) for each in rule.body))
    )  # type: ignore[arg-type]


def _formula(each: Formula, board: int, term: Callable[[Term], Term], on: Callable[[Term], Term]) -> Formula:
    match each:
        case Not(formula=inner):
            return Not(_formula(inner, board, term, on))
        case And(formulas=inner):
            return And(tuple(_formula(one, board, term, on) for one in inner))
        case Or(formulas=inner):
            return Or(tuple(_formula(one, board, term, on) for one in inner))
        case Distinct(left=left, right=right):
            return Distinct(term(left), term(right))
        case Function(name="init" | "true" | "next" as name, args=(fluent,)):
            return Function(name, (on(fluent),))
        case Function(name="legal" | "does" as name, args=(role, move)):
            return Function(name, (term(role), on(move)))
        case Function(name=name, args=args) if name in _KEPT:
            return Function(name, tuple(map(term, args)))
        case Function(name=name, args=args):
            return Function(f"{name}_{board}", tuple(map(term, args)))
        case Symbol(name=name):
            return Symbol(f"{name}_{board}")
    raise TypeError(each)


def main() -> None:
    game = load(sys.argv[1])
    first, second = (role.name for role in game.roles)
    print(side_by_side(game.rulesheet, (first, second)))


if __name__ == "__main__":
    main()
