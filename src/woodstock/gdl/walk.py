"""What stands in terms, formulas and rules, from left to right, however deep.

>>> from woodstock.gdl import parse_kif
>>> (rule,) = parse_kif("(<= (p ?x) (or (q (f ?x) a) (not (distinct ?x b))))").rules
>>> print(*terms_in(rule))
?x (f ?x) ?x a ?x b
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import overload

from woodstock.gdl.formulas import And, Distinct, Formula, Not, Or, Rule
from woodstock.gdl.terms import Function, Symbol, Term, Variable, arguments


@overload
def walk(*items: Term) -> Iterator[Term]: ...
@overload
def walk(*items: Term | Formula) -> Iterator[Term | Formula]: ...
def walk(*items: Term | Formula) -> Iterator[Term | Formula]:
    """The items and all their parts, each before its own; without recursion, which ends where rules are nested deeply."""
    waiting = list(items[::-1])
    while waiting:
        item = waiting.pop()
        yield item
        # Grounding walks a lot: the most frequent first, and a third faster than `match`.
        if isinstance(item, Function):
            waiting += item.args[::-1]
        elif isinstance(item, Symbol | Variable):
            continue
        elif isinstance(item, Not):
            waiting.append(item.formula)
        elif isinstance(item, Distinct):
            waiting += (item.right, item.left)
        else:
            waiting += item.formulas[::-1]


def variables(item: Term | Formula) -> Iterator[Variable]:
    """Every occurrence of a variable."""
    return (part for part in walk(item) if isinstance(part, Variable))


def variable_names(item: Term | Formula) -> frozenset[str]:
    return frozenset(part.name for part in walk(item) if isinstance(part, Variable))


def terms_in(rule: Rule) -> Iterator[Term]:
    """Every term in the rule: what is told of by its atoms, which are none themselves."""
    waiting: list[Formula] = [*reversed(rule.body), rule.head]
    while waiting:
        match waiting.pop():
            case Symbol() | Function() as atom:
                yield from walk(*arguments(atom))
            case Distinct(left=left, right=right):
                yield from walk(left, right)
            case Not(formula=inner):
                waiting.append(inner)
            case And(formulas=parts) | Or(formulas=parts):
                waiting += reversed(parts)
