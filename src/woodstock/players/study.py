"""What a player finds out about a game before it plays: an evaluation is learned, judged, and tried.

Trust is earned in three steps. The evaluation is learned by self-play; on games it has not learned from it is compared
with random playouts (R² of the outcomes); and the full-width search that uses it plays short matches against the search
by playouts. The first comparison is a prior worth a few matches, the matches decide.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from woodstock import _core
from woodstock.clock import Clock
from woodstock.compile.compiled import Compiled
from woodstock.players.lesson import POSITIONS_WITHOUT_CLOCK, Lesson
from woodstock.players.trial import Build, Trial

LEARNING, JUDGING = 0.5, 0.07
"""Shares of the time: to learn, and to compare with playouts; trials have the rest."""
LEAST_LEARNING = 2.0
"""Seconds; with fewer it goes on in the opponents' time before it is judged."""
NEARLY = 0.95
"""Of that time: a lesson ends a little early at times."""
LEAST_JUDGING = 0.2
JUDGING_GAMES = 200
MOST_TRIALS = 40
WANTED_TRIALS = 8
"""That should fit in the time for them: moves of a trial are the shorter for it."""
MOVE_SHARE, LEAST_MOVE, MOST_MOVE = 0.02, 0.01, 0.1
"""Of the play clock, for a move of a trial at most, and its bounds in seconds."""
LONGEST_AFTERWARDS = 20.0
"""Seconds of the opponents' time; the rest of it is for the search."""
SAMPLES_OF_A_MOVE = 512
"""That playouts need in a trial to be judged fairly."""
PRIOR_MATCHES = 4.0
"""That the comparison with playouts is worth."""
PRIOR_SLOPE, PRIOR_MIDDLE, PRIOR_MOST = 0.35, 0.7, 0.85
"""The score expected of the evaluation: a half where it explains this share of what playouts do, more above."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the learned evaluation is to be used, and why."""

    learned: bool
    reason: str


class Study:
    """Goes on with every `run` until it is done; `verdict` is what is known so far."""

    def __init__(
        self,
        compiled: Compiled,
        by_playouts: Build,
        by_evaluation: Callable[[_core.LinearEvaluation, int], _core.Search],
        lesson: Lesson,
        *,
        seconds: float,
        play_seconds: float,
        seed: int = 0,
    ) -> None:
        self.lesson = lesson
        self.done = False
        self._compiled = compiled
        self._by_playouts, self._by_evaluation = by_playouts, by_evaluation
        self._seed = seed
        self._learn_for = max(LEAST_LEARNING, seconds * LEARNING)
        self._judge_for = max(LEAST_JUDGING, seconds * JUDGING)
        self._try_for = seconds * (1 - LEARNING - JUDGING)
        self._play_seconds = play_seconds
        self._afterwards = LONGEST_AFTERWARDS
        self._failure = ""
        self._trust: _core.Trust | None = None
        self._trial: Trial | None = None

    def run(self, clock: Clock, stop: _core.StopFlag) -> None:
        """Go on until the clock ends, the flag is set or nothing is left to find out.

        Whatever fails here costs what could have been learned, and not a move.
        """
        try:
            self._go_on(clock, stop)
        except Exception as error:
            self._failure = f"the study failed ({error!r})"
            self.done = True

    def run_afterwards(self, stop: _core.StopFlag) -> None:
        """Go on in the opponents' time, as far as that is worth it."""
        begin = time.monotonic()
        self.run(Clock.after(self._afterwards), stop)
        self._afterwards -= time.monotonic() - begin
        self.done = self.done or self._afterwards <= 0

    def _go_on(self, clock: Clock, stop: _core.StopFlag) -> None:
        if self.done or self._objection():
            self.done = True
            return
        left = self._learn_for - self.lesson.seconds
        if left > 0:
            self.lesson.study(seconds=min(clock.remaining(), left), stop=stop)
        if self._objection():
            self.done = True
            return
        if self.lesson.seconds < NEARLY * self._learn_for or clock.expired or stop.is_set:
            return
        if self._trust is None:
            judging = min(self._judge_for, clock.remaining())
            trust = self.lesson.trust(games=JUDGING_GAMES, seed=self._seed, seconds=judging, stop=stop)
            if stop.is_set:
                return
            self._trust = trust
        if self._trial is None:
            seconds = self._move_seconds(stop)
            self.done = seconds > MOST_MOVE
            if self.done or stop.is_set:
                return
            evaluation = self.lesson.evaluation()
            self._trial = Trial(
                self._compiled,
                lambda role: self._by_evaluation(evaluation, role),
                self._by_playouts,
                seconds=seconds,
                seed=self._seed,
            )
        while not (self._settled() or clock.expired or stop.is_set):
            self._trial.run(clock, stop, self._trial.tally.matches + 2)
        self.done = self._settled()

    def _move_seconds(self, stop: _core.StopFlag) -> float:
        """Of a trial: some matches should fit in the time for them, and playouts have to be enough to go by."""
        report = self.lesson.report
        length = max(1.0, report.positions / max(1, report.games))
        fits = self._try_for / (WANTED_TRIALS * length)
        search = self._by_playouts(0)
        search.set_root(_core.Stepper(self._compiled.circuit).initial())
        search.run(simulations=1, stop=stop)
        begin = time.monotonic()
        search.run(simulations=SAMPLES_OF_A_MOVE, seconds=2 * MOST_MOVE, stop=stop)
        least = max(LEAST_MOVE, time.monotonic() - begin)
        return max(least, min(fits, self._play_seconds * MOVE_SHARE, MOST_MOVE))

    def run_counted(self, clock: Clock, stop: _core.StopFlag) -> None:
        """Learn from a number of positions and be judged, without trials: repeatable, if the clock allows it."""
        self.lesson.study(seconds=seconds_left(clock), positions=POSITIONS_WITHOUT_CLOCK, stop=stop)
        if not (self._objection() or clock.expired or stop.is_set):
            self._trust = self.lesson.trust(
                games=JUDGING_GAMES, seed=self._seed, seconds=seconds_left(clock), stop=stop
            )
        self.done = True

    @property
    def expected_score(self) -> float:
        """Of the learned evaluation against playouts, by all that is known; 0 where nothing is."""
        if self._trust is None:
            return 0.0
        ratio = self._trust.net / self._trust.playouts if self._trust.playouts > 0 else math.inf
        if self._trust.net <= 0:
            ratio = 0.0
        prior = 0.5 + PRIOR_SLOPE * (min(ratio, 10.0) - PRIOR_MIDDLE)
        prior = min(max(prior, 1 - PRIOR_MOST), PRIOR_MOST)
        points = matches = 0.0
        if self._trial is not None:
            points, matches = self._trial.tally.points, self._trial.tally.matches
        return (PRIOR_MATCHES * prior + points) / (PRIOR_MATCHES + matches)

    @property
    def verdict(self) -> Verdict:
        objection = self._objection()
        if objection:
            return Verdict(False, f"playouts: {objection}")
        if self._trust is None:
            return Verdict(False, "playouts: nothing was learned yet that was judged")
        share = f"R² {self._trust.net:.2f} beside {self._trust.playouts:.2f} of playouts"
        tried = (
            f", trials {self._trial.tally}" if self._trial is not None and self._trial.tally.matches else ""
        )
        learned = self.expected_score > 0.5
        what = "an evaluation learned by self-play" if learned else "playouts, not the evaluation learned"
        return Verdict(learned, f"{what} ({share}{tried})")

    def _objection(self) -> str:
        return self._failure or self.lesson.objection

    def _settled(self) -> bool:
        """More trials would not change the verdict, most likely."""
        assert self._trial is not None
        tally = self._trial.tally
        lead = abs(tally.points - tally.matches / 2)
        # Six of six, seven and a half of nine …: such a lead by chance has a probability of about one in 50.
        return tally.matches >= MOST_TRIALS or (tally.matches >= 6 and lead >= 1.1 * math.sqrt(tally.matches))


def seconds_left(clock: Clock) -> float | None:
    """What a search is told: None where time does not count."""
    return None if math.isinf(clock.deadline) else clock.remaining()
