"""A state as a picture: fluents with two coordinates and a content are drawn as a board.

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

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from woodstock.gdl.order import natural
from woodstock.gdl.terms import Function, Symbol, Term

BLANKS = frozenset({"b", "blank", "e", "empty", "none", "nil", "free", "-", "_", "."})


@dataclass(frozen=True, slots=True)
class Board:
    """A relation with a column, a row and a content, and the coordinates that it can have."""

    relation: str
    columns: tuple[Term, ...]
    rows: tuple[Term, ...]
    contents: tuple[Term, ...]

    def covers(self, fluent: Term) -> bool:
        return is_cell(fluent) and fluent.name == self.relation

    def picture(self, fluents: Iterable[Term]) -> str:
        labels = self.labels()
        cells = {fluent.args[:2]: labels[fluent.args[2]] for fluent in fluents if is_cell(fluent)}
        width = max(map(len, [*labels.values(), *map(str, self.columns)]))
        margin = max(len(str(row)) for row in self.rows)
        lines = [
            f"{row!s:>{margin}}  "
            + " ".join(f"{cells.get((column, row), '.'):>{width}}" for column in self.columns)
            for row in reversed(self.rows)
        ]
        lines.append(" " * margin + "  " + " ".join(f"{column!s:>{width}}" for column in self.columns))
        return "\n".join(lines)

    def labels(self) -> dict[Term, str]:
        """What is written for each content: the shortest beginnings that tell all of them apart."""
        names = [str(each) for each in self.contents if str(each) not in BLANKS]
        longest = max(map(len, names), default=1)
        lengths = (n for n in range(1, longest) if len({name[:n] for name in names}) == len(set(names)))
        length = next(lengths, longest)
        return {each: "." if str(each) in BLANKS else str(each)[:length] for each in self.contents}


def is_cell(fluent: Term) -> TypeGuard[Function]:
    return (
        isinstance(fluent, Function)
        and len(fluent.args) == 3
        and all(isinstance(each, Symbol) for each in fluent.args)
    )


def find_board(fluents: Iterable[Term], possible: Iterable[Term] = ()) -> Board | None:
    """The largest board among the fluents; those that are possible but do not hold give it its size.

    At least four of its places are filled, or a quarter of them: a few counters do not make a board.
    """
    holding = [fluent for fluent in fluents if is_cell(fluent)]
    groups: dict[str, list[Function]] = defaultdict(list)
    for fluent in dict.fromkeys((*holding, *filter(is_cell, possible))):
        groups[fluent.name].append(fluent)
    boards = []
    for relation, members in sorted(groups.items()):
        columns, rows, contents = (in_order(member.args[place] for member in members) for place in range(3))
        places = [fluent.args[:2] for fluent in holding if fluent.name == relation]
        filled = 4 * len(places) >= min(16, len(columns) * len(rows))
        if len(columns) > 1 and len(rows) > 1 and filled and len(set(places)) == len(places):
            boards.append(Board(relation, columns, rows, contents))
    return max(boards, key=lambda board: len(board.columns) * len(board.rows), default=None)


def in_order(terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple(sorted(set(terms), key=natural))


def draw(fluents: Iterable[Term], possible: Sequence[Term] = ()) -> str:
    """The board, if there is one, and below it the other fluents."""
    known = sorted(fluents, key=natural)
    board = find_board(known, possible)
    if board is None:
        return " ".join(map(str, known))
    rest = " ".join(str(fluent) for fluent in known if not board.covers(fluent))
    picture = board.picture(fluent for fluent in known if board.covers(fluent))
    return f"{picture}\n{rest}" if rest else picture
