"""Where the places of a grid lie in a picture: squares, hexagons in slanted or centred rows, points."""

from __future__ import annotations

import math
from functools import cached_property

from woodstock.view.model import Grid, Shape

Point = tuple[float, float]
LABELS = 24.0
TALL = math.sqrt(3) / 2


class Placing:
    def __init__(self, grid: Grid, cell: float) -> None:
        self._grid = grid
        self._cell = cell
        self._top = 24.0 if grid.title or grid.shape is Shape.SLANTED else 6.0

    @property
    def _hexagons(self) -> bool:
        return self._grid.shape in (Shape.SLANTED, Shape.CENTRED_ROWS, Shape.CENTRED_COLUMNS)

    def _raw(self, where: tuple[int, int]) -> Point:
        """Before it is moved into the picture, in cells, upwards."""
        column, row = where
        match self._grid.shape:
            case Shape.SLANTED:
                return column + row / 2, row * TALL
            case Shape.CENTRED_ROWS:
                return column - self._lengths[1][row] / 2, row * TALL
            case Shape.CENTRED_COLUMNS:
                return column * TALL, row - self._lengths[0][column] / 2
            case _:
                return float(column), float(row)

    @cached_property
    def _lengths(self) -> tuple[list[int], list[int]]:
        columns, rows = [0] * len(self._grid.columns), [0] * len(self._grid.rows)
        for column, row in self._grid.places:
            columns[column] += 1
            rows[row] += 1
        return columns, rows

    @cached_property
    def _bounds(self) -> tuple[float, float, float, float]:
        found = [self._raw(where) for where in self._grid.places] or [(0.0, 0.0)]
        xs, ys = [x for x, _ in found], [y for _, y in found]
        return min(xs), max(xs), min(ys), max(ys)

    @property
    def width(self) -> float:
        left, right, _, _ = self._bounds
        return (right - left + 1.2) * self._cell + LABELS

    @property
    def height(self) -> float:
        _, _, low, high = self._bounds
        return (high - low + 1.2) * self._cell + LABELS + self._top

    def centre(self, where: tuple[int, int]) -> Point:
        """The middle of a place; of points, the middle of the space to the upper right."""
        x, y = self.point(where)
        half = self._cell / 2 if self._grid.shape is Shape.POINTS else 0
        return x + half, y - half

    def point(self, where: tuple[int, int]) -> Point:
        left, _, _, high = self._bounds
        x, y = self._raw(where)
        return LABELS + (x - left + 0.55) * self._cell, self._top + (high - y + 0.55) * self._cell

    def corners(self, where: tuple[int, int]) -> list[Point]:
        x, y = self.centre(where)
        if not self._hexagons:
            half = self._cell / 2
            return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
        turn = 0 if self._grid.shape is Shape.CENTRED_COLUMNS else 30
        radius = self._cell / math.sqrt(3)
        angles = [math.radians(turn + 60 * corner) for corner in range(6)]
        return [(x + radius * math.cos(angle), y - radius * math.sin(angle)) for angle in angles]

    def outline(self, where: tuple[int, int]) -> str:
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.corners(where))

    def wall(self, where: tuple[int, int], side: str) -> tuple[Point, Point]:
        """The side of a square."""
        upper_left, upper_right, lower_right, lower_left = self.corners(where)[:4]
        return {
            "north": (upper_left, upper_right),
            "east": (upper_right, lower_right),
            "south": (lower_left, lower_right),
            "west": (upper_left, lower_left),
        }[side]

    def side(self, side: str) -> list[Point]:
        """The outer edge of the board on one side, corner by corner."""
        last_column, last_row = len(self._grid.columns) - 1, len(self._grid.rows) - 1
        along = {
            "left": [(0, row) for row in range(last_row + 1)],
            "right": [(last_column, row) for row in range(last_row + 1)],
            "bottom": [(column, 0) for column in range(last_column + 1)],
            "top": [(column, last_row) for column in range(last_column + 1)],
        }[side]
        if self._hexagons:  # corners are numbered against the clock from the upper right on
            chosen = {"left": (3, 2), "right": (5, 0), "bottom": (3, 4, 5), "top": (2, 1, 0)}[side]
        else:
            chosen = {"left": (3, 0), "right": (2, 1), "bottom": (3, 2), "top": (0, 1)}[side]
        return [
            self.corners(where)[corner] for where in along if where in self._grid.places for corner in chosen
        ]

    def column_label(self, column: int) -> Point | None:
        """Below the lowest place of a column, or above its highest where a row's label is in the way; none where columns are
        no straight lines."""
        rows = [row for each, row in self._grid.places if each == column]
        if not rows or self._grid.shape is Shape.CENTRED_ROWS:
            return None
        low = 0 if self._grid.shape is Shape.SQUARE else min(rows)
        if self._grid.shape is Shape.SQUARE:
            x, _ = self.point((column, 0))
            return x, self.height - LABELS + 6
        lean = self._cell * 0.3 if self._grid.shape is Shape.SLANTED else 0.0
        x, y = self.point((column, low))
        below = [each for each, row in self._grid.places if row == low - 1]
        if lean and below and min(below) == column + 1:
            x, y = self.point((column, max(rows)))
            return x + lean, y - self._cell * 0.78
        return x - lean, y + self._cell * 0.78

    def row_label(self, row: int) -> Point | None:
        columns = [column for column, each in self._grid.places if each == row]
        if not columns or self._grid.shape is Shape.CENTRED_COLUMNS:
            return None
        first = 0 if self._grid.shape in (Shape.SQUARE, Shape.POINTS) else min(columns)
        x, y = self.point((first, row))
        return (x - self._cell * (0.5 if self._grid.shape is Shape.POINTS else 0.78)), y
