"""Terms, formulas and rules of GDL: immutable, hashable, printable as KIF.

>>> rule = Rule(Function("next", (Symbol("p"),)), (Not(Function("true", (Symbol("p"),))),))
>>> print(rule)
(<= (next p) (not (true p)))

A location says where a thing was read; it takes no part in equality. Names are lower case and a
compound without arguments does not exist: the readers turn `(P)` into `p`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Location(NamedTuple):
    """Where a piece of text starts (line and column count from 1) and how long it is."""

    line: int
    column: int
    file: str = ""
    length: int = 1

    def __str__(self) -> str:
        return f"{self.file or '<text>'}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Symbol:
    name: str
    location: Location | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable; its name has no `?` in front."""

    name: str
    location: Location | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"?{self.name}"


@dataclass(frozen=True, slots=True)
class Function:
    """A name applied to at least one argument: a compound term, or an atom such as `(true (p a))`."""

    name: str
    args: tuple[Term, ...]
    location: Location | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"({self.name} {' '.join(map(str, self.args))})"


Term = Symbol | Variable | Function
Atom = Symbol | Function


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


def signature(atom: Atom) -> tuple[str, int]:
    """Name and number of arguments."""
    return (atom.name, len(atom.args)) if isinstance(atom, Function) else (atom.name, 0)


def atom_of(name: str, arguments: Sequence[Term]) -> Atom:
    return Function(name, tuple(arguments)) if arguments else Symbol(name)


def arguments(atom: Term) -> tuple[Term, ...]:
    return atom.args if isinstance(atom, Function) else ()


def variables(item: Term | Formula) -> Iterator[Variable]:
    """Every variable occurrence, left to right."""
    match item:
        case Variable():
            yield item
        case Function(args=parts) | And(formulas=parts) | Or(formulas=parts):
            for part in parts:
                yield from variables(part)
        case Not(formula=inner):
            yield from variables(inner)
        case Distinct(left=left, right=right):
            yield from variables(left)
            yield from variables(right)
        case Symbol():
            return


def variable_names(item: Term | Formula) -> frozenset[str]:
    return frozenset(variable.name for variable in variables(item))
