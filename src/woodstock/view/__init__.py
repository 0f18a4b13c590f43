"""Pictures of states: boards, lines, pits and stacks found in the fluents, drawn as text and as SVG.

>>> from woodstock.gdl import parse_term
>>> cells = ["(cell 1 1 x)", "(cell 1 2 b)", "(cell 2 1 b)", "(cell 2 2 o)", "(control x)"]
>>> print(draw(map(parse_term, cells)))
2  . o
1  x .
   1 2
(control x)

The first coordinate runs to the right and the second upwards. All other fluents follow below the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from woodstock.gdl.terms import Term
from woodstock.view.layout import Layout, find_layout
from woodstock.view.model import Grid, Line, Piece, Place, Slot, Stack, Strip, View
from woodstock.view.text import draw_text

__all__ = [
    "Grid",
    "Layout",
    "Line",
    "Piece",
    "Place",
    "Slot",
    "Stack",
    "Strip",
    "View",
    "draw",
    "draw_text",
    "find_layout",
]


def draw(fluents: Iterable[Term], possible: Sequence[Term] = (), *, width: int = 80) -> str:
    """What is drawn of the fluents; those that are possible but do not hold decide what is a board."""
    known = tuple(fluents)
    return draw_text(find_layout(possible or known, known).view(known), width=width)
