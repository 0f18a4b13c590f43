"""What a player finds out about a game before it plays: an evaluation is learned, judged, and tried.

Trust is earned in three steps. The evaluation is learned by self-play (`curriculum`); on games it has not learned from it is compared
with random playouts (R² of the outcomes); and the full-width search that uses it plays short matches against MAC-UCB.
Where MAC-UCB wins these, it has the evaluation beside its playouts if that explains anything; this and decisive playouts
are tried against uniform ones (`judgement`).
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from woodstock import _core
from woodstock.clock import Clock
from woodstock.compile.compiled import Compiled
from woodstock.players.curriculum import Curriculum
from woodstock.players.judgement import Judgement, Verdict, settled
from woodstock.players.lesson import POSITIONS_WITHOUT_CLOCK, Lesson
from woodstock.players.trial import Trial

Way = Callable[[_core.LinearEvaluation, int], _core.Search]
"""A new search for the role of that number, given what was learned."""

LEARNING, JUDGING = 0.6, 0.07
"""Shares of the time: to learn, and to compare with playouts; trials have the rest."""
LEAST_LEARNING = 2.0
"""Seconds; with fewer it goes on in the opponents' time before it is judged."""
LEAST_JUDGING = 0.2
JUDGING_GAMES = 200
WANTED_TRIALS = 8
"""That should fit in the time for them: moves of a trial are the shorter for it."""
MOVE_SHARE, LEAST_MOVE, MOST_MOVE = 0.1, 0.01, 0.25
"""Of the play clock, for a move of a trial at most, and its bounds in seconds."""
SAMPLES_OF_A_MOVE = 512
"""That playouts need in a trial to be judged fairly."""
LONGEST_AFTERWARDS = 20.0
"""Seconds of the opponents' time to come to a verdict."""
ENOUGH_LEARNING = 60.0
"""Seconds. Up to there an evaluation that is used goes on learning in the opponents' time, which is worth more than to
search in it; then the search has it."""


@dataclass(frozen=True, slots=True)
class Ways:
    """How the game can be searched; decisive playouts cannot be had in every game."""

    by_playouts: Way
    by_evaluation: Way
    by_both: Way
    by_decisive: Way
    decisive: Callable[[], bool]
    """Whether they can be had, which takes a moment to find out."""


class Study:
    """Goes on with every `run` until it is done; `verdict` is what is known so far."""

    def __init__(
        self,
        compiled: Compiled,
        ways: Ways,
        lesson: Lesson,
        *,
        seconds: float,
        play_seconds: float,
        seed: int = 0,
        judgement: Judgement | None = None,
    ) -> None:
        self.judgement = judgement
        """What is known so far, perhaps from earlier matches."""
        self.done = False
        self._compiled = compiled
        self._ways = ways
        self._seed = seed
        self._curriculum = Curriculum(
            compiled,
            lesson,
            max(LEAST_LEARNING, seconds * LEARNING),
            seed=seed,
            compares=judgement is None,
        )
        self._judge_for = max(LEAST_JUDGING, seconds * JUDGING)
        self._try_for = seconds * (1 - LEARNING - JUDGING)
        self._play_seconds = play_seconds
        self._afterwards = LONGEST_AFTERWARDS
        self._failure = ""
        self._move_seconds = 0.0
        self._warm = False
        self._trials: dict[Way, Trial] = {}

    def run(self, clock: Clock, stop: _core.StopFlag) -> None:
        """Go on until the clock ends, the flag is set or nothing is left to find out."""
        with self._costing_no_move():
            self._go_on(clock, stop)
        self.lesson.give_way()
        self.done = self.done or bool(self._objection)

    def run_afterwards(self, stop: _core.StopFlag) -> None:
        """Go on in the opponents' time, as far as that is worth it."""
        begin = time.monotonic()
        self._curriculum.begin_no_rival()
        if not self.done:
            self.run(Clock.after(self._afterwards), stop)
            self._afterwards -= time.monotonic() - begin
            self.done = self.done or self._afterwards <= 0
        if self.done and self.verdict.learned and not stop.is_set:
            self._learn_on(stop)

    def run_counted(self, clock: Clock, stop: _core.StopFlag) -> None:
        """Learn from a number of positions and be judged, without trials: repeatable, if the clock allows it."""
        seconds = None if math.isinf(clock.deadline) else clock.remaining()
        with self._costing_no_move():
            self.lesson.study(seconds=seconds, positions=POSITIONS_WITHOUT_CLOCK, stop=stop)
            if not (self._objection or clock.expired or stop.is_set):
                self._judge(None if seconds is None else clock.remaining(), stop)
        self.done = True

    @property
    def lesson(self) -> Lesson:
        """What is learned with, so far."""
        return self._curriculum.lesson

    @property
    def verdict(self) -> Verdict:
        if self._objection:
            return Verdict(False, f"playouts: {self._objection}")
        if self.judgement is None:
            return Verdict(False, "playouts: nothing was learned yet that was judged")
        verdict = self.judgement.verdict
        if verdict.learned and self.lesson.counts_legal_moves:
            return replace(verdict, reason=f"{verdict.reason}, legal moves counted")
        return verdict

    @property
    def by_playouts(self) -> bool:
        """Whether MAC-UCB plays as it is."""
        return self.way == self._ways.by_playouts

    @property
    def way(self) -> Way:
        """The one that the verdict is for."""
        verdict = self.verdict
        if verdict.learned:
            return self._ways.by_evaluation
        if verdict.both:
            return self._ways.by_both
        return self._ways.by_decisive if verdict.decisive else self._ways.by_playouts

    def evaluation(self, way: Way) -> _core.LinearEvaluation:
        """What was learned, as far as a way to search can use it: MAC-UCB's states say nothing of legal moves."""
        lesson = self._curriculum.plain if way == self._ways.by_both else self.lesson
        return lesson.evaluation()

    @contextlib.contextmanager
    def _costing_no_move(self) -> Iterator[None]:
        """Whatever fails in it costs what could have been learned, and not a move."""
        try:
            yield
        except Exception as error:
            self._failure = f"the study failed ({error!r})"

    @property
    def _objection(self) -> str:
        return self._failure or self.lesson.objection

    def _learn_on(self, stop: _core.StopFlag) -> None:
        left = ENOUGH_LEARNING - self.lesson.seconds
        if left > 0:
            with self._costing_no_move():
                self.lesson.study(seconds=left, stop=stop)

    def _go_on(self, clock: Clock, stop: _core.StopFlag) -> None:
        if not self._objection:
            self._warm_up(clock, stop)
            self._curriculum.run(clock, stop)
        if self._objection or not self._curriculum.done:
            return
        if self.judgement is None and not (clock.expired or stop.is_set):
            self._judge(min(self._judge_for, clock.remaining()), stop)
        while self.judgement and not (self.done or clock.expired or stop.is_set):
            self._try(self.judgement, clock, stop)

    def _warm_up(self, clock: Clock, stop: _core.StopFlag) -> None:
        """What playouts need is compiled with the first of them: better now than when the clock is about to end."""
        if not self._warm and not clock.expired:
            self._warm = True
            self._root_search().run(simulations=1, seconds=clock.remaining(), stop=stop)

    def _root_search(self) -> _core.Search:
        """By playouts, from the start of the game."""
        search = self._ways.by_playouts(self.lesson.evaluation(), 0)
        search.set_root(self._compiled.engines.new_stepper().initial())
        return search

    def _judge(self, seconds: float | None, stop: _core.StopFlag) -> None:
        trust = self.lesson.trust(games=JUDGING_GAMES, seed=self._seed, seconds=seconds, stop=stop)
        if not stop.is_set:
            self.judgement = Judgement(trust.net, trust.playouts, trust.positions)

    def _try(self, judgement: Judgement, clock: Clock, stop: _core.StopFlag) -> None:
        """Two matches more, if something is open; done if not, or if matches would take too long."""
        challenger = self._challenger(judgement)
        if challenger is not None and not self._move_seconds:
            self._move_seconds = self._time_moves(clock, stop)
        if challenger is None or math.isinf(self._move_seconds):
            self.done = True
        elif self._move_seconds:
            trial = self._trial_of(challenger)
            trial.run(clock, stop, trial.tally.matches + 2)
            ways = self._ways
            field = {ways.by_evaluation: "tally", ways.by_both: "both", ways.by_decisive: "decisive"}[
                challenger
            ]
            self.judgement = replace(judgement, **{field: getattr(judgement, field) + trial.taken()})

    def _challenger(self, judgement: Judgement) -> Way | None:
        """Who has to be tried before it is known which way is best."""
        if not settled(judgement.tally):
            return self._ways.by_evaluation
        if judgement.verdict.learned:
            return None
        if not settled(judgement.both):
            return self._ways.by_both
        if settled(judgement.decisive) or not self._ways.decisive():
            return None
        return self._ways.by_decisive

    def _trial_of(self, challenger: Way) -> Trial:
        if challenger not in self._trials:
            evaluation = self.evaluation(challenger)
            self._trials[challenger] = Trial(
                self._compiled,
                lambda role: challenger(evaluation, role),
                lambda role: self._ways.by_playouts(evaluation, role),
                seconds=self._move_seconds,
                seed=self._seed,
            )
        return self._trials[challenger]

    def _time_moves(self, clock: Clock, stop: _core.StopFlag) -> float:
        """Of a trial: some matches should fit in the time for them, and playouts have to be enough to go by.

        Infinite if that takes too long for two matches, zero if it is not known yet.
        """
        length = max(1.0, self.lesson.positions / max(1, self.lesson.games))
        fits = self._try_for / (WANTED_TRIALS * length)
        search = self._root_search()
        search.run(simulations=1, seconds=clock.part(0.5).remaining(), stop=stop)
        begin = time.monotonic()
        search.run(simulations=SAMPLES_OF_A_MOVE, seconds=min(1.0, clock.remaining()), stop=stop)
        least = max(LEAST_MOVE, time.monotonic() - begin)
        if stop.is_set or clock.expired:
            return 0.0
        if 2 * length * least > self._try_for + LONGEST_AFTERWARDS:
            return math.inf
        return max(least, min(fits, self._play_seconds * MOVE_SHARE, MOST_MOVE))
