"""Which moves playouts should prefer, learned from rollouts (`core/search/learning/preference_learner.hpp`).

>>> from woodstock.clock import Clock
>>> from woodstock.games.library import load
>>> preferences = Preferences(load("reversi").compiled, batches=2)
>>> preferences.run(Clock.after(60), _core.StopFlag())
>>> preferences.done, len(preferences.candidates) > 0
(True, True)

Preferences that are right for one game are too sharp for another, so there are several candidates: after one round
of learning, three and six with the fluents that tell a move's good occasions from its bad ones, and after one and three by moves alone. Whose
playouts explain outcomes best is found out by comparison with the results of self-play (`Lesson.trust`).
"""

from __future__ import annotations

import math
import time
from collections import deque

from woodstock import _core
from woodstock.clock import Clock
from woodstock.compile.compiled import Compiled

COURSES = {4: (1, 3, 6), 1: (1, 3)}
"""By the leaves of a move's tree of fluents, after which rounds there is a candidate."""
LEAST_SAMPLES = 4
"""For each move of the game in a round: from fewer little but noise is learned."""
LONGEST = 8.0
"""Seconds, of all rounds: with more they would not be much sharper."""
PATIENCE = 2.0
"""Times the seconds that all rounds together may take, where samples come slowly; then it is given up."""


class Preferences:
    """Rounds of learning, of equal parts of the seconds or of so many batches each; goes on with every `run`."""

    def __init__(
        self, compiled: Compiled, *, seconds: float = LONGEST, batches: int | None = None, seed: int = 0
    ) -> None:
        self.candidates: list[_core.PreferredPlay] = []
        self._least = LEAST_SAMPLES * compiled.circuit.move_count
        self._rounds: deque[tuple[_core.PreferenceLearner, bool]] = deque()
        """To come: who learns, and whether it is a candidate then."""
        for leaves, kept in COURSES.items():
            learner = _core.PreferenceLearner(compiled.engines, leaves=leaves, seed=seed)
            self._rounds += [(learner, number in kept) for number in range(1, kept[-1] + 1)]
        self._seconds = math.inf if batches else PATIENCE * min(seconds, LONGEST)
        """In all, that are left."""
        self._round_seconds = min(seconds, LONGEST) / len(self._rounds)
        self._round_batches = batches
        self.length = 0.0
        """Steps of a random play, in the mean, once something was collected."""
        self._spent, self._batches = 0.0, 0
        """Of the present round."""

    @property
    def done(self) -> bool:
        return not self._rounds

    def run(self, clock: Clock, stop: _core.StopFlag) -> None:
        """Learn until all rounds are over, the clock ends or the flag is set."""
        while self._rounds and not (clock.expired or stop.is_set):
            learner, kept = self._rounds[0]
            begin = time.monotonic()
            limit = min(self._seconds, clock.remaining())
            collected = learner.collect(seconds=None if math.isinf(limit) else limit, stop=stop)
            taken = time.monotonic() - begin
            self._spent += taken
            self._seconds -= taken
            self._batches += collected
            self.length = learner.length or self.length
            if self._enough(learner):
                self._end_round(learner, kept)
            elif self._seconds <= 0 or not (collected or clock.expired or stop.is_set):
                self._rounds.clear()  # too slow, or there is nothing to learn from

    def _enough(self, learner: _core.PreferenceLearner) -> bool:
        if self._round_batches is not None:
            return self._batches >= self._round_batches
        return self._spent >= self._round_seconds and learner.samples >= self._least

    def _end_round(self, learner: _core.PreferenceLearner, kept: bool) -> None:
        learner.improve()
        preferred = learner.preferred()
        if kept and preferred is not None:
            self.candidates.append(preferred)
        self._rounds.popleft()
        self._spent, self._batches = 0.0, 0
