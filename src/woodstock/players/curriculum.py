"""Learning for a time, with what turns out to count: fluents alone, or which moves are legal as well.

Where playouts tell more of the outcome than the beginnings of an evaluation do, another one is begun to which it also
counts which moves are legal (mobility: in Reversi it matters most). A duel at two plies chooses who learns on.
"""

from __future__ import annotations

import time

from woodstock import _core
from woodstock.clock import Clock
from woodstock.compile.compiled import Compiled
from woodstock.players.lesson import DUELS, TOGETHER, Lesson

BEGINNING = 0.3
"""Of the time to learn: then it is seen whether legal moves should count, too."""
NEARLY = 0.95
"""Of a time to learn: a lesson ends a little early at times."""
OUTDONE = 0.9
"""Of what playouts explain: an evaluation that explains less may need to know which moves are legal."""
SECONDS_A_GATE, COMPILING = 3e-5, 0.15
"""To compile the game once more, which cannot be interrupted, and the share of the time to learn that this may take."""
COMPARING, GAMES, LEAST_GAMES = 0.07, 120, 30
"""Of the time to learn, to see that and for the duel, and games of each; fewer of those decide nothing."""
LEAST_POSITIONS = 100
"""To see that playouts explain more."""
CLEARLY = 0.55
"""Of the points of the duel, for the evaluation that takes more work."""


class Curriculum:
    """A lesson and perhaps its rival, for so many seconds together; goes on with every `run`."""

    def __init__(
        self, compiled: Compiled, lesson: Lesson, seconds: float, *, seed: int = 0, compares: bool = True
    ) -> None:
        self.lesson = lesson
        self.plain = lesson
        """The one of fluents alone, for searches that know no more; given up it learns no more."""
        self._rival: Lesson | None = None
        """That also counts legal moves, while it is not known whether that pays."""
        self._compiled = compiled
        self._seconds = seconds
        self._spent = lesson.seconds
        self._seed = seed
        self._compiling = SECONDS_A_GATE * compiled.circuit.gate_count
        self._compares = compares and self._compiling <= COMPILING * seconds

    @property
    def done(self) -> bool:
        return self._spent >= NEARLY * self._seconds

    def begin_no_rival(self) -> None:
        """From now on it may be asked to stop at any time, which compiling does not."""
        if self._rival is None:
            self._compares = False

    def run(self, clock: Clock, stop: _core.StopFlag) -> None:
        """Learn until the time for it is used, the clock ends or the flag is set."""
        if self.done:
            self._choose(self.lesson)
            return
        begin = time.monotonic()
        own = Clock.after(max(0.0, min(clock.remaining(), self._seconds - self._spent)))
        if self._compares:
            beginning = BEGINNING * self._seconds
            _learn(self.lesson, beginning, own, stop, first=True)
            if self.lesson.seconds >= NEARLY * beginning and not self.lesson.objection:
                self._compare(own, stop)
        if not self._compares:
            _learn(self.lesson, self.lesson.seconds + own.remaining(), own, stop)
        self._spent += time.monotonic() - begin

    def _compare(self, clock: Clock, stop: _core.StopFlag) -> None:
        """Whether legal moves count from now on; open if time runs out on the way."""
        if self._rival is None:
            if not self._playouts_explain_more(clock, stop) or clock.remaining() < 2 * self._compiling:
                self._compares = stop.is_set
                return
            self._rival = self.lesson.with_legal_moves()
        _learn(self._rival, self.lesson.seconds, clock, stop, first=True)
        if self._rival.objection:
            self._choose(self.lesson)
        elif self._rival.seconds >= NEARLY * self.lesson.seconds:
            self._hold_duel(self._rival, clock, stop)

    def _playouts_explain_more(self, clock: Clock, stop: _core.StopFlag) -> bool:
        trust = self.lesson.trust(
            games=GAMES, seed=self._seed, seconds=self._seconds_to_compare(clock), stop=stop
        )
        return trust.positions >= LEAST_POSITIONS and trust.net < OUTDONE * trust.playouts

    def _seconds_to_compare(self, clock: Clock) -> float:
        return min(COMPARING * self._seconds, clock.remaining())

    def _hold_duel(self, rival: Lesson, clock: Clock, stop: _core.StopFlag) -> None:
        points, games = _core.evaluation_duel(
            self._compiled.engines,
            rival.evaluation(),
            self.lesson.evaluation(),
            games=GAMES,
            seed=self._seed,
            seconds=self._seconds_to_compare(clock),
            stop=stop,
        )
        if not stop.is_set:
            wins = games >= LEAST_GAMES and points >= CLEARLY * games
            self._choose(rival if wins else self.lesson)

    def _choose(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self._rival, self._compares = None, False


def _learn(
    lesson: Lesson, seconds: float, clock: Clock, stop: _core.StopFlag, *, first: bool = False
) -> None:
    """Until a lesson has had so many seconds. In its first part most of them are for all candidates, and duels end it."""
    left = min(seconds - lesson.seconds, clock.remaining())
    if left <= 0 or stop.is_set or lesson.objection:
        return
    share = TOGETHER + DUELS if first else 1.0
    lesson.study(seconds=left, stop=stop, together=TOGETHER / share, duels=DUELS / share)
