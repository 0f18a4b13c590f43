"""Full-width search with an evaluation learned by self-play in the start clock.

The search is `core/search/minimax/minimax.hpp`, the evaluation `core/search/learning`. Where nothing can be learned
(roles that move at the same time, one role, games that all end alike) MAC-UCB plays, and the decision says why.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from woodstock import _core
from woodstock.background import Background
from woodstock.belief.observation import Observation
from woodstock.clock import Clock
from woodstock.compile.compiled import Compiled
from woodstock.players.effort import EFFORT_OPTIONS, Effort
from woodstock.players.lesson import POSITIONS_WITHOUT_CLOCK, Lesson
from woodstock.players.macucb import MacUcbPlayer, build_search
from woodstock.players.native import NativePlayer
from woodstock.players.player import Decision
from woodstock.players.preparation import Match, Prepared
from woodstock.players.registry import Kind
from woodstock.players.searches import option_of
from woodstock.players.spec import Option
from woodstock.players.suited import SUITED

if TYPE_CHECKING:
    from woodstock.game import Move

FEW_POSITIONS = 20_000
"""With fewer, half of a move's time is for learning: the start clock was short."""
ENOUGH_POSITIONS = 1_000_000
"""With fewer, the opponents' time is for learning; with more, for searching."""


SEARCH_OPTIONS = tuple(map(option_of, _core.minimax_options()))
LEARNER_OPTIONS = tuple(map(option_of, _core.learner_options()))
LESSON_OPTIONS = (
    Option("learn", float, 0.9, "share of the start clock spent on learning", minimum=0, maximum=1),
    Option(
        "positions",
        int,
        POSITIONS_WITHOUT_CLOCK,
        "positions learned from where simulations are counted rather than time",
        minimum=0,
    ),
)


class MinimaxPlayer(MacUcbPlayer):
    searches_boards = False  # it learns one game at a time

    def __init__(
        self,
        search_options: _core.MinimaxOptions,
        learner_options: _core.LearnerOptions,
        effort: Effort,
        *,
        learn: float,
        positions: int,
    ) -> None:
        NativePlayer.__init__(self, self._build_search, effort)
        self._puzzle = None
        self._hidden = SUITED
        self._search_options = search_options
        self._learner_options = learner_options
        self._share = learn
        self._positions = positions
        self._searching: _core.Minimax | None = None
        self._instead: tuple[Compiled, _core.Search] | None = None
        self._adopted = 0
        self.lesson: Lesson | None = None

    def play(self, observation: Observation, clock: Clock) -> Decision:
        self._stop_pondering()
        if self.lesson is not None and not self._counted(clock):
            if self.lesson.positions < FEW_POSITIONS:
                self._study(clock.part(0.5), None)
            self.adopt()
        decision = super().play(observation, clock)
        return decision if self.lesson is None else replace(decision, note=self.note)

    def stop(self, observation: Observation | None) -> None:
        self._stop_pondering()
        if self.lesson is not None:
            self.lesson.stop_hunting()
        super().stop(observation)
        self._searching = self._instead = self.lesson = None

    @property
    def note(self) -> str:
        """What the player goes by."""
        if self.lesson is None:
            return ""
        instead = "; playouts decide" if self.lesson.objection else ""
        return f"{self.lesson}{instead}"

    def adopt(self) -> None:
        """Have the search go by what has been learned since it was last told."""
        if self.lesson is None or self._searching is None or self.lesson.positions == self._adopted:
            return
        self._adopted = self.lesson.positions
        self._searching.set_evaluation(self.lesson.evaluation())

    def _build_search(self, compiled: Compiled, role: int) -> _core.Search:
        lesson = Lesson(compiled, self._learner_options, seed=self._effort.seed)
        lesson.survey()
        self._adopted = 0
        self._searching = _core.Minimax(compiled.engines, role, lesson.evaluation(), self._search_options)
        self._instead = None
        self.lesson = lesson
        return self._best_search(compiled, role, self._searching)

    def _best_search(self, compiled: Compiled, role: int, search: _core.Search) -> _core.Search:
        """MAC-UCB where nothing can be learned."""
        if self.lesson is None or not self.lesson.objection:
            return search
        if self._instead is None or self._instead[0] is not compiled:
            self._instead = compiled, build_search(compiled, role, _core.MacUcbOptions())
        return self._instead[1]

    def _search_of(self, ready: Prepared) -> _core.Search:
        role = 0 if self._match is None else self._match.tracker.role.index
        return self._best_search(ready.compiled, role, ready.search)

    def _use_start(self, match: Match, clock: Clock) -> None:
        if self._counted(clock):
            self._study(clock, self._positions)
        elif not math.isinf(clock.deadline):
            share = clock.part(self._share)
            if self.lesson is not None:
                self.lesson.use_likeness(match.tracker.game.rulesheet, share.remaining())
            self._study(share, None)
        self.adopt()
        super()._use_start(match, clock)

    def _counted(self, clock: Clock) -> bool:
        """Whether simulations are counted, which promises a repeatable match."""
        return bool(clock.simulations or self._effort.simulations)

    def _study(self, clock: Clock, positions: int | None) -> None:
        lesson, stop = self.lesson, self._stop
        if lesson is None or lesson.objection or clock.expired:
            return
        seconds = None if math.isinf(clock.deadline) else clock.remaining()
        if seconds is None and positions is None:
            return
        stop.clear()
        Background(lambda: lesson.study(seconds=seconds, positions=positions, stop=stop), "learn").watch(
            clock, stop.set
        )
        lesson.give_way()

    def _ponder(self, match: Match, move: Move | None = None) -> None:
        lesson, stop = self.lesson, self._stop
        if lesson is None or lesson.objection or lesson.positions >= ENOUGH_POSITIONS:
            super()._ponder(match, move)
            return
        stop.clear()
        self._pondering = Background(lambda: lesson.study(stop=stop), "learn on")


def build(**settings: Any) -> MinimaxPlayer:
    effort = Effort.taken_from(settings)
    lesson = {option.name: settings.pop(option.name) for option in LESSON_OPTIONS}
    search_options, learner_options = _core.MinimaxOptions(), _core.LearnerOptions()
    for option in SEARCH_OPTIONS:
        search_options[option.name] = settings[option.name.replace("-", "_")]
    for option in LEARNER_OPTIONS:
        learner_options[option.name] = settings[option.name.replace("-", "_")]
    return MinimaxPlayer(search_options, learner_options, effort, **lesson)


def kinds() -> tuple[Kind, ...]:
    return (
        Kind(
            "minimax",
            "full-width search with an evaluation learned by self-play",
            build,
            (*LESSON_OPTIONS, *SEARCH_OPTIONS, *LEARNER_OPTIONS, *EFFORT_OPTIONS),
            source="Marsland & Campbell 1982; Sutton 1988",
        ),
    )
