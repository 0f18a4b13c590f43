"""Formulas as disjunctions of conjunctions of plain literals.

>>> from woodstock.gdl.formulas import And, Not, Or
>>> from woodstock.gdl.terms import Symbol
>>> p, q, r = map(Symbol, "pqr")
>>> formula = pushed(And((p, Not(And((q, Not(r)))))))
>>> print(formula, width(formula))
(and p (or (not q) r)) 2
>>> for conjunction in multiplied(formula):
...     print(*(f"{'' if positive else 'not '}{plain}" for plain, positive in conjunction), sep=", ")
p, not q
p, r
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product
from math import prod

from woodstock.gdl.formulas import And, Distinct, Formula, Not, Or
from woodstock.gdl.terms import Atom, Function, Symbol

Plain = Atom | Distinct
"""What a literal is about."""
Conjunction = tuple[tuple[Plain, bool], ...]
"""Literals, each with whether it is positive."""


def pushed(formula: Formula, positive: bool = True) -> Formula:
    """The formula, or its negation, with `not` on plain literals only and nested conjunctions and disjunctions joined."""
    match formula:
        case Not(formula=inner):
            return pushed(inner, not positive)
        case And(formulas=parts) | Or(formulas=parts):
            kind = And if isinstance(formula, And) == positive else Or
            inner_parts: list[Formula] = []
            for part in parts:
                done = pushed(part, positive)
                inner_parts += done.formulas if isinstance(done, kind) else (done,)
            return inner_parts[0] if len(inner_parts) == 1 else kind(tuple(inner_parts))
        case _:
            return formula if positive else Not(formula)


def width(formula: Formula) -> int:
    """How many conjunctions a pushed formula is multiplied out to."""
    match formula:
        case And(formulas=parts):
            return prod(map(width, parts))
        case Or(formulas=parts):
            return sum(map(width, parts))
        case _:
            return 1


def multiplied(formula: Formula) -> Iterator[Conjunction]:
    """The conjunctions of a pushed formula, one at a time."""
    match formula:
        case And(formulas=parts):
            for choice in product(*(tuple(multiplied(part)) for part in parts)):
                yield tuple(chain.from_iterable(choice))
        case Or(formulas=parts):
            for part in parts:
                yield from multiplied(part)
        case Not(formula=inner):
            assert isinstance(inner, Symbol | Function | Distinct)
            yield ((inner, False),)
        case _:
            yield ((formula, True),)
