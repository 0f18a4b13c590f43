"""How much a move looks like what was seen: what is dealt as `(deal duke 1 4 0)` is seen as `(hand 1 4 0)`.

Where there is no time to try every hidden move, those that look like the percepts are tried first.

>>> from woodstock.gdl import parse_term
>>> seen = Likeness([parse_term("(hand 1 4 0)")])
>>> [seen.of(parse_term(move)) for move in ("(deal duke 1 4 0)", "(deal duke 4 0 1)", "noop")]
[5, 4, 0]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from woodstock.gdl.terms import Function, Symbol, Term

Mark = str | tuple[str, str]


class Likeness:
    """Counts the words, and pairs of words in sequence, that a term shares with some others."""

    def __init__(self, seen: Iterable[Term]) -> None:
        self._marks = {mark for term in seen for mark in marks(term)}

    def __bool__(self) -> bool:
        return bool(self._marks)

    def of(self, term: Term) -> int:
        return sum(mark in self._marks for mark in set(marks(term)))


def marks(term: Term) -> Iterator[Mark]:
    found = list(words(term))
    yield from found
    yield from pairwise(found)


def words(term: Term) -> Iterator[str]:
    """The names in a term, from left to right."""
    match term:
        case Function(name=name, args=args):
            yield name
            for each in args:
                yield from words(each)
        case Symbol(name=name):
            yield name
