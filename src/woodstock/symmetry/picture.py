"""The board of a game with the orbits of its cells in colours, and the graph of a small game (004, Figures 1 and 2)."""

from __future__ import annotations

from collections.abc import Iterable

from woodstock.errors import WoodStockError
from woodstock.gdl.terms import Function, Term
from woodstock.symmetry.coloured import ColouredGraph
from woodstock.symmetry.drawing import Box, Drawing, Line, Text
from woodstock.symmetry.group import Group
from woodstock.view.board import Board, find_board

SIDE = 40
MARGIN = 30
GRAPH_SIDE = 1000
MOST_VERTICES = 600


class NoBoard(WoodStockError):
    """A game whose states have no cells to be coloured."""


class TooLarge(WoodStockError):
    """A graph that nobody could make out."""


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


def board_picture(group: Group, initial: Iterable[int], title: str) -> Drawing:
    """Cells of one colour are images of each other."""
    board = board_of(group, initial)
    orbits = cell_orbits(group, board)
    drawing = Drawing(title, 2 * MARGIN + SIDE * len(board.columns), 2 * MARGIN + SIDE * len(board.rows))
    for (column, row), orbit in orbits.items():
        x = MARGIN + SIDE * board.columns.index(column)
        y = MARGIN + SIDE * (len(board.rows) - 1 - board.rows.index(row))
        drawing.shapes += [Box(x, y, SIDE, orbit), Text(x + SIDE / 2, y + SIDE / 2, str(orbit + 1))]
    for place, column in enumerate(board.columns):
        drawing.shapes.append(
            Text(MARGIN + SIDE * (place + 0.5), drawing.height - MARGIN / 2 - 4, str(column))
        )
    for place, row in enumerate(reversed(board.rows)):
        drawing.shapes.append(Text(MARGIN / 2, MARGIN + SIDE * (place + 0.5), str(row)))
    return drawing


def graph_picture(graph: ColouredGraph, group: Group, title: str) -> Drawing:
    """A graph with its fluents and moves by name, those of one orbit in one colour; all that joins them is small."""
    import igraph

    if len(graph.colours) > MOST_VERTICES:
        raise TooLarge(
            f"{len(graph.colours):,} vertices are too many for a picture; {MOST_VERTICES} can be seen"
        )
    places = igraph.Graph(n=len(graph.colours), edges=graph.edges).layout_kamada_kawai()
    places.fit_into((MARGIN, MARGIN, GRAPH_SIDE - MARGIN, GRAPH_SIDE - MARGIN))
    orbit_of = {
        thing: number
        for number, orbit in enumerate(group.orbits_of(range(graph.vocabulary.size)))
        for thing in orbit
    }
    drawing = Drawing(title, GRAPH_SIDE, GRAPH_SIDE)
    drawing.shapes += [Line(*places[one], *places[other]) for one, other in graph.edges]
    for vertex, (x, y) in enumerate(places):
        if vertex < graph.vocabulary.size:
            drawing.shapes += [
                Box(x - 7, y - 7, 14, orbit_of[vertex]),
                Text(x, y - 14, graph.vocabulary.name(vertex)),
            ]
        else:
            drawing.shapes.append(Box(x - 3, y - 3, 6, graph.vocabulary.size + graph.colours[vertex]))
    return drawing
