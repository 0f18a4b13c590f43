"""Which joint moves explain what a role saw: clingo chooses the moves, the percepts are constraints.

Where moves are hidden, a player follows a match by the moves that agree with its percepts. Of many moves that may have
been made few agree, so they are not tried one by one but solved for: each role makes one of the moves it may have
made, and the role in question sees just what it saw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import clingo

from woodstock.engines.reference.asp import Writer
from woodstock.engines.reference.demand import Demand, free_call
from woodstock.engines.reference.query import Query, ground
from woodstock.gdl.terms import Term

SEES = ("sees", 2)
CHOICE, ASKING, SEEN = "may do", "asking role", "own percept"
"""Names made up here contain a blank, which no name that was read does."""


class Explanations:
    """Joint moves by role, in random order that a seed decides."""

    def __init__(self, demand: Demand, writer: Writer, *, directed: bool) -> None:
        query = Query(demand, [free_call(SEES)], writer, directed=directed)
        names = (query.names[SEES], "does", CHOICE, ASKING, SEEN)
        sees, does, choice, asking, seen = map(writer.relations.identifier, names)
        missing, extra = (
            f"{asking}(R), {seen}(X), not {sees}(R,X)",
            f"{asking}(R), {sees}(R,X), not {seen}(X)",
        )
        moves = f"1 {{ {does}(R,M) : {choice}(R,M) }} 1 :- {choice}(R,_).\n#show {does}/2."
        self._writer = writer
        self._agreeing = f"{query.text}\n{moves}\n:- {missing}.\n:- {extra}."
        self._nearest = f"{query.text}\n{moves}\n#minimize {{ 1,X : {missing}; 1,X : {extra} }}."

    def agreeing(
        self, facts: Iterable[clingo.Symbol], role: Term, percepts: Sequence[Term], *, most: int, seed: int
    ) -> list[dict[Term, Term]]:
        """Joint moves after which the role sees just the percepts."""
        return self._solved(self._agreeing, [*facts, *self._question(role, percepts)], most, seed)

    def nearest(
        self, facts: Iterable[clingo.Symbol], role: Term, percepts: Sequence[Term], *, seed: int
    ) -> dict[Term, Term] | None:
        """The joint move that comes nearest to the percepts: the fewest of them missing or seen besides."""
        better = self._solved(self._nearest, [*facts, *self._question(role, percepts)], 0, seed)
        return better[-1] if better else None

    def _question(self, role: Term, percepts: Iterable[Term]) -> Iterator[clingo.Symbol]:
        yield self._writer.fact(ASKING, role)
        for percept in percepts:
            yield self._writer.fact(SEEN, percept)

    def _solved(self, text: str, facts: list[clingo.Symbol], most: int, seed: int) -> list[dict[Term, Term]]:
        # Moves chosen at random come true, which decides all others of their role: so any answer may come first.
        options = (f"--models={most}", f"--seed={seed}", "--rand-freq=1", "--sign-def=pos")
        control = ground(text, facts, self._writer.depths, *options)
        with control.solve(yield_=True) as handle:
            models = [model.symbols(shown=True) for model in handle]
        readings = (map(self._writer.reading, model) for model in models)
        return [{made.terms[0]: made.terms[1] for made in model} for model in readings]
