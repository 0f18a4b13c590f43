"""What a match may be in, told to a search of the core that can take it: states, probabilities, and how they came about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from woodstock import _core
from woodstock.belief.tracker import Tracker
from woodstock.compile.compiled import Compiled

if TYPE_CHECKING:
    from woodstock.game import Move, State


def set_possible(search: _core.Search, compiled: Compiled, tracker: Tracker) -> bool:
    """Give a search all states that are possible; False if it knows of one state only, or if that is all there is."""
    if tracker.complete or not search.takes_worlds:
        return False
    return search.set_worlds(
        [
            (native_state(compiled, state), weight, numbered(compiled, tracker, state))
            for state, weight in tracker.worlds.items()
        ]
    )


def numbered(compiled: Compiled, tracker: Tracker, state: State) -> list[list[int]]:
    """The joint moves that led to a state, as the core numbers them."""
    return [
        [numbers[move.term] for numbers, move in zip(compiled.vocabulary.move_numbers, moves)]
        for moves in tracker.line(state)
    ]


def native_state(compiled: Compiled, state: State) -> _core.State:
    if state.game.compiled is compiled and isinstance(state.position, _core.State):
        return state.position
    return compiled.state(state.fluents)


def after(tracker: Tracker, move: Move) -> State:
    """The state after our own move if only one can follow, else the one before it."""
    state = tracker.state
    others = [state.legal(role) for role in tracker.game.roles if role != tracker.role]
    if any(len(moves) != 1 for moves in others):
        return state
    return state.play(
        tuple(move if role == tracker.role else state.legal(role)[0] for role in tracker.game.roles)
    )
