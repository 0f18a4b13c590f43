"""The largest plain board of a game: one relation with a column, a row and a content, for whoever has a number per fluent.

>>> from woodstock.gdl import parse_term
>>> cells = [parse_term(f"(cell {x} {y} {mark})") for x in "12" for y in "12" for mark in "xb"]
>>> board = find_board(cells[::2], cells)
>>> [str(content) for content in board.contents]
['b', 'x']
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from woodstock.gdl.order import natural
from woodstock.gdl.terms import Function, Symbol, Term
from woodstock.view.layout import find_layout
from woodstock.view.pieces import BLANKS

__all__ = ["BLANKS", "Board", "find_board"]


@dataclass(frozen=True, slots=True)
class Board:
    """A relation with a column, a row and a content, and what each can be."""

    relation: str
    columns: tuple[Term, ...]
    rows: tuple[Term, ...]
    contents: tuple[Term, ...]

    def covers(self, fluent: Term) -> bool:
        return isinstance(fluent, Function) and fluent.name == self.relation and len(fluent.args) == 3


def find_board(fluents: Iterable[Term], possible: Iterable[Term] = ()) -> Board | None:
    """The largest board that is made of one relation of three arguments, None if there is none."""
    held = list(fluents)
    for plan in find_layout([*held, *possible], held).grids:
        main = plan.main
        if not main.board and main.place == (0, 1) and main.content == (2,) and not plan.swapped:
            contents = tuple(Symbol(word) for word in sorted(main.values(2), key=natural))
            columns, rows = (tuple(map(Symbol, words)) for words in (plan.columns, plan.rows))
            return Board(main.relation, columns, rows, contents)
    return None
