"""Joint moves of one possible state, tried one by one against what a role has observed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from woodstock.belief.observation import Observation

if TYPE_CHECKING:
    from woodstock.game import Move, Role, State


@dataclass(frozen=True, slots=True)
class Outcome:
    """What follows a joint move, and how probable the move was, where that is known before all were tried."""

    state: State
    moves: tuple[Move, ...]
    probability: float | None = None


class Trial:
    """How many were tried so far, and the outcomes that fitted."""

    def __init__(self, world: State, weight: float, outcomes: Iterator[Outcome], entry: Observation) -> None:
        self.world = world
        self.weight = weight
        self.tried = 0
        self.fitting: list[Outcome] = []
        self.nearest: tuple[int, State] | None = None
        """The play that went on with the fewest percepts wrong, and how many."""
        self._outcomes = outcomes
        self._entry = entry

    def go_on(self, role: Role) -> bool:
        """Try one more; False if there is none."""
        outcome = next(self._outcomes, None)
        if outcome is None:
            return False
        self.tried += 1
        wrong = difference(outcome.state, role, self._entry)
        if not wrong:
            self.fitting.append(outcome)
        elif (self.nearest is None or wrong < self.nearest[0]) and not outcome.state.terminal:
            self.nearest = wrong, outcome.state
        return True


def weighed(trials: Sequence[Trial]) -> dict[State, float]:
    """How probable each fitting state is: one of n joint moves tried in a world has 1/n of the world's probability."""
    found: dict[State, float] = {}
    for trial in trials:
        for outcome in trial.fitting:
            share = 1 / trial.tried if outcome.probability is None else outcome.probability
            found[outcome.state] = found.get(outcome.state, 0.0) + trial.weight * share
    return found


def difference(state: State, role: Role, entry: Observation) -> int:
    """How many percepts of the step that led to a state are not those observed, or the reverse."""
    if entry.percepts is None:
        return 0
    return len(set(state.percepts(role)).symmetric_difference(entry.percepts))
