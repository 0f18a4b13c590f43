"""A single player's boards, moved on at the same time: each is searched by itself, step by step, and their lines are
put together where they end with the goal at the same step (Günther, Schiffel & Thielscher 2009, §5).

The states of each board are kept, not those of all together: their number is a sum where it was a product. Up to the
last step a board goes only through states that cannot end the game, whatever the others do.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from woodstock import _core
from woodstock.factoring import find_factors
from woodstock.factoring.endings import CLOCK, Endings
from woodstock.factoring.subgame import Subgame, observed
from woodstock.players.boards import MOST_GATES

MOST_STATES = 300_000

Numbers = npt.NDArray[np.int64]


def plan_boards(
    circuit: _core.Circuit, root: _core.State, goal: int, stop: threading.Event
) -> list[int] | None:
    """The moves of a line that ends with the goal; None if there is none such, or the game has no boards."""
    if circuit.gate_count > MOST_GATES:
        return None
    factors = find_factors(circuit)
    if len(factors.boards) < 2 or factors.endings.too_many:
        return None
    endings = factors.endings
    numbers = range(len(factors.boards))
    layers = [Layers(observed(factors.wiring, factors.boards, endings, n), root) for n in numbers]
    table = _Table(endings, goal)
    while not stop.is_set():
        views = [board.views for board in layers]
        clocks = next(iter(views[0])) & table.masks[CLOCK]
        row = table.winning(clocks, views)
        if row is not None:
            return _joined(layers, [row & (table.masks[n] | table.masks[CLOCK]) for n in numbers])
        for number, board in enumerate(layers):
            board.go_on(table.ending(number, clocks))
        if not all(board.views for board in layers) or sum(board.size for board in layers) > MOST_STATES:
            return None
    return None


class _Table:
    """Combinations of concepts, as numbers with a bit for each: those that win, and those that end the game."""

    def __init__(self, endings: Endings, goal: int) -> None:
        boards = {concept.board for concept in endings.concepts} | {CLOCK}
        self.masks = dict.fromkeys(range(max(boards, default=0) + 1), 0) | {CLOCK: 0}
        for place, concept in enumerate(endings.concepts):
            self.masks[concept.board] |= 1 << place
        over, *goals = endings.table
        named = goal in (value for _, value in endings.goal_rows)
        right = np.full(len(over), named)
        for (_, value), holds in zip(endings.goal_rows, goals):
            right &= holds == (value == goal)
        self._winning: Numbers = np.flatnonzero(over & right)
        self._ending: Numbers = np.flatnonzero(over)
        self._others = {
            number: [
                sum(1 << endings.concepts.index(concept) for concept in view)
                for view in endings.going_on(number)
            ]
            for number in self.masks
            if number != CLOCK
        }

    def winning(self, clocks: int, views: list[set[int]]) -> int | None:
        """A combination that wins with each board in one of its views."""
        rows = self._winning[self._winning & self.masks[CLOCK] == clocks]
        for number, mine in enumerate(views):
            rows = rows[np.isin(rows & (self.masks[number] | self.masks[CLOCK]), sorted(mine))]
        return int(rows[0]) if len(rows) else None

    def ending(self, number: int, clocks: int) -> set[int]:
        """The views of a board with which the game may be over although the others would go on."""
        own = self.masks[number] | self.masks[CLOCK]
        rows = self._ending[self._ending & self.masks[CLOCK] == clocks]
        rows = rows[np.isin(rows & ~own, self._others[number])]
        return {int(row) & own for row in rows}


@dataclass
class Layers:
    """The states of a board that can be reached, step by step, each with the state and the move it came from."""

    board: Subgame
    root: _core.State
    _stepper: _core.Stepper = field(init=False)
    _steps: list[dict[_core.State, tuple[_core.State, int] | None]] = field(init=False)
    _views: dict[int, list[_core.State]] = field(init=False)
    size: int = 1

    def __post_init__(self) -> None:
        self._stepper = _core.Stepper(self.board.circuit)
        self._steps = [{self.board.project(self.root): None}]
        self._look()

    @property
    def views(self) -> set[int]:
        """The ways in which concepts hold in the states of the last step."""
        return set(self._views)

    def _look(self) -> None:
        self._views = {}
        for state in self._steps[-1]:
            view = sum(1 << place for place in self._stepper.goals(state, 0))
            self._views.setdefault(view, []).append(state)

    def go_on(self, but: set[int]) -> None:
        """One step further, from the states without these views."""
        found: dict[_core.State, tuple[_core.State, int] | None] = {}
        for view, states in self._views.items():
            if view in but:
                continue
            for state in states:
                for move in self._stepper.legal(state, 0):
                    found.setdefault(self._stepper.play(state, [move]), (state, move))
        self._steps.append(found)
        self.size += len(found)
        self._look()

    def line(self, view: int) -> list[int]:
        """The moves to a state of the last step with this view."""
        state, moves = self._views[view][0], list[int]()
        for step in reversed(self._steps):
            before = step[state]
            if before is not None:
                state = before[0]
                moves.append(before[1])
        return moves[::-1]


def _joined(layers: list[Layers], views: list[int]) -> list[int]:
    """The moves that are, on every board, what its line asks for."""
    named = {
        kinds: move for move, kinds in enumerate(zip(*(board.board.representative[0] for board in layers)))
    }
    lines = [board.line(view) for board, view in zip(layers, views)]
    return [named[kinds] for kinds in zip(*lines)]
