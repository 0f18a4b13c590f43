"""Scrambled games: every name and variable becomes another word, so that nothing can be read off them.

Keywords and integers stay. The same seed gives the same words.

>>> from woodstock.gdl import parse_kif
>>> sheet = parse_kif("(role robot) (<= (legal robot (push ?x)) (true (box ?x 3)))")
>>> scrambler = Scrambler(sheet, seed=1)
>>> scrambled = scrambler.rulesheet(sheet)
>>> "robot" in str(scrambled), scrambler.restored(scrambled.rules[0].head) == sheet.rules[0].head
(False, True)
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import TypeVar

from woodstock.gdl import Rulesheet
from woodstock.gdl.terms import Term
from woodstock.names import names_of, translated, under

_T = TypeVar("_T", bound=Term)


class Scrambler:
    """Words for the names of one rulesheet, both ways."""

    def __init__(self, rulesheet: Rulesheet, seed: int = 0) -> None:
        names = sorted(names_of(rulesheet))
        chosen = made_up_words()
        taken = set(names)
        fresh = [word for _, word in zip(names, (word for word in chosen if word not in taken))]
        random.Random(f"scramble {seed}").shuffle(fresh)
        self._forth = dict(zip(names, fresh, strict=True))
        self._back = {word: name for name, word in self._forth.items()}

    def rulesheet(self, rulesheet: Rulesheet) -> Rulesheet:
        return under(rulesheet, self._forth)

    def scrambled(self, term: _T) -> _T:
        return translated(term, self._forth)

    def restored(self, term: _T) -> _T:
        """The term that a player means; words it made up itself stay as they are."""
        return translated(term, self._back)


def made_up_words() -> Iterator[str]:
    """Pronounceable words without end, shortest first."""
    syllables = [consonant + vowel for consonant in "bdfghklmnprstvz" for vowel in "aeiou"]
    length = 2
    while True:
        yield from ("".join(parts) for parts in product(syllables, repeat=length))
        length += 1
