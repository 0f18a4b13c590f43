"""How deep terms may nest in the reference: rules such as `(<= (p (f ?x)) (p ?x))` have no end.

Terms that grow from state to state are refused when they are read; terms that grow within a state, before: clauses
that feed on their own heads and wrap what they take are guarded, so that clingo comes to an end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import clingo

from woodstock.engines.reference.clauses import Clause
from woodstock.errors import WoodStockError
from woodstock.gdl.components import components
from woodstock.gdl.formulas import Distinct
from woodstock.gdl.sexpr import DEEPEST
from woodstock.gdl.terms import Function, Term, arguments, signature
from woodstock.gdl.walk import variables

MOST_GROWN = 200_000
"""Atoms that guarded clauses may yield in one state; terms that branch need no depth to be too many."""

GUARD = "shallow"


class EndlessTerms(WoodStockError):
    """Terms grow beyond what any engine follows."""

    def __init__(self, term: object) -> None:
        shown = str(term)
        shown = shown if len(shown) <= 60 else f"{shown[:60]}…"
        super().__init__(
            f"the rules build terms without end, nested more than {DEEPEST} deep or more than {MOST_GROWN:,} in a "
            f"state: {shown}; bound them, by a step counter for instance"
        )


class Depths:
    """Depths of clingo's terms, and clingo's way to ask whether to go on with one."""

    def __init__(self) -> None:
        self._known: dict[clingo.Symbol, int] = {}
        self._grown = 0

    def depth(self, value: clingo.Symbol) -> int:
        """The nesting of a term, 1 for a name. Counted with a stack: it may be thousands deep."""
        known = self._known
        waiting = [value]
        while waiting:
            term = waiting[-1]
            unknown = [] if term in known else [each for each in term.arguments if each not in known]
            if unknown:
                waiting += unknown
            else:
                known.setdefault(waiting.pop(), 1 + max((known[each] for each in term.arguments), default=0))
        return known[value]

    def shallow(self, value: clingo.Symbol) -> clingo.Symbol:
        """Called by clingo for every term that a guarded clause would yield; what it raises stops clingo."""
        self._grown += 1
        if self._grown > MOST_GROWN or self.depth(value) > DEEPEST:
            raise EndlessTerms(value)
        return clingo.Number(1)

    def begin(self) -> None:
        """Another state: its terms are counted anew."""
        self._grown = 0


def growing(clauses: Iterable[Clause]) -> Iterator[tuple[Clause, Term]]:
    """Clauses on a cycle whose heads wrap variables in a term, with each such term."""
    wrapping = [(clause, wrapped) for clause in clauses if clause.body for wrapped in wrapped_in(clause)]
    if not wrapping:
        return
    graph: dict[tuple[str, int], list[tuple[str, int]]] = {}
    for clause in clauses:
        below = (each.formula for each in clause.body if not isinstance(each.formula, Distinct))
        graph.setdefault(signature(clause.head), []).extend(map(signature, below))
    number = {relation: index for index, group in enumerate(components(graph)) for relation in group}
    for clause, wrapped in wrapping:
        own = number[signature(clause.head)]
        below = (each.formula for each in clause.body if not isinstance(each.formula, Distinct))
        if any(number.get(signature(formula)) == own for formula in below):
            yield clause, wrapped


def wrapped_in(clause: Clause) -> Iterator[Term]:
    for term in arguments(clause.head):
        if isinstance(term, Function) and any(True for _ in variables(term)):
            yield term
