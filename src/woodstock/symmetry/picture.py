"""The board of a game with the orbits of its cells in colours, as SVG (after 004, Figures 1 and 2)."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

from woodstock.errors import WoodStockError
from woodstock.gdl.terms import Function, Term
from woodstock.symmetry.group import Group
from woodstock.view.board import Board, find_board

SIDE = 40
MARGIN = 30
GOLDEN_ANGLE = 137.508  # degrees between the colours of one orbit and the next: neighbours differ


class NoBoard(WoodStockError):
    """A game whose states have no cells to be coloured."""


def board_of(group: Group, initial: Iterable[int]) -> Board:
    """The game's board, as its initial state shows it."""
    fluents = group.vocabulary.fluents
    board = find_board([fluents[number] for number in initial], fluents)
    if board is None:
        raise NoBoard("the game has no board to be drawn")
    return board


def cell_orbits(group: Group, board: Board) -> dict[tuple[Term, Term], int]:
    """The number of its orbit for every cell of a board."""
    fluents = group.vocabulary.fluents
    first: dict[int, int] = {}
    found: dict[tuple[Term, Term], int] = {}
    leader: list[int] = []

    def find(orbit: int) -> int:
        while leader[orbit] != orbit:
            orbit = leader[orbit]
        return orbit

    for number, orbit in enumerate(group.orbits_of(range(len(fluents)))):
        first |= dict.fromkeys(orbit, number)
        leader.append(number)
    for number, fluent in enumerate(fluents):
        if isinstance(fluent, Function) and board.covers(fluent):
            cell = fluent.args[0], fluent.args[1]
            if cell in found:
                leader[find(first[number])] = find(found[cell])
            else:
                found[cell] = first[number]
    numbers: dict[int, int] = {}
    return {cell: numbers.setdefault(find(orbit), len(numbers)) for cell, orbit in found.items()}


def board_picture(group: Group, initial: Iterable[int], title: str) -> str:
    """Cells of one colour are images of each other."""
    board = board_of(group, initial)
    orbits = cell_orbits(group, board)
    width = 2 * MARGIN + SIDE * len(board.columns)
    height = 2 * MARGIN + SIDE * len(board.rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
        'font-size="12" text-anchor="middle">',
        f"<title>{escape(title)}</title>",
    ]
    for (column, row), orbit in orbits.items():
        x = MARGIN + SIDE * board.columns.index(column)
        y = MARGIN + SIDE * (len(board.rows) - 1 - board.rows.index(row))
        hue = orbit * GOLDEN_ANGLE % 360
        parts.append(
            f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="hsl({hue:.0f}, 60%, 75%)" stroke="black"/>'
            f'<text x="{x + SIDE / 2:g}" y="{y + SIDE / 2 + 4:g}">{orbit + 1}</text>'
        )
    for place, column in enumerate(board.columns):
        parts.append(
            f'<text x="{MARGIN + SIDE * (place + 0.5):g}" y="{height - MARGIN / 2:g}">{escape(str(column))}</text>'
        )
    for place, row in enumerate(reversed(board.rows)):
        parts.append(
            f'<text x="{MARGIN / 2:g}" y="{MARGIN + SIDE * (place + 0.5) + 4:g}">{escape(str(row))}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])
