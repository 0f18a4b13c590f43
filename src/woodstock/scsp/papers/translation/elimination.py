"""Function elimination (2014 §4.1, after Lifschitz & Yang 2011): the rules without compound terms.

Flattening names every compound term inside an atom by a new variable, innermost first; elimination then reads
f(t₁, …, tₖ) = z as an atom of a new relation, of which each function symbol gets one, with the rule that z is unique:

>>> from woodstock.gdl import parse_kif
>>> for rule in eliminate_functions(parse_kif("(<= (legal random (roll ?d)) (face ?d) (distinct ?d p))")):
...     print(rule)
legal(random, ?z0), roll(?d, ?z0) ← face(?d), ?d ≠ p
(∃!z) roll(x1, z)

A body with `or` is a rule per alternative.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from woodstock.gdl import Rulesheet
from woodstock.gdl.formulas import And, Distinct, Rule
from woodstock.gdl.normal_form import multiplied, pushed
from woodstock.gdl.terms import Atom, Function, Symbol, Term, Variable, arguments

Plain = Symbol | Variable


@dataclass(frozen=True, slots=True)
class FlatAtom:
    """An atom without compound terms. A function's last argument stands for its value; `denied` names of terms belong
    to an atom under `not`, and bind nothing."""

    name: str
    args: tuple[Plain, ...]
    negated: bool = False
    function: bool = False
    denied: bool = False

    def __str__(self) -> str:
        text = f"{self.name}({', '.join(map(str, self.args))})" if self.args else self.name
        return f"not {text}" if self.negated else text


@dataclass(frozen=True, slots=True)
class FlatRule:
    heads: tuple[FlatAtom, ...]
    body: tuple[FlatAtom, ...]
    apart: tuple[tuple[Plain, Plain, bool], ...] = ()  # what must differ, or with False be the same

    def __str__(self) -> str:
        pairs = [f"{left} {'≠' if differ else '='} {right}" for left, right, differ in self.apart]
        heads, body = ", ".join(map(str, self.heads)), ", ".join([*map(str, self.body), *pairs])
        return f"{heads} ← {body}" if body else heads


@dataclass(frozen=True, slots=True)
class UniqueValue:
    """(∃!z) F(x₁, …, xₖ, z): what a function symbol becomes has one value."""

    name: str
    arity: int

    def __str__(self) -> str:
        return f"(∃!z) {self.name}({', '.join(f'x{i}' for i in range(1, self.arity + 1))}, z)"


def eliminate_functions(rulesheet: Rulesheet) -> tuple[FlatRule | UniqueValue, ...]:
    """The program P' of 2014: the flat rules, then the uniqueness of every function's value."""
    rules = tuple(flat_rules(rulesheet))
    functions = dict.fromkeys(
        UniqueValue(atom.name, len(atom.args) - 1)
        for rule in rules
        for atom in (*rule.heads, *rule.body)
        if atom.function
    )
    return (*rules, *functions)


def flat_rules(rulesheet: Rulesheet) -> Iterator[FlatRule]:
    for rule in rulesheet.rules:
        yield from _flattened(rule)


def _flattened(rule: Rule) -> Iterator[FlatRule]:
    for conjunction in multiplied(pushed(And(rule.body))) if rule.body else [()]:
        fresh = (Variable(f"z{number}") for number in itertools.count())
        heads = tuple(_atoms(rule.head, fresh, negated=False))
        body: list[FlatAtom] = []
        apart: list[tuple[Plain, Plain, bool]] = []
        for plain, positive in conjunction:
            if isinstance(plain, Distinct):
                left, right = _name(plain.left, fresh, body), _name(plain.right, fresh, body)
                apart.append((left, right, positive))
            else:
                body += _atoms(plain, fresh, negated=not positive)
        yield FlatRule(heads, tuple(body), tuple(apart))


def _atoms(atom: Atom, fresh: Iterator[Variable], *, negated: bool) -> Iterator[FlatAtom]:
    """The atom with names for its compound arguments, then what the names stand for."""
    extra: list[FlatAtom] = []
    args = tuple(_name(arg, fresh, extra, denied=negated) for arg in arguments(atom))
    yield FlatAtom(atom.name, args, negated)
    yield from extra


def _name(term: Term, fresh: Iterator[Variable], extra: list[FlatAtom], *, denied: bool = False) -> Plain:
    if not isinstance(term, Function):
        return term
    args = tuple(_name(arg, fresh, extra, denied=denied) for arg in term.args)
    name = next(fresh)
    extra.append(FlatAtom(term.name, (*args, name), function=True, denied=denied))
    return name
