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
from collections.abc import Iterator, Mapping
from itertools import product
from typing import TypeVar

from woodstock.gdl import Rulesheet
from woodstock.gdl.keywords import RESERVED
from woodstock.gdl.terms import And, Distinct, Formula, Function, Not, Or, Rule, Symbol, Term, Variable

_T = TypeVar("_T", bound=Term)


class Scrambler:
    """Words for the names of one rulesheet, both ways."""

    def __init__(self, rulesheet: Rulesheet, seed: int = 0) -> None:
        names = sorted({name for rule in rulesheet.rules for name in rule_names(rule) if renamed(name)})
        chosen = made_up_words()
        taken = set(names)
        fresh = [word for _, word in zip(names, (word for word in chosen if word not in taken))]
        random.Random(f"scramble {seed}").shuffle(fresh)
        self._forth = dict(zip(names, fresh, strict=True))
        self._back = {word: name for name, word in self._forth.items()}

    def rulesheet(self, rulesheet: Rulesheet) -> Rulesheet:
        rules = tuple(
            Rule(self.scrambled(rule.head), tuple(self._formula(part) for part in rule.body))
            for rule in rulesheet.rules
        )
        return Rulesheet(rules, rulesheet.file, "\n".join(map(str, rules)))

    def scrambled(self, term: _T) -> _T:
        return translated(term, self._forth)

    def restored(self, term: _T) -> _T:
        """The term that a player means; words it made up itself stay as they are."""
        return translated(term, self._back)

    def _formula(self, formula: Formula) -> Formula:
        match formula:
            case Not(formula=inner):
                return Not(self._formula(inner))
            case And(formulas=parts):
                return And(tuple(map(self._formula, parts)))
            case Or(formulas=parts):
                return Or(tuple(map(self._formula, parts)))
            case Distinct(left=left, right=right):
                return Distinct(self.scrambled(left), self.scrambled(right))
        return self.scrambled(formula)


def renamed(name: str) -> bool:
    return name not in RESERVED and not name.lstrip("+-").isdecimal()


def translated(term: _T, words: Mapping[str, str]) -> _T:
    match term:
        case Symbol(name=name):
            return type(term)(words.get(name, name))
        case Variable(name=name):
            return type(term)(words.get(name, name))
        case Function(name=name, args=args):
            return type(term)(words.get(name, name), tuple(translated(arg, words) for arg in args))
    raise TypeError(term)


def rule_names(rule: Rule) -> Iterator[str]:
    for item in (rule.head, *rule.body):
        yield from item_names(item)


def item_names(item: Term | Formula) -> Iterator[str]:
    match item:
        case Symbol(name=name) | Variable(name=name):
            yield name
        case Function(name=name, args=args):
            yield name
            for arg in args:
                yield from item_names(arg)
        case Not(formula=inner):
            yield from item_names(inner)
        case And(formulas=parts) | Or(formulas=parts):
            for part in parts:
                yield from item_names(part)
        case Distinct(left=left, right=right):
            yield from item_names(left)
            yield from item_names(right)


def made_up_words() -> Iterator[str]:
    """Pronounceable words without end, shortest first."""
    syllables = [consonant + vowel for consonant in "bdfghklmnprstvz" for vowel in "aeiou"]
    length = 2
    while True:
        yield from ("".join(parts) for parts in product(syllables, repeat=length))
        length += 1
