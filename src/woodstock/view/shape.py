"""Squares or hexagons: what the places that exist tell about how they lie."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from woodstock.view.model import Shape

Where = tuple[int, int]


def shape_of(places: Collection[Where], columns: int, rows: int, *, in_one_word: bool) -> Shape:
    """How the places lie: hexagons show by rows or columns whose lengths change step by step."""
    by_row = [sorted(x for x, y in places if y == row) for row in range(rows)]
    by_column = [sorted(y for x, y in places if x == column) for column in range(columns)]
    if in_one_word and is_flush(by_row) and not is_even(by_row):
        return Shape.CENTRED_ROWS
    if in_one_word and is_flush(by_column) and not is_even(by_column):
        return Shape.CENTRED_COLUMNS
    if is_flush(by_column) and is_gradual(by_column):
        return Shape.CENTRED_COLUMNS
    if is_flush(by_row) and is_gradual(by_row):
        return Shape.CENTRED_ROWS
    starts = [row[0] for row in by_row if row]
    ends = [row[-1] for row in by_row if row]
    if len(starts) > 2 and falls_step_by_step(starts) and falls_step_by_step(ends) and starts[0] > starts[-1]:
        return Shape.SLANTED
    return Shape.SQUARE


def is_flush(lines: Collection[list[int]]) -> bool:
    """Whether every line begins at the edge and has no holes."""
    return all(line == list(range(len(line))) and line for line in lines)


def is_even(lines: Collection[list[int]]) -> bool:
    return len({len(line) for line in lines}) == 1


def is_gradual(lines: list[list[int]]) -> bool:
    return len(lines) > 2 and all(abs(len(a) - len(b)) == 1 for a, b in pairwise(lines))


def falls_step_by_step(numbers: list[int]) -> bool:
    return all(a - b in (0, 1) for a, b in pairwise(numbers))
