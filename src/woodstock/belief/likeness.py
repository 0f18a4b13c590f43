"""How much a move looks like what was seen: what is dealt as `(deal duke 1 4 0)` is seen as `(hand 1 4 0)`.

Where there is no time to try every hidden move, those that look like the percepts are tried first.

>>> from woodstock.gdl import parse_term
>>> seen = Likeness([parse_term("(hand 1 4 0)")])
>>> [seen.of(parse_term(move)) for move in ("(deal duke 1 4 0)", "(deal duke 4 0 1)", "noop")]
[5, 4, 0]
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from woodstock.gdl.terms import Function, Symbol, Term, Variable

Mark = str | tuple[str, str]


MOST_COMPARED = 24_000
"""Terms compared in all, which takes up to a tenth of a second."""


class Likeness:
    """Counts the words, and pairs of words in sequence, that a term shares with some others."""

    def __init__(self, seen: Iterable[Term]) -> None:
        self._marks = {mark for term in seen for mark in marks(term)}
        self._ranked: list[tuple[Sequence[Term], list[list[int]]]] = []
        self._left = MOST_COMPARED

    def __bool__(self) -> bool:
        return bool(self._marks)

    def of(self, term: Term) -> int:
        found = words(term)
        return len(self._marks.intersection(found)) + len(self._marks.intersection(pairwise(found)))

    def first(self, terms: Sequence[Term], count: int, source: random.Random) -> list[int]:
        """The places of the terms most alike, in random order where they are equally so; or random ones, should
        there be no time left to compare more."""
        chosen: list[int] = []
        for places in self._ranks(terms):
            chosen += source.sample(places, min(len(places), count - len(chosen)))
            if len(chosen) == count:
                break
        return chosen

    def _ranks(self, terms: Sequence[Term]) -> list[list[int]]:
        """The places of equally alike terms, the most alike first."""
        for known, ranks in self._ranked:
            if known == terms:
                return ranks
        if not self._marks or len(terms) > self._left:
            return [list(range(len(terms)))]
        self._left -= len(terms)
        by_count = defaultdict[int, list[int]](list)
        for place, term in enumerate(terms):
            by_count[self.of(term)].append(place)
        ranks = [by_count[number] for number in sorted(by_count, reverse=True)]
        self._ranked.append((terms, ranks))
        return ranks


def marks(term: Term) -> Iterator[Mark]:
    found = words(term)
    yield from found
    yield from pairwise(found)


def words(term: Term) -> list[str]:
    """The names in a term, from left to right."""
    match term:
        case Function(name=name, args=args):
            return [name, *(word for each in args for word in words(each))]
        case Symbol(name=name):
            return [name]
        case Variable():
            return []
