"""The names in rules, and the same rules under other names.

Keywords and integers have a meaning of their own and stay. Rules that differ in their names only have one canonical form:

>>> from woodstock.gdl import parse_kif
>>> one = parse_kif("(role robot) (<= (legal robot (push ?x)) (true (box ?x 3)))")
>>> other = parse_kif("(role hal) (<= (legal hal (shove ?y)) (true (crate ?y 3)))")
>>> under(other, numbered(other)) == under(one, numbered(one))
True
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from woodstock.gdl import Rulesheet
from woodstock.gdl.formulas import And, Distinct, Formula, Not, Or, Rule
from woodstock.gdl.keywords import RESERVED
from woodstock.gdl.terms import Function, Symbol, Term, Variable
from woodstock.gdl.walk import walk

_T = TypeVar("_T", bound=Term)


def names_of(rulesheet: Rulesheet) -> dict[str, None]:
    """All names that may be others, variables included, in the order in which they first stand there."""
    found = (name for rule in rulesheet.rules for name in names_in(rule))
    return dict.fromkeys(name for name in found if _renamed(name))


def names_in(rule: Rule) -> Iterator[str]:
    """All names in the order in which they stand there, keywords and integers among them."""
    return (part.name for part in walk(rule.head, *rule.body) if isinstance(part, Term))


def numbered(rulesheet: Rulesheet) -> dict[str, str]:
    """For every name one that says when it first stands in the rules, and nothing else."""
    return {name: f"n{number}" for number, name in enumerate(names_of(rulesheet))}


def under(rulesheet: Rulesheet, words: Mapping[str, str]) -> Rulesheet:
    """The rules with words in place of names."""
    rules = tuple(
        Rule(translated(rule.head, words), tuple(_formula(part, words) for part in rule.body))
        for rule in rulesheet.rules
    )
    return Rulesheet(rules, rulesheet.file, "\n".join(map(str, rules)))


def translated(term: _T, words: Mapping[str, str]) -> _T:
    match term:
        case Symbol(name=name):
            return type(term)(words.get(name, name))
        case Variable(name=name):
            return type(term)(words.get(name, name))
        case Function(name=name, args=args):
            return type(term)(words.get(name, name), tuple(translated(arg, words) for arg in args))
    raise TypeError(term)


def _formula(formula: Formula, words: Mapping[str, str]) -> Formula:
    match formula:
        case Not(formula=inner):
            return Not(_formula(inner, words))
        case And(formulas=parts):
            return And(tuple(_formula(part, words) for part in parts))
        case Or(formulas=parts):
            return Or(tuple(_formula(part, words) for part in parts))
        case Distinct(left=left, right=right):
            return Distinct(translated(left, words), translated(right, words))
    return translated(formula, words)


def _renamed(name: str) -> bool:
    return name not in RESERVED and not name.lstrip("+-").isdecimal()
