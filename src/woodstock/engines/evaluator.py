"""The evaluator behind `Game` and `State`: the rules as they are, evaluated natively one state at a time.

It needs no grounding, so it plays the games that are too large for that; and it shares nothing with grounding,
circuit and reference but the reading of the text, so it is a second opinion on all of them.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence

from woodstock import _core
from woodstock.engines.engine import Percepts
from woodstock.gdl import Rulesheet
from woodstock.gdl.numbers import goal_values
from woodstock.gdl.order import natural
from woodstock.gdl.roles import roles_in_order
from woodstock.gdl.terms import Function, Symbol, Term, Variable


class Evaluator:
    """One state at a time. A native evaluator serves one thread at a time, so each thread has its own."""

    name = "evaluator"

    def __init__(self, rulesheet: Rulesheet) -> None:
        self.program = _core.RuleProgram.compile("\n".join(map(str, rulesheet.rules)))
        self._own = threading.local()
        self._terms: dict[int, Term] = {}
        self._numbers: dict[Term, int] = {}
        self._order: dict[int, str] = {}
        self._roles = roles_in_order(map(self.term, self.program.roles), rulesheet)
        self.program.order_roles(list(map(self.number, self._roles)))
        self._sees = any(
            isinstance(rule.head, Function) and rule.head.name == "sees" for rule in rulesheet.rules
        )

    def __str__(self) -> str:
        return self.name

    @property
    def native(self) -> _core.RuleEvaluator:
        """The calling thread's evaluator."""
        found: _core.RuleEvaluator | None = getattr(self._own, "evaluator", None)
        if found is None:
            found = self._own.evaluator = _core.RuleEvaluator(self.program)
        return found

    @property
    def roles(self) -> tuple[str, ...]:
        return tuple(map(str, self._roles))

    def initial(self) -> _core.RulePosition:
        return self.native.initial()

    def position(self, fluents: Iterable[Term]) -> _core.RulePosition:
        return self.native.position(list(map(self.number, fluents)))

    def fluents(self, position: _core.RulePosition) -> frozenset[Term]:
        return frozenset(map(self.term, position.fluents))

    def hash(self, position: _core.RulePosition) -> int:
        return position.hash

    def terminal(self, position: _core.RulePosition) -> bool:
        return self.native.terminal(position)

    def goals(self, position: _core.RulePosition, role: int) -> tuple[int, ...]:
        return tuple(sorted(goal_values(map(self.term, self.native.goals(position, role)))))

    def legal(self, position: _core.RulePosition, role: int) -> tuple[Term, ...]:
        return self.ordered(self.native.legal(position, role))

    def play(
        self, position: _core.RulePosition, moves: Sequence[Term]
    ) -> tuple[_core.RulePosition, Percepts]:
        numbers = list(map(self.number, moves))
        after = self.native.play(position, numbers)
        if not self._sees:
            return after, ((),) * len(self._roles)
        return after, tuple(map(self.ordered, self.native.percepts(position, numbers)))

    def ordered(self, numbers: Iterable[int]) -> tuple[Term, ...]:
        """The terms in the order in which all engines have them."""
        return tuple(map(self.term, sorted(numbers, key=self._place)))

    def _place(self, number: int) -> str:
        found = self._order.get(number)
        if found is None:
            found = self._order[number] = natural(self.term(number))
        return found

    def term(self, number: int) -> Term:
        found = self._terms.get(number)
        if found is None:
            name, arguments = self.program.name(number), self.program.arguments(number)
            found = Function(name, tuple(map(self.term, arguments))) if arguments else Symbol(name)
            self._terms[number] = found
        return found

    def number(self, term: Term) -> int:
        found = self._numbers.get(term)
        if found is None:
            match term:
                case Function(name=name, args=args):
                    found = self.program.compound(name, list(map(self.number, args)))
                case Symbol(name=name):
                    found = self.program.symbol(name)
                case Variable():
                    raise ValueError(f"{term} is a variable where a ground term is needed")
            self._numbers[term] = found
        return found
