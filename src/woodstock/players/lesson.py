"""What positions of a game are worth, learned from its rules by self-play (`core/search/learning`).

>>> from woodstock.clock import Clock
>>> from woodstock.games.library import load
>>> lesson = learn(load("tictactoe").compiled, Clock(), positions=2000)
>>> lesson.objection, lesson.report.positions >= 2000
('', True)
>>> lesson.evaluation().contexts
2
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from woodstock import _core
from woodstock.clock import Clock
from woodstock.compile.compiled import Compiled
from woodstock.gdl import Rulesheet
from woodstock.players.likeness import LikenessHunt, Rows

POSITIONS_WITHOUT_CLOCK = 20_000
TOGETHER, DUELS = 0.3, 0.1
"""Of a lesson's time: in which all candidates learn, and for the duels that leave one."""
_LOOK_SECONDS = 0.25
"""Between two looks whether symmetries are there."""
_LIKENESS = 0.25
"""Of the time to learn, for the work of looking for symmetries, at most."""


class Lesson:
    """A learner with what it cost so far. For one thread at a time."""

    def __init__(
        self, compiled: Compiled, options: _core.LearnerOptions | None = None, *, seed: int = 0
    ) -> None:
        self._options = options or _core.LearnerOptions()
        self._learner = _core.Learner(compiled.engines, self._options, seed)
        self._compiled = compiled
        self._seed = seed
        self._rulesheet: Rulesheet | None = None
        self._hunting = 0.0
        self._hunt: LikenessHunt | None = None
        self._found: Rows = []
        """Symmetries that tie weights together."""
        self.seconds = 0.0
        self._positions_before = self._games_before = 0

    def with_legal_moves(self) -> Lesson:
        """One of the same game, not begun, to which it also counts which moves are legal.

        >>> from woodstock.games.library import load
        >>> lesson = Lesson(load("reversi").compiled).with_legal_moves()
        >>> lesson.counts_legal_moves
        True
        """
        options = _core.LearnerOptions()
        for option in _core.learner_options():
            options[option.name] = self._options[option.name]
        options["legal"] = 1
        lesson = Lesson(self._compiled, options, seed=self._seed)
        lesson._hunt = self._hunt
        lesson._tie(self._found)
        return lesson

    @property
    def symmetries(self) -> int:
        """Generators of those that tie weights together."""
        return len(self._found)

    @property
    def counts_legal_moves(self) -> bool:
        return bool(self._options["legal"])

    @property
    def report(self) -> _core.LearnerReport:
        return self._learner.report()

    @property
    def objection(self) -> str:
        """Why nothing can be learned, as far as is known; empty otherwise."""
        return self.report.objection

    @property
    def positions(self) -> int:
        """Learned from, earlier ones included."""
        return self._positions_before + self.report.positions

    @property
    def games(self) -> int:
        return self._games_before + self.report.games

    def resume(
        self,
        weights: Sequence[float],
        *,
        positions: int,
        games: int,
        seconds: float,
        pairs: Sequence[tuple[int, int]] = (),
    ) -> None:
        """Go on from what was learned earlier, after a survey."""
        self._learner.resume(list(weights), list(pairs))
        self._positions_before, self._games_before, self.seconds = positions, games, seconds

    def survey(self, stop: _core.StopFlag | None = None, *, seconds: float | None = None) -> None:
        """Play some random games, which show most objections."""
        self._learner.run(positions=0, seconds=seconds, stop=stop)

    def use_likeness(self, rulesheet: Rulesheet, seconds: float) -> None:
        """Learn by symmetries: they are looked for in a part of the time to learn, once there is something to."""
        self._rulesheet, self._hunting = rulesheet, _LIKENESS * seconds

    def stop_hunting(self) -> None:
        self._rulesheet = None
        if self._hunt is not None:
            self._hunt.stop()

    def give_way(self) -> None:
        """Look for symmetries only in what time others leave: a search is next."""
        if self._hunt is not None:
            self._hunt.give_way()

    def study(
        self,
        *,
        seconds: float | None = None,
        positions: int | None = None,
        stop: _core.StopFlag | None = None,
        together: float = TOGETHER,
        duels: float = DUELS,
    ) -> None:
        """Learn for so long, or from so many positions more; a number of positions is repeatable.

        While there are several candidates, all of them learn for a share of that time, and duels have a share.
        """
        begin = time.monotonic()
        several = self.report.candidates != 1

        def left() -> float | None:
            return None if seconds is None else max(0.0, seconds - (time.monotonic() - begin))

        if several:
            self._run(
                None if seconds is None else together * seconds,
                None if positions is None else int(together * positions),
                stop,
            )
            self._learner.choose(seconds=None if seconds is None else duels * seconds, stop=stop)
            if positions is not None:
                positions -= int(together * positions)
        self._run(left(), positions, stop)
        self.seconds += time.monotonic() - begin

    def _run(self, seconds: float | None, positions: int | None, stop: _core.StopFlag | None) -> None:
        """Learn on; symmetries are taken up as soon as they are known, unless the run is to be repeatable."""
        end = math.inf if seconds is None else time.monotonic() + seconds
        while positions is None and self._hunts():
            left = end - time.monotonic()
            if left <= 0 or (stop is not None and stop.is_set):
                return
            if self._learner.run(seconds=min(_LOOK_SECONDS, left), stop=stop) == _core.SearchEnd.solved:
                self.stop_hunting()  # an objection: there is nothing to learn
                return
        left = end - time.monotonic()
        self._learner.run(
            seconds=None if math.isinf(left) else max(0.0, left), positions=positions, stop=stop
        )

    def _hunts(self) -> bool:
        """Whether symmetries are being looked for. Not before it is known that there is something to learn."""
        if self._hunt is None and self._rulesheet is not None:
            report = self.report
            if not report.surveyed:
                return not report.objection
            self._hunt = LikenessHunt(self._rulesheet, self._compiled, self._hunting)
            self._rulesheet = None
        if self._hunt is not None:
            done = self._hunt.done
            self._tie(self._hunt.found)
            if done:
                self._hunt = None
        return self._hunt is not None

    def _tie(self, found: Rows) -> None:
        if found and found != self._found:
            self._learner.set_symmetries(found)
            self._found = found

    def evaluation(self) -> _core.LinearEvaluation:
        """What has been learned so far."""
        return self._learner.evaluation()

    def candidates(self) -> list[_core.LinearEvaluation]:
        """What each of those has learned that are still in the running."""
        return self._learner.candidates()

    def trust(
        self,
        *,
        seconds: float | None = None,
        games: int = 200,
        seed: int = 0,
        stop: _core.StopFlag | None = None,
        preferred: Sequence[_core.PreferredPlay] = (),
    ) -> _core.Trust:
        """How well it predicts games it has not learned from, beside random playouts and those by preferences."""
        return self._learner.trust(
            seconds=seconds, games=games, seed=seed, stop=stop, preferred=list(preferred)
        )

    def __str__(self) -> str:
        report = self.report
        if report.objection:
            return f"nothing learned: {report.objection}"
        if not self.positions:
            return "nothing learned yet"
        legal = ", legal moves counted," if self.counts_legal_moves else ""
        text = f"an evaluation{legal} learned from {self.positions:,} positions of {self.games:,} games"
        if self._found:
            text += " and their images"
        return (
            f"{text} in {self.seconds:.1f} s, off by {report.curve[-1].error ** 0.5:.2f}"
            if report.curve
            else text
        )


def learn(
    compiled: Compiled,
    clock: Clock,
    *,
    options: _core.LearnerOptions | None = None,
    seed: int = 0,
    positions: int | None = None,
    stop: _core.StopFlag | None = None,
) -> Lesson:
    """Learn until the clock ends, or from so many positions if that is sooner."""
    lesson = Lesson(compiled, options, seed=seed)
    seconds = None if math.isinf(clock.deadline) else clock.remaining()
    if seconds is None and positions is None:
        positions = POSITIONS_WITHOUT_CLOCK
    lesson.study(seconds=seconds, positions=positions, stop=stop)
    return lesson
