"""What a player finds out about a game before it plays: an evaluation is learned, judged, and tried.

Trust is earned in three steps. An evaluation is learned by self-play (`curriculum`), and by rollouts which moves playouts should
prefer (`preferences`); on games it has not learned from both are compared with random playouts (R² of the outcomes); and the
searches that use them play short matches against MAC-UCB as it is, those first that may turn out best (`judgement`). Where nothing
can be said about positions (moves at the same time), what needs no evaluation is tried all the same.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from woodstock import _core
from woodstock.clock import Clock
from woodstock.compile.compiled import Compiled
from woodstock.players.curriculum import Curriculum
from woodstock.players.judgement import USUAL_TRIAL, WORTH, Judgement, Means, Verdict, gain_by_time
from woodstock.players.lesson import POSITIONS_WITHOUT_CLOCK, Lesson
from woodstock.players.lore import Lore, Way
from woodstock.players.macucb import has_decisive, is_wide, takes_wins
from woodstock.players.preferences import Preferences
from woodstock.players.trial import MOST_MOVE, Trial, time_moves

LEARNING, PREFERRING, JUDGING = 0.45, 0.1, 0.1
"""Shares of the time: to learn an evaluation and preferences, and to compare them with playouts; trials have the rest."""
LEAST_LEARNING, LEAST_PREFERRING = 2.0, 1.0
"""Seconds; with fewer it goes on in the opponents' time before it is judged."""
LEAST_JUDGING, MOST_JUDGING, LEAST_POSITIONS = 0.4, 4.0, 100
"""Seconds to compare with, at least; twice as many, up to a bound, as long as they gave fewer positions."""
JUDGING_GAMES = 200
LONGEST_AFTERWARDS = 20.0
"""Seconds of the opponents' time to come to a verdict."""
TELLING = 0.05
"""Of the time of a real move, that one of a trial needs to tell something of GRAVE in a wide game (docs/strength.md)."""
ENOUGH_LEARNING = 60.0
"""Seconds. Up to there an evaluation that is used goes on learning in what is left of the start clock and in the opponents'
time, which is worth more than to search in it; then the search has it."""


class Study:
    """Goes on with every `run` until it is done; `verdict` is what is known so far."""

    def __init__(
        self,
        compiled: Compiled,
        ways: Mapping[Means, Way],
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
        self._preferences = Preferences(
            compiled, seconds=max(LEAST_PREFERRING, seconds * PREFERRING), seed=seed
        )
        self._preferred: _core.PreferredPlay | None = None
        self._judge_for = max(LEAST_JUDGING, seconds * JUDGING)
        self._try_for = seconds * (1 - LEARNING - PREFERRING - JUDGING)
        self._play_seconds = play_seconds
        self._afterwards = LONGEST_AFTERWARDS
        self._failure = ""
        self._move_seconds = 0.0
        self._warm = False
        self._judged = False
        self._trials: dict[Means, Trial] = {}
        chance = compiled.circuit.chance_role
        self._alone = sum(role != chance for role in range(compiled.circuit.role_count)) < 2
        """There is nobody to play trials against."""
        self._wide = is_wide(compiled)

    def run(self, clock: Clock, stop: _core.StopFlag) -> None:
        """Go on until the clock ends, the flag is set or nothing is left to find out, and to learn."""
        self._find_out(clock, stop)
        if self.done and self.verdict.means in (Means.EVALUATION, Means.BOTH):
            self._learn_on(stop, clock.remaining())
            self.lesson.give_way()

    def run_afterwards(self, stop: _core.StopFlag) -> None:
        """Go on in the opponents' time, as far as that is worth it."""
        begin = time.monotonic()
        self._curriculum.begin_no_rival()
        if not self.done:
            self._find_out(Clock.after(self._afterwards), stop)
            self._afterwards -= time.monotonic() - begin
            self.done = self.done or self._afterwards <= 0
        if self.done and self.verdict.learned:
            self._learn_on(stop)

    def run_counted(self, clock: Clock, stop: _core.StopFlag) -> None:
        """Learn from a number of positions and be judged, without trials: repeatable, if the clock allows it."""
        seconds = None if math.isinf(clock.deadline) else clock.remaining()
        with self._costing_no_move():
            self.lesson.study(seconds=seconds, positions=POSITIONS_WITHOUT_CLOCK, stop=stop)
            if not (self.lesson.objection or clock.expired or stop.is_set):
                self._judge(None if seconds is None else clock.remaining(), stop)
        self.done = True

    @property
    def lesson(self) -> Lesson:
        """What is learned with, so far."""
        return self._curriculum.lesson

    @property
    def verdict(self) -> Verdict:
        if self._failure:
            return Verdict(Means.PLAYOUTS, f"playouts: {self._failure}")
        objection = self.lesson.objection
        if self.judgement is None:
            why = objection or "nothing was learned yet that was judged"
            return Verdict(Means.PLAYOUTS, f"playouts: {why}")
        verdict = self.judgement.verdict
        if objection:
            return replace(verdict, reason=f"{verdict.means.value}: {objection}")
        if verdict.learned and self.lesson.counts_legal_moves:
            return replace(verdict, reason=f"{verdict.reason}, legal moves counted")
        return verdict

    @property
    def way(self) -> Way:
        """The one that the verdict is for."""
        return self._ways[self.verdict.means]

    @property
    def lore(self) -> Lore:
        """What was learned, as far as the way that the verdict is for can use it."""
        return self._lore_for(self.verdict.means)

    def _lesson_for(self, means: Means) -> Lesson:
        """MAC-UCB's states say nothing of legal moves."""
        return self._curriculum.plain if means is Means.BOTH else self.lesson

    def _lore_for(self, means: Means) -> Lore:
        worth = WORTH if self.judgement is None else self.judgement.worth
        return Lore(self._lesson_for(means).evaluation(), self._preferred, worth)

    @contextlib.contextmanager
    def _costing_no_move(self) -> Iterator[None]:
        """Whatever fails in it costs what could have been learned, and not a move."""
        try:
            yield
        except Exception as error:
            self._failure = f"the study failed ({error!r})"

    def _learn_on(self, stop: _core.StopFlag, most: float = math.inf) -> None:
        lesson = self._lesson_for(self.verdict.means)
        left = min(ENOUGH_LEARNING - lesson.seconds, most)
        if left > 0 and not stop.is_set:
            with self._costing_no_move():
                lesson.study(seconds=left, stop=stop)

    def _find_out(self, clock: Clock, stop: _core.StopFlag) -> None:
        with self._costing_no_move():
            self._go_on(clock, stop)
        self.lesson.give_way()
        self.done = self.done or bool(self._failure)

    def _go_on(self, clock: Clock, stop: _core.StopFlag) -> None:
        self._warm_up(clock, stop)
        self._curriculum.run(clock, stop)
        if self.lesson.objection and self._alone:
            self.done = True
        if self.done or not (self._curriculum.done or self.lesson.objection):
            return
        self._preferences.run(clock, stop)
        if not self._preferences.done:
            return
        while not (self._judged or clock.expired or stop.is_set):
            self._judge(min(self._judge_for, clock.remaining()), stop)
        while self.judgement and not (self.done or clock.expired or stop.is_set):
            self._try(self.judgement, clock, stop)

    def _warm_up(self, clock: Clock, stop: _core.StopFlag) -> None:
        """What playouts need is compiled with the first of them: better now than when the clock is about to end."""
        if not self._warm and not clock.expired:
            self._warm = True
            self._root_search().run(simulations=1, seconds=clock.remaining(), stop=stop)
            if self.judgement is not None:
                self.judgement = self._with_gain(self.judgement)

    def _root_search(self) -> _core.Search:
        """By playouts, from the start of the game."""
        search = self._ways[Means.PLAYOUTS](self._lore_for(Means.PLAYOUTS), 0)
        search.set_root(self._compiled.engines.new_stepper().initial())
        return search

    def _judge(self, seconds: float | None, stop: _core.StopFlag) -> None:
        """How much of what happens each way to judge explains; what was known before of the evaluation stays."""
        found = self._preferences.candidates
        judgement = self.judgement
        self._preferred = found[len(found) // 2] if found else None  # as good as any
        if self.lesson.objection:
            self.judgement = self._with_gain(judgement or Judgement(0.0, 0.0, 0))
            self._judged = True
            return
        plain = self._curriculum.plain
        share = seconds if seconds is None or self.lesson is plain else seconds / 2
        ask = partial(Lesson.trust, games=JUDGING_GAMES, seed=self._seed, seconds=share, stop=stop)
        trust = ask(plain, preferred=found)
        own = trust if self.lesson is plain else ask(self.lesson)
        if stop.is_set:
            return
        enough = trust.positions >= LEAST_POSITIONS
        if seconds is not None and not enough and self._judge_for < MOST_JUDGING:
            self._judge_for *= 2
            return
        if judgement is None:
            judgement = Judgement(own.net, own.playouts, own.positions)
        if enough:
            judgement = replace(judgement, beside=trust.net, usual=trust.playouts, compared=trust.positions)
        if found and enough:
            explained, best = max(zip(trust.preferred, range(len(found))))
            self._preferred = found[best]
            judgement = replace(judgement, preferred=explained)
        self.judgement = self._with_gain(judgement)
        self._judged = True
        found.clear()

    def _try(self, judgement: Judgement, clock: Clock, stop: _core.StopFlag) -> None:
        """Two matches more, if something is open; done if not, or if matches would take too long."""
        if not self._move_seconds:
            self._move_seconds = self._time_moves(clock, stop)
            judgement = self._with_gain(judgement)
        challenger = judgement.challenger(self._ways, self._can_be_had)
        if challenger is None or math.isinf(self._move_seconds):
            self.done = True
        elif self._move_seconds:
            trial = self._trial_of(challenger)
            trial.run(clock, stop, trial.tally.matches + 2)
            self.judgement = judgement.after(challenger, trial.taken())

    def _with_gain(self, judgement: Judgement) -> Judgement:
        """What some ways gain by the time of a real move, and what that depends on."""
        known = 0 < self._move_seconds < math.inf
        trial = self._move_seconds if known else USUAL_TRIAL
        decisive = takes_wins(self._compiled)
        gain = gain_by_time(self._play_seconds, trial) if decisive or self._wide else 0.0
        return replace(judgement, decisive=decisive, wide=self._wide, gain=gain)

    def _can_be_had(self, means: Means) -> bool:
        if means is Means.PREFERRED:
            return self._preferred is not None
        if means is Means.UNIFORM:
            return has_decisive(self._compiled)
        if means is Means.GRAVE and self._wide:
            return self._move_seconds >= min(TELLING * self._play_seconds, MOST_MOVE)
        return means in (Means.UCT, Means.GRAVE) or not self.lesson.objection

    def _trial_of(self, challenger: Means) -> Trial:
        if challenger not in self._trials:
            lore = self._lore_for(challenger)
            self._trials[challenger] = Trial(
                self._compiled,
                lambda role: self._ways[challenger](lore, role),
                lambda role: self._ways[Means.PLAYOUTS](lore, role),
                seconds=self._move_seconds,
                seed=self._seed,
            )
        return self._trials[challenger]

    def _time_moves(self, clock: Clock, stop: _core.StopFlag) -> float:
        """Of a trial; infinite if not even two matches fit, zero if it is not known yet."""
        games = self.lesson.games
        length = self.lesson.positions / games if games else self._preferences.length
        if not length:
            return math.inf
        return time_moves(
            self._root_search(),
            max(1.0, length),
            clock,
            stop,
            seconds=self._try_for,
            later=LONGEST_AFTERWARDS,
            play_seconds=self._play_seconds,
        )
