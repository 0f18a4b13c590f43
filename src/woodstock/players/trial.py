"""Short matches between two searches before the match itself: which of them plays this game better.

Each opening, a few random moves, is played twice with the seats exchanged, so that its luck cancels out. A trial can be
interrupted after any move and goes on where it stopped.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass

from woodstock import _core
from woodstock.clock import Clock
from woodstock.compile.compiled import Compiled
from woodstock.players.budget import run_seed

Build = Callable[[int], _core.Search]
"""A new search for the role of that number."""

OPENINGS = (2, 4, 3, 5, 1, 6)
"""Random steps that a match begins with, one opening after the other."""
LONGEST_MATCH = 400
"""Steps; a match that goes on is a draw."""
WANTED_TRIALS = 12
"""That should fit in the time for them: moves of a trial are the shorter for it."""
MOVE_SHARE, LEAST_MOVE, MOST_MOVE = 0.1, 0.006, 0.25
"""Of the play clock, for a move of a trial at most, and its bounds in seconds."""
SAMPLES_OF_A_MOVE = 512
"""That playouts need in a trial to be judged fairly."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Points of the first search: one for a match in which its roles get more, half where they get as much."""

    points: float = 0.0
    matches: int = 0

    def __add__(self, more: Tally) -> Tally:
        return Tally(self.points + more.points, self.matches + more.matches)

    def __str__(self) -> str:
        return f"{self.points:g} of {self.matches}"


NO_MATCHES = Tally()


class Trial:
    """Matches of `first` against `second`, each with so many seconds (or simulations) a move."""

    def __init__(
        self,
        compiled: Compiled,
        first: Build,
        second: Build,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        seed: int = 0,
    ) -> None:
        self.tally = NO_MATCHES
        self._taken = NO_MATCHES
        self._stepper = compiled.engines.new_stepper()
        self._roles = range(compiled.circuit.role_count)
        self._chance = compiled.circuit.chance_role
        self._builds = (first, second)
        self._seconds, self._simulations = seconds, simulations
        self._source = random.Random(f"trial {seed}")
        self._seed = seed
        self._stop = _core.StopFlag()
        self._moves = self._play_on()

    def run(self, clock: Clock, stop: _core.StopFlag, most: int) -> bool:
        """Go on until `most` matches are played or the clock ends; True if they are played."""
        self._stop = stop
        while self.tally.matches < most:
            if clock.expired or stop.is_set:
                return False
            next(self._moves)
        return True

    def taken(self) -> Tally:
        """The matches since it was last asked for them."""
        before, self._taken = self._taken, self.tally
        return Tally(self.tally.points - before.points, self.tally.matches - before.matches)

    def _play_on(self) -> Iterator[None]:
        """Matches without end, a move at a time. They count in pairs: the luck of an opening has to cancel out."""
        players = [role for role in self._roles if role != self._chance]
        pair = 0
        while True:
            opening = self._opening(OPENINGS[pair % len(OPENINGS)])
            both = NO_MATCHES
            for exchanged in (0, 1):
                seats = {role: (place + pair + exchanged) % 2 for place, role in enumerate(players)}
                both += yield from self._play(opening, seats)
            self.tally += both
            pair += 1
            yield

    def _opening(self, steps: int) -> _core.State:
        state = self._stepper.initial()
        for _ in range(steps):
            legal = [self._stepper.legal(state, role) for role in self._roles]
            after = self._stepper.play(state, [self._source.choice(moves) for moves in legal])
            if self._stepper.terminal(after):
                break
            state = after
        return state

    def _play(self, state: _core.State, seats: dict[int, int]) -> Generator[None, None, Tally]:
        searches = {role: self._builds[seat](role) for role, seat in seats.items()}
        chance = random.Random(f"{self._seed} {self.tally.matches // 2}")
        for step in range(LONGEST_MATCH):
            if self._stepper.terminal(state):
                break
            moves = []
            for role in self._roles:
                legal = self._stepper.legal(state, role)
                if role == self._chance:
                    moves.append(chance.choice(legal))
                elif len(legal) == 1:
                    moves.append(legal[0])
                else:
                    cut_short = True
                    while cut_short:
                        move = self._think(searches[role], state, step)
                        cut_short = self._stop.is_set
                        yield
                    moves.append(move)
            state = self._stepper.play(state, moves)
        return self._count(state, seats)

    def _think(self, search: _core.Search, state: _core.State, step: int) -> int:
        search.set_root(state)
        search.run(
            seconds=self._seconds,
            simulations=self._simulations,
            stop=self._stop,
            seed=run_seed(self._seed, step),
        )
        report = search.report()
        return report.moves[report.chosen].move

    def _count(self, state: _core.State, seats: dict[int, int]) -> Tally:
        over = self._stepper.terminal(state)
        goals: tuple[list[int], list[int]] = ([], [])
        for role, seat in seats.items():
            goals[seat].append((self._stepper.goal(state, role) or 0) if over else 0)
        first, second = _mean(goals[0]), _mean(goals[1])
        return Tally(1.0 if first > second else 0.0 if first < second else 0.5, 1)


def time_moves(
    playouts: _core.Search,
    length: float,
    clock: Clock,
    stop: _core.StopFlag,
    *,
    seconds: float,
    later: float,
    play_seconds: float,
) -> float:
    """Seconds of a move: some matches of that length should fit in the time for them, and playouts have to be enough to go by.

    Infinite if that takes too long for two matches, with the time that there is later, too; zero if it is not known yet.
    """
    fits = seconds / (WANTED_TRIALS * length)
    playouts.run(simulations=1, seconds=clock.part(0.5).remaining(), stop=stop)
    begin = time.monotonic()
    playouts.run(simulations=SAMPLES_OF_A_MOVE, seconds=min(1.0, clock.remaining()), stop=stop)
    least = max(LEAST_MOVE, time.monotonic() - begin)
    if stop.is_set or clock.expired:
        return 0.0
    if 2 * length * least > seconds + later:
        return math.inf
    return max(least, min(fits, play_seconds * MOVE_SHARE, MOST_MOVE))


def _mean(goals: Sequence[int]) -> float:
    return sum(goals) / len(goals)
