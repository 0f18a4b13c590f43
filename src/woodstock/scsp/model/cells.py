"""Cells of table rows: a value, or a set of values in short form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

Value = str | int


class Wildcard(Enum):
    STAR = "*"

    def __repr__(self) -> str:
        return "*"

    def __str__(self) -> str:
        return "*"


STAR = Wildcard.STAR


@dataclass(frozen=True, slots=True)
class _ValueSet:
    values: tuple[Value, ...]

    def __init__(self, *values: Value) -> None:
        object.__setattr__(self, "values", values)


@dataclass(frozen=True, slots=True, init=False)
class Except(_ValueSet):
    """Any value but these."""

    def __str__(self) -> str:
        return "≠" + "|".join(map(str, self.values))


@dataclass(frozen=True, slots=True, init=False)
class OneOf(_ValueSet):
    """Any of these values."""

    def __str__(self) -> str:
        return "|".join(map(str, self.values))


Cell = Value | Wildcard | Except | OneOf
Row = tuple[Cell, ...]


def cell_matches(cell: Cell, value: Value) -> bool:
    match cell:
        case Wildcard():
            return True
        case Except(values=values):
            return value not in values
        case OneOf(values=values):
            return value in values
    return cell == value


def row_matches(row: Row, values: Sequence[Value]) -> bool:
    return all(map(cell_matches, row, values))
