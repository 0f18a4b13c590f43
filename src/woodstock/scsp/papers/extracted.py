"""The papers' own translation carried through (2014 §4): a one-stage network from function elimination and domain
extraction alone, for small games.

Rules are instantiated over the extracted domains (static relations give their rows, `distinct` cuts), every atom becomes
a Boolean, every role's action a variable over its extracted moves, and each atom is completed: it holds if and only if
one of its rules' bodies does. No grounder takes part, so the network is larger than that of `encode`, with values that
no play reaches; both describe the same graph of states, which is a test.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from woodstock.gdl import Rulesheet
from woodstock.scsp.game.stage_names import FALSE, NOW, THEN, TRUE
from woodstock.scsp.model.cells import STAR, Row, Value
from woodstock.scsp.model.constraint import Constraint, NetworkError, Variable
from woodstock.scsp.model.network import Network, Stage
from woodstock.scsp.model.packed import cell_of
from woodstock.scsp.model.probability import UniformTable
from woodstock.scsp.papers.rule_instances import Parts, RuleInstances

SKIPPED = frozenset({"base", "input", "sees", "init"})


def extracted_network(rulesheet: Rulesheet, name: str = "game") -> Network:
    """The µSCSP of a game by 2014's translation. Raises NetworkError where the game is too large or outside the papers'
    fragment: rules over whole terms, nested functions, recursion."""
    return _Translation(rulesheet).network(name)


def initial_fluents(rulesheet: Rulesheet) -> frozenset[str]:
    """The fluents that hold at first, as the network names them."""
    return _Translation(rulesheet).initial()


@dataclass
class _Translation:
    rulesheet: Rulesheet
    variables: dict[str, Variable] = field(default_factory=dict)
    constraints: list[Constraint] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._rules = RuleInstances(self.rulesheet)
        self._domains, self._roles = self._rules.domains, self._rules.roles
        self._bodies: dict[str, list[dict[str, frozenset[Value]]]] = {}
        self._goal_of: dict[str, tuple[str, str]] = {}  # variable -> role, goal

    def initial(self) -> frozenset[str]:
        rules = [rule for rule in self.rulesheet.rules if rule.head.name == "init"]
        found = [head for rule in rules for head, body in self._rules.of(rule) if not body]
        return frozenset(fluent for _, fluent in found)

    # ── the network ───────────────────────────────────────────────────────────────────────────────────────────

    def network(self, name: str) -> Network:
        for role in self._roles:
            moves = tuple(_joined(move) for move in self._domains[f"action({role})"])
            self._declare(f"action({role}){NOW}", moves, stochastic=role == "random")
        self._declare(f"terminal{NOW}", (FALSE, TRUE))
        for fluent, values in self._fluents():
            for value in values:
                self._declare(_joined((fluent, *value)) + NOW, (FALSE, TRUE))
                self._declare(_joined((fluent, *value)) + THEN, (FALSE, TRUE))
        for rule in self.rulesheet.rules:
            if self._rules.is_static(rule.head) or rule.head.name in SKIPPED:
                continue
            for head, body in self._rules.of(rule):
                cells = self._cells(body)
                if cells is not None:
                    self._bodies.setdefault(self._variable_of(head), []).append(cells)
        self._refuse_recursion()
        self._complete()
        self._legality()
        return self._assemble(name)

    def _fluents(self) -> Iterator[tuple[str, tuple[tuple[str, ...], ...]]]:
        for name, values in self._domains.items():
            if name not in self._rules.static_names and name != "role" and not name.startswith("action("):
                yield name, values

    def _declare(self, name: str, domain: tuple[Value, ...], *, stochastic: bool = False) -> None:
        self.variables.setdefault(name, Variable(name, domain, stochastic))

    def _variable_of(self, atom: Parts) -> str:
        """The variable of an atom's instance; a new Boolean for those the rules define."""
        match atom:
            case ("next" | "true", fluent):
                name = fluent + (THEN if atom[0] == "next" else NOW)
                if name not in self.variables:
                    raise NetworkError(f"{_joined(atom)} is outside the extracted domains; use encode")
                return name
            case ("goal", role, goal):
                self._goal_of[_joined(atom) + NOW] = role, goal
        self._declare(_joined(atom) + NOW, (FALSE, TRUE))
        return _joined(atom) + NOW

    def _cells(self, body: list[tuple[Parts, bool]]) -> dict[str, frozenset[Value]] | None:
        """Per variable the values a body allows; None if it allows none."""
        cells: dict[str, frozenset[Value]] = {}
        for atom, sign in body:
            if atom[0] == "does":
                name, value = f"action({atom[1]}){NOW}", atom[2]
                if name not in self.variables:
                    return None
            else:
                name, value = self._variable_of(atom), TRUE
            domain = frozenset(self.variables[name].domain)
            held = domain & {value} if sign else domain - {value}
            cells[name] = cells.get(name, domain) & held
        return cells if all(cells.values()) else None

    def _refuse_recursion(self) -> None:
        done: set[str] = set()

        def visit(name: str, path: tuple[str, ...]) -> None:
            if name in path:
                raise NetworkError(f"{name} depends on itself; use encode")
            if name not in done:
                for body in self._bodies.get(name, ()):
                    for other in body:
                        visit(other, (*path, name))
                done.add(name)

        for name in list(self._bodies):
            visit(name, ())

    def _complete(self) -> None:
        """Every defined atom holds if and only if one of its bodies does."""
        defined = [n for n, v in self.variables.items() if not n.startswith("action(")]
        now = {_joined((f, *value)) + NOW for f, values in self._fluents() for value in values}
        for name in defined:
            if name in now:
                continue
            parts: list[tuple[str, frozenset[Value]]] = []
            for number, body in enumerate(self._bodies.get(name, ())):
                if len(body) == 1:
                    parts.append(next(iter(body.items())))
                    continue
                part = f"{name} by {number}"
                self._declare(part, (FALSE, TRUE))
                self._define(part, list(body.items()), every=True)
                parts.append((part, frozenset((TRUE,))))
            self._define(name, parts, every=False)

    def _define(self, name: str, parts: list[tuple[str, frozenset[Value]]], *, every: bool) -> None:
        """The variable is true if and only if every part (or some part) has one of its values."""
        by_variable: dict[str, frozenset[Value]] = {}
        for other, held in parts:
            known = by_variable.get(other)
            by_variable[other] = held if known is None else (known & held if every else known | held)
        scope = (name, *by_variable)
        domains = {other: self.variables[other].domain for other in by_variable}
        within = {o: cell_of(held, domains[o]) for o, held in by_variable.items()}
        outside = {o: frozenset(domains[o]) - held for o, held in by_variable.items()}
        rows: list[Row] = [
            (TRUE, *within.values())
            if every
            else (FALSE, *(cell_of(outside[o], domains[o]) for o in by_variable))
        ]
        for place, other in enumerate(by_variable):
            one = cell_of(outside[other], domains[other]) if every else within[other]
            row = [STAR] * len(by_variable)
            rows.append((FALSE if every else TRUE, *row[:place], one, *row[place + 1 :]))
        possible = [r for r, ok in zip(rows, self._possible(by_variable, outside, every)) if ok]
        self.constraints.append(Constraint(f"definition {name}", scope, tuple(possible)))

    @staticmethod
    def _possible(
        held: dict[str, frozenset[Value]], outside: dict[str, frozenset[Value]], every: bool
    ) -> Iterator[bool]:
        """Per row of a definition, whether its cells have values at all."""
        yield True if every else all(outside.values())
        yield from (bool(outside[o]) if every else bool(held[o]) for o in held)

    def _legality(self) -> None:
        for role in self._roles:
            action = self.variables[f"action({role}){NOW}"]
            for move in action.domain:
                legal = f"legal({role},{move}){NOW}"
                if legal not in self.variables:
                    self._declare(legal, (FALSE, TRUE))
                    self._define(legal, [], every=False)
                if role != "random" and len(action.domain) > 1:
                    others = cell_of(frozenset(action.domain) - {move}, action.domain)
                    rows = ((move, TRUE, FALSE), (others, STAR, FALSE), (STAR, STAR, TRUE))
                    scope = (action.name, legal, f"terminal{NOW}")
                    self.constraints.append(Constraint(f"{legal} in play", scope, rows))

    def _assemble(self, name: str) -> Network:
        players = [role for role in self._roles if role != "random"]
        late = {n for n in self.variables if n.endswith(THEN)}
        moving = {f"action({role}){NOW}" for role in self._roles} | late
        for constraint in self.constraints:  # what depends on a move is settled after it
            if constraint.name.startswith("definition ") and not moving.isdisjoint(constraint.scope[1:]):
                moving.add(constraint.scope[0])
        actions = [f"action({role}){NOW}" for role in players]
        chance = tuple(f"action({role}){NOW}" for role in self._roles if role == "random")
        early = [n for n in self.variables if n not in moving]
        rest = tuple(n for n in self.variables if n in moving and not n.startswith("action("))
        probabilities = [
            UniformTable(
                action, tuple((m, f"legal(random,{m}){NOW}", TRUE) for m in self.variables[action].domain)
            )
            for action in chance
        ]
        stages = (Stage((*early, *actions), chance), *((Stage(rest),) if rest else ()))
        return Network(
            tuple(self.variables.values()),
            stages,
            (*self.constraints, *self._goals(players)),
            tuple(probabilities),
            (Fraction(0),) * len(players),
            name=name,
        )

    def _goals(self, players: list[str]) -> list[Constraint]:
        found = []
        for variable, (role, goal) in self._goal_of.items():
            if role in players:
                gain = tuple(Fraction(int(goal), 100) if role == p else Fraction(0) for p in players)
                scope = (f"terminal{NOW}", variable)
                found.append(Constraint(f"utility {variable}", scope, ((TRUE, TRUE),), (gain,)))
        return found


def _joined(parts: tuple[str, ...]) -> str:
    return f"{parts[0]}({','.join(parts[1:])})" if len(parts) > 1 else parts[0]
