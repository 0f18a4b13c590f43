"""What an evaluation has learned, as pictures: a board of weights for each piece, the strongest of other fluents and of
pairs of fluents.

A weight says by how many logits a fluent changes the expected goal of a role; a piece's is told beside that of the empty
place, where the rules have fluents for empty places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from woodstock import _core
from woodstock.compile.compiled import Compiled
from woodstock.gdl.terms import Function, Term
from woodstock.view.board import BLANKS, Board, find_board

MOST_OTHERS, LEAST_SHOWN = 12, 0.005


@dataclass(frozen=True)
class PieceBoard:
    """The weights of one content of a board's places, by row (from the top) and column; None: it cannot be there."""

    content: Term
    rows: tuple[tuple[float | None, ...], ...]

    @property
    def mean(self) -> float:
        known = [weight for row in self.rows for weight in row if weight is not None]
        return sum(known) / len(known) if known else 0.0


@dataclass(frozen=True)
class PatternWeights:
    """Of a kind of patterns: what one of them is worth on the average, by how many of its fluents hold while none is
    blocked."""

    example: tuple[Term, ...]
    patterns: int
    by_held: tuple[float, ...]

    def __str__(self) -> str:
        worth = ", ".join(f"{held}: {weight:+.2f}" for held, weight in enumerate(self.by_held, 1))
        fluents = " ".join(map(str, self.example))
        return f"open patterns such as {fluents} ({self.patterns}), logits by how many hold: {worth}"


@dataclass(frozen=True)
class Weights:
    """Of one head: whose goal it is, and what speaks for it."""

    role: str
    board: Board | None
    pieces: tuple[PieceBoard, ...]
    others: tuple[tuple[Term, float], ...]
    patterns: tuple[PatternWeights, ...] = ()
    pairs: tuple[tuple[Term, Term, float], ...] = ()
    """What both of two fluents together add to what each is worth."""

    def lines(self) -> Iterator[str]:
        for piece in self.pieces:
            yield f"{piece.content} for {self.role}, logits by place (mean {piece.mean:+.2f})"
            yield from self._picture(piece)
        if self.others:
            yield f"{'other fluents' if self.pieces else 'fluents'} for {self.role}, the strongest first"
            yield from (f"  {weight:+.2f}  {fluent}" for fluent, weight in self.others)
        for pattern in self.patterns:
            yield f"{pattern} for {self.role}"
        if self.pairs:
            yield f"fluents together for {self.role}, beside what each is worth, the strongest first"
            yield from (f"  {weight:+.2f}  {first} with {second}" for first, second, weight in self.pairs)

    def _picture(self, piece: PieceBoard) -> Iterator[str]:
        assert self.board is not None, "pieces stand on a board"
        cells = [["" if each is None else f"{each:+.1f}" for each in row] for row in piece.rows]
        columns = [str(column) for column in self.board.columns]
        width = max(len(text) for row in [*cells, columns] for text in row)
        margin = max(len(str(row)) for row in self.board.rows)
        for label, row in zip(reversed(self.board.rows), cells):
            yield f"{label!s:>{margin}}  " + " ".join(f"{cell:>{width}}" for cell in row)
        yield " " * margin + "  " + " ".join(f"{column:>{width}}" for column in columns)


def weights_of(
    compiled: Compiled, evaluation: _core.LinearEvaluation, initial: Sequence[Term]
) -> list[Weights]:
    """For each head, the mean of its weights over the contexts."""
    board = find_board(initial, compiled.fluents)
    return [
        _of_head(compiled, board, evaluation, head, owner) for head, owner in enumerate(evaluation.owners)
    ]


def _of_head(
    compiled: Compiled, board: Board | None, evaluation: _core.LinearEvaluation, head: int, owner: int
) -> Weights:
    means = evaluation.weights[:, :, head].mean(axis=0)
    by_fluent = {fluent: float(means[number]) for number, fluent in enumerate(compiled.fluents)}
    pieces: tuple[PieceBoard, ...] = ()
    if board is not None:
        blank = next((each for each in board.contents if str(each) in BLANKS), None)
        pieces = tuple(_piece(board, by_fluent, each, blank) for each in board.contents if each != blank)
    rest = [item for item in by_fluent.items() if board is None or not board.covers(item[0])]
    strongest = sorted(rest, key=lambda item: -abs(item[1]))[:MOST_OTHERS]
    return Weights(
        compiled.roles[owner],
        board,
        pieces,
        tuple(item for item in strongest if abs(item[1]) >= LEAST_SHOWN),
        tuple(_patterns(compiled, evaluation, means)),
        tuple(_strongest_pairs(compiled, evaluation, means)),
    )


def _patterns(
    compiled: Compiled, evaluation: _core.LinearEvaluation, means: np.ndarray
) -> Iterator[PatternWeights]:
    of_kind: dict[int, list[_core.PatternFeatures]] = {}
    for pattern in evaluation.patterns:
        of_kind.setdefault(pattern.kind, []).append(pattern)
    for _, patterns in sorted(of_kind.items()):
        first = patterns[0]
        worth = np.mean([means[each.own] for each in patterns], axis=0) + means[first.shared]
        example = tuple(compiled.fluents[each] for each in first.fluents)
        # A whole pattern has ended the game, as a rule.
        yield PatternWeights(example, len(patterns), tuple(map(float, worth[:-1])))


def _strongest_pairs(
    compiled: Compiled, evaluation: _core.LinearEvaluation, means: np.ndarray
) -> Iterator[tuple[Term, Term, float]]:
    strongest = sorted(evaluation.pairs, key=lambda pair: -abs(means[pair[2]]))
    shown = [pair for pair in strongest if pair[1] < len(compiled.fluents)]  # others say what is legal
    for first, second, feature in shown[:MOST_OTHERS]:
        if abs(means[feature]) >= LEAST_SHOWN:
            yield compiled.fluents[first], compiled.fluents[second], float(means[feature])


def _piece(board: Board, by_fluent: dict[Term, float], content: Term, blank: Term | None) -> PieceBoard:
    def weight(column: Term, row: Term) -> float | None:
        own = by_fluent.get(Function(board.relation, (column, row, content)))
        if own is None or blank is None:
            return own
        return own - by_fluent.get(Function(board.relation, (column, row, blank)), 0.0)

    return PieceBoard(
        content,
        tuple(tuple(weight(column, row) for column in board.columns) for row in reversed(board.rows)),
    )
