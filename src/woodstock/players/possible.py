"""What a match may be in, told to a search of the core that can take it: states, probabilities, and how they came about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from woodstock import _core
from woodstock.belief.tracker import Tracker
from woodstock.compile.compiled import Compiled

if TYPE_CHECKING:
    from woodstock.game import Move, State


def set_possible(search: _core.Search, compiled: Compiled, tracker: Tracker) -> bool:
    """Give a search the states that are possible, or so many that stand for them; False if it knows of one state only, or if
    that is all there is.

    No more than the tracker shows: other roles would be taken to move at random in states that are too many for a search to
    learn what they do there.
    """
    particles = tracker.particles
    if tracker.complete or particles is None or particles.compiled is not compiled or not search.takes_worlds:
        return False
    return search.set_worlds(particles.traced(tracker.limit))


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
