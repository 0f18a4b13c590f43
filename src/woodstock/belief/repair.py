"""Finding possible states again when none of those that were kept agrees with what was just observed.

What is wrong is a hidden move, made some time ago. So a line of play that agreed until now is changed at one step, and
goes on as before where that is possible, else with other moves that agree with what was observed. Lines that come
as far as the ones before them take their place: a local search over what may have happened.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from woodstock.belief.history import History
from woodstock.belief.observation import Observation
from woodstock.belief.trial import Outcome, difference
from woodstock.clock import Clock

if TYPE_CHECKING:
    from woodstock.game import Game, Role, State

MOST_ATTEMPTS = 2048
USUAL_ATTEMPTS = 64
"""As long as nothing is found, and for more than what is found."""
MOST_LINES = 32
DECLINE = 0.5
"""Lines that come this much less far than the one before them may be kept besides: a way out of dead ends."""
MOST_TRIES = 64
"""Joint moves tried for one step of an attempt."""
RECENT = 0.25
"""How often the step to change is one of the last few."""
CERTAIN = 2
"""So many times no other move was found at a step: then its moves are taken to be known."""
DOUBT = 0.02

Line = list[History]
Tried = Callable[["State", Observation, Clock], Iterator[Outcome]]


class Repair:
    """`tried` gives what follows the joint moves that are possible in a state, in random order.

    It learns at which steps nothing was hidden, so it serves a whole match.
    """

    def __init__(self, game: Game, role: Role, tried: Tried, source: random.Random) -> None:
        self._start = game.initial_state()
        self._roles = game.roles
        self._role = role
        self._tried = tried
        self._random = source
        self._known = Counter[int]()

    def find(
        self, lines: list[Line], observed: Sequence[Observation], most: int, clock: Clock, *, needed: bool
    ) -> dict[State, History]:
        """At most so many states that agree with all that was observed, with the steps that led to them.

        If they are not needed but only welcome, less is tried.
        """
        found: dict[State, History] = {}
        left = MOST_ATTEMPTS if needed else USUAL_ATTEMPTS
        while left and len(found) < most and not clock.expired:
            left -= 1
            place = self._random.randrange(len(lines))
            line = self._changed(lines[place], observed, clock)
            last = line[-1] if line else None
            if last is not None and last.state is not None and len(line) == len(observed):
                left = min(left, USUAL_ATTEMPTS) if last.state in found else USUAL_ATTEMPTS
                found[last.state] = last
            elif len(line) >= len(lines[place]):
                lines[place] = line
            elif len(lines) < MOST_LINES and self._random.random() < len(line) / len(lines[place]) - DECLINE:
                lines.append(line)
        return found

    def _changed(self, line: Line, observed: Sequence[Observation], clock: Clock) -> Line:
        """The line with another move at one step, as far as it agrees with what was observed."""
        place = self._place(len(line))
        result = line[:place]
        state = self._state(line, place)
        for number in range(place, len(observed)):
            if clock.expired:
                break
            kept = line[number] if place < number < len(line) else None
            avoided = line[number] if place == number < len(line) else None
            outcome = self._again(state, observed[number], kept) or self._other(
                state, observed[number], avoided, clock
            )
            if outcome is None:
                self._known[number] += number == place
                break
            state = outcome.state
            result.append(History(outcome.moves, state, result[-1] if result else None))
        return result

    def _place(self, length: int) -> int:
        """The step to change: often one of the last, which costs least, else any; seldom one whose moves are known."""
        open_places = [place for place in range(length) if self._known[place] < CERTAIN]
        if not open_places or self._random.random() < DOUBT:
            open_places = list(range(max(1, length)))
        if self._random.random() < RECENT:
            return open_places[-1 - min(len(open_places) - 1, int(self._random.expovariate(0.5)))]
        return self._random.choice(open_places)

    def _state(self, line: Line, place: int) -> State:
        """The state before a step, played again from the last one that is remembered."""
        known = place
        while known and line[known - 1].state is None:
            known -= 1
        state = (line[known - 1].state if known else None) or self._start
        for step in line[known:place]:
            state = step.state = state.successor(step.moves)
        return state

    def _again(self, state: State, entry: Observation, step: History | None) -> Outcome | None:
        """What follows the same moves as before, if that may be."""
        if step is None or state.terminal:
            return None
        if not all(move in state.legal(role) for role, move in zip(self._roles, step.moves, strict=True)):
            return None
        after = state.successor(step.moves)
        return None if difference(after, self._role, entry) else Outcome(after, step.moves)

    def _other(self, state: State, entry: Observation, step: History | None, clock: Clock) -> Outcome | None:
        """What follows other moves that agree with the observation."""
        for outcome in islice(self._tried(state, entry, clock), MOST_TRIES):
            if (step is None or outcome.moves != step.moves) and not difference(
                outcome.state, self._role, entry
            ):
                return outcome
        return None
