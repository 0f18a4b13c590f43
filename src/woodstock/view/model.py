"""What is to be seen of a state, whatever draws it: grids of places with pieces, strips of pits, stacks, and the rest.

Columns and rows are numbered from 0, to the right and upwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from woodstock.gdl.terms import Function, Symbol, Term

UNKNOWN = "?"
MOST_OF_ONE = 12


class Shape(Enum):
    SQUARE = "square"
    SLANTED = "slanted"
    """Hexagons in rows, each row half a place further to the right than the one below it."""
    CENTRED_ROWS = "centred rows"
    """Hexagons in rows of different lengths, all about one middle."""
    CENTRED_COLUMNS = "centred columns"
    POINTS = "points"
    """Points with lines between them; pieces lie in the spaces."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Something on a place: what it is, and whose."""

    kind: str
    owner: str = ""
    minor: bool = False
    """A mark beside the pieces rather than one of them."""
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a grid: the words that moves name it by, and what is on it."""

    name: tuple[str, ...]
    pieces: tuple[Piece, ...] = ()
    walls: frozenset[str] = frozenset()
    """Sides that cannot be crossed: north, east, south, west."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line between two places of a grid, each by column and row."""

    start: tuple[int, int]
    end: tuple[int, int]
    owner: str = ""
    drawn: bool = True
    """Whether it is there; otherwise it could be."""
    name: tuple[str, ...] = ()


@dataclass(frozen=True)
class Grid:
    title: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    places: Mapping[tuple[int, int], Place]
    shape: Shape = Shape.SQUARE
    lines: tuple[Line, ...] = ()
    sides: Mapping[str, str] = field(default_factory=dict)
    """Whose sides are marked: left, right, bottom and top by owner."""
    block: tuple[int, int] | None = None
    """The place of this grid among several that make one board, by column and row."""
    chequered: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """A place on its own, with pieces, a number of things, or both."""

    label: str
    pieces: tuple[Piece, ...] = ()
    amounts: tuple[tuple[str, int], ...] = ()
    """How many of whose; without an owner the name is empty."""


@dataclass(frozen=True, slots=True)
class Strip:
    title: str
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Stack:
    """Things on top of each other, the lowest first."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class View:
    grids: tuple[Grid, ...] = ()
    strips: tuple[Strip, ...] = ()
    stacks: tuple[Stack, ...] = ()
    rest: tuple[Term, ...] = ()
    """The fluents that are not drawn."""
    labels: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """What stands for a piece in a text, by kind and owner."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """Colours of owners and kinds, as CSS names them."""
    glyphs: Mapping[str, str] = field(default_factory=dict)
    """Characters or shapes (disc, cross, ring, square, star) of kinds."""
    caption: str = ""

    @property
    def shortened(self) -> tuple[Term, ...]:
        """The rest, beside a board with one entry for a relation of which very much holds."""
        names = Counter(fluent.name for fluent in self.rest if isinstance(fluent, Function))
        many = {name for name, count in names.items() if count > MOST_OF_ONE and self.grids}
        few = [each for each in self.rest if not (isinstance(each, Function) and each.name in many)]
        return (*few, *(Function(name, (Symbol(f"…{names[name]}"),)) for name in sorted(many)))

    @property
    def is_drawn(self) -> bool:
        """Whether anything of the state has a picture."""
        return bool(self.grids or self.strips or self.stacks)
