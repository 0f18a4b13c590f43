"""Formulas and rules of GDL, made of terms: immutable, hashable, printable as KIF.

>>> rule = Rule(Function("next", (Symbol("p"),)), (Not(Function("true", (Symbol("p"),))),))
>>> print(rule)
(<= (next p) (not (true p)))
"""

from __future__ import annotations

from dataclasses import dataclass, field

from woodstock.gdl.terms import Atom, Function, Location, Symbol, Term


@dataclass(frozen=True, slots=True)
class Not:
    formula: Formula
    location: Location | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"(not {self.formula})"


@dataclass(frozen=True, slots=True)
class And:
    formulas: tuple[Formula, ...]
    location: Location | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"(and {' '.join(map(str, self.formulas))})"


@dataclass(frozen=True, slots=True)
class Or:
    formulas: tuple[Formula, ...]
    location: Location | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"(or {' '.join(map(str, self.formulas))})"


@dataclass(frozen=True, slots=True)
class Distinct:
    left: Term
    right: Term
    location: Location | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"(distinct {self.left} {self.right})"


Formula = Symbol | Function | Not | And | Or | Distinct


@dataclass(frozen=True, slots=True)
class Rule:
    """`head` holds if every formula of `body` does; a fact has an empty body."""

    head: Atom
    body: tuple[Formula, ...] = ()
    location: Location | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"(<= {self.head} {' '.join(map(str, self.body))})" if self.body else str(self.head)
