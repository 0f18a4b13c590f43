"""What a player finds out about a game before it plays: an evaluation is learned, judged, and tried.

Trust is earned in three steps. The evaluation is learned by self-play; on games it has not learned from it is compared
with random playouts (R² of the outcomes); and the full-width search that uses it plays short matches against the search
by playouts. The first comparison is a prior worth a few matches, the matches decide.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from woodstock import _core
from woodstock.clock import Clock
from woodstock.compile.compiled import Compiled
from woodstock.players.lesson import POSITIONS_WITHOUT_CLOCK, Lesson
from woodstock.players.trial import NO_MATCHES, Tally, Trial

Way = Callable[[_core.LinearEvaluation, int], _core.Search]
"""A new search for the role of that number, given what was learned."""

LEARNING, JUDGING = 0.5, 0.07
"""Shares of the time: to learn, and to compare with playouts; trials have the rest."""
LEAST_LEARNING = 2.0
"""Seconds; with fewer it goes on in the opponents' time before it is judged."""
NEARLY = 0.95
"""Of that time: a lesson ends a little early at times."""
LEAST_JUDGING = 0.2
JUDGING_GAMES = 200
ENOUGH_POSITIONS = 500
"""Of those games: from fewer, on a busy machine say, less is concluded."""
MOST_TRIALS = 40
WANTED_TRIALS = 8
"""That should fit in the time for them: moves of a trial are the shorter for it."""
MOVE_SHARE, LEAST_MOVE, MOST_MOVE = 0.02, 0.01, 0.1
"""Of the play clock, for a move of a trial at most, and its bounds in seconds."""
SAMPLES_OF_A_MOVE = 512
"""That playouts need in a trial to be judged fairly."""
LONGEST_AFTERWARDS = 20.0
"""Seconds of the opponents' time; the rest of it is for the search."""
PRIOR_MATCHES = 4.0
"""That the comparison with playouts is worth."""
PRIOR_SLOPE, PRIOR_MIDDLE, PRIOR_MOST = 0.35, 0.7, 0.85
"""The score expected of the evaluation: a half where it explains this share of what playouts do, more above."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the learned evaluation is to be used, and why."""

    learned: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is known of an evaluation: R² of outcomes by it and by playouts, and how its trials went."""

    net: float
    playouts: float
    positions: int
    """That these are known from."""
    tally: Tally = NO_MATCHES

    @property
    def expected_score(self) -> float:
        """Of the full-width search against the one by playouts."""
        ratio = self.net / self.playouts if self.playouts > 0 else math.inf
        if self.net <= 0:
            ratio = 0.0
        prior = 0.5 + PRIOR_SLOPE * (min(ratio, 10.0) - PRIOR_MIDDLE)
        prior = min(max(prior, 1 - PRIOR_MOST), PRIOR_MOST)
        prior = 0.5 + (prior - 0.5) * min(1.0, self.positions / ENOUGH_POSITIONS)
        return (PRIOR_MATCHES * prior + self.tally.points) / (PRIOR_MATCHES + self.tally.matches)

    @property
    def settled(self) -> bool:
        """More trials would not change the verdict, most likely."""
        matches = self.tally.matches
        lead = abs(self.tally.points - matches / 2)
        # Six of six, seven and a half of nine …: such a lead by chance has a probability of about one in 50.
        return matches >= MOST_TRIALS or (matches >= 6 and lead >= 1.1 * math.sqrt(matches))

    @property
    def verdict(self) -> Verdict:
        share = f"R² {self.net:.2f} beside {self.playouts:.2f} of playouts"
        tried = f", trials {self.tally}" if self.tally.matches else ""
        learned = self.expected_score > 0.5
        what = "an evaluation learned by self-play" if learned else "playouts, not the evaluation learned"
        return Verdict(learned, f"{what} ({share}{tried})")


class Study:
    """Goes on with every `run` until it is done; `verdict` is what is known so far."""

    def __init__(
        self,
        compiled: Compiled,
        by_playouts: Way,
        by_evaluation: Way,
        lesson: Lesson,
        *,
        seconds: float,
        play_seconds: float,
        seed: int = 0,
        judgement: Judgement | None = None,
    ) -> None:
        self.lesson = lesson
        self.judgement = judgement
        """What is known so far, perhaps from earlier matches."""
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
        self._trial: Trial | None = None

    def run(self, clock: Clock, stop: _core.StopFlag) -> None:
        """Go on until the clock ends, the flag is set or nothing is left to find out.

        Whatever fails here costs what could have been learned, and not a move.
        """
        try:
            self._go_on(clock, stop)
        except Exception as error:
            self._failure = f"the study failed ({error!r})"
        self.done = self.done or bool(self._objection)

    def run_afterwards(self, stop: _core.StopFlag) -> None:
        """Go on in the opponents' time, as far as that is worth it."""
        begin = time.monotonic()
        self.run(Clock.after(self._afterwards), stop)
        self._afterwards -= time.monotonic() - begin
        self.done = self.done or self._afterwards <= 0

    def run_counted(self, clock: Clock, stop: _core.StopFlag) -> None:
        """Learn from a number of positions and be judged, without trials: repeatable, if the clock allows it."""
        seconds = None if math.isinf(clock.deadline) else clock.remaining()
        self.lesson.study(seconds=seconds, positions=POSITIONS_WITHOUT_CLOCK, stop=stop)
        if not (self._objection or clock.expired or stop.is_set):
            self._judge(None if seconds is None else clock.remaining(), stop)
        self.done = True

    @property
    def verdict(self) -> Verdict:
        if self._objection:
            return Verdict(False, f"playouts: {self._objection}")
        if self.judgement is None:
            return Verdict(False, "playouts: nothing was learned yet that was judged")
        return self.judgement.verdict

    @property
    def _objection(self) -> str:
        return self._failure or self.lesson.objection

    def _go_on(self, clock: Clock, stop: _core.StopFlag) -> None:
        left = self._learn_for - self.lesson.seconds
        if left > 0 and not self._objection:
            self.lesson.study(seconds=min(clock.remaining(), left), stop=stop)
        if self._objection or self.lesson.seconds < NEARLY * self._learn_for:
            return
        if self.judgement is None and not (clock.expired or stop.is_set):
            self._judge(min(self._judge_for, clock.remaining()), stop)
        if self.judgement is not None and not (clock.expired or stop.is_set):
            self._try(self.judgement, clock, stop)

    def _judge(self, seconds: float | None, stop: _core.StopFlag) -> None:
        trust = self.lesson.trust(games=JUDGING_GAMES, seed=self._seed, seconds=seconds, stop=stop)
        if not stop.is_set:
            self.judgement = Judgement(trust.net, trust.playouts, trust.positions)

    def _try(self, judgement: Judgement, clock: Clock, stop: _core.StopFlag) -> None:
        if self._trial is None and not judgement.settled:
            seconds = self._move_seconds(stop)
            self.done = seconds > MOST_MOVE
            if self.done or stop.is_set:
                return
            evaluation = self.lesson.evaluation()
            self._trial = Trial(
                self._compiled,
                lambda role: self._by_evaluation(evaluation, role),
                lambda role: self._by_playouts(evaluation, role),
                seconds=seconds,
                seed=self._seed,
                tally=judgement.tally,
            )
        while self._trial and not (judgement.settled or clock.expired or stop.is_set):
            self._trial.run(clock, stop, self._trial.tally.matches + 2)
            self.judgement = judgement = replace(judgement, tally=self._trial.tally)
        self.done = judgement.settled

    def _move_seconds(self, stop: _core.StopFlag) -> float:
        """Of a trial: some matches should fit in the time for them, and playouts have to be enough to go by."""
        length = max(1.0, self.lesson.positions / max(1, self.lesson.games))
        fits = self._try_for / (WANTED_TRIALS * length)
        search = self._by_playouts(self.lesson.evaluation(), 0)
        search.set_root(_core.Stepper(self._compiled.circuit).initial())
        search.run(simulations=1, stop=stop)
        begin = time.monotonic()
        search.run(simulations=SAMPLES_OF_A_MOVE, seconds=2 * MOST_MOVE, stop=stop)
        least = max(LEAST_MOVE, time.monotonic() - begin)
        return max(least, min(fits, self._play_seconds * MOVE_SHARE, MOST_MOVE))
