"""Terms of GDL: immutable, hashable, printable as KIF.

>>> print(Function("cell", (Symbol("1"), Variable("x"))))
(cell 1 ?x)

A location says where a thing was read; it takes no part in equality. Names are lower case and a
compound without arguments does not exist: the readers turn `(P)` into `p`.
"""

from __future__ import annotations

from collections.abc import Sequence
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


def signature(atom: Atom) -> tuple[str, int]:
    """Name and number of arguments."""
    return (atom.name, len(atom.args)) if isinstance(atom, Function) else (atom.name, 0)


def atom_of(name: str, arguments: Sequence[Term]) -> Atom:
    return Function(name, tuple(arguments)) if arguments else Symbol(name)


def arguments(atom: Term) -> tuple[Term, ...]:
    return atom.args if isinstance(atom, Function) else ()
