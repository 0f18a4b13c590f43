"""`woodstock`, the player of this project: for each game the search that has earned the trust in it.

Games of one role without chance are searched for a plan. In all others the start clock is used to learn what positions
are worth (`study`): if a full-width search on what was learned beats MAC-UCB and its playouts, it plays the match, else
MAC-UCB does. MAC-UCB also plays where nothing can be learned (moves at the same time, random games that do not end) and
where the state is hidden; where players know different things, an information-set search does (`suited`). What the start clock is too short for goes on in the opponents' time.
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
from woodstock.players import macucb
from woodstock.players.effort import EFFORT_WITHOUT_PROOF, Effort
from woodstock.players.lesson import Lesson
from woodstock.players.native import Match, Prepared
from woodstock.players.player import Decision
from woodstock.players.registry import Kind
from woodstock.players.spec import Option
from woodstock.players.study import Study

if TYPE_CHECKING:
    from woodstock.game import Game, Move, Role

PLAY_SECONDS = 1.0
"""Of a move, where the clock does not say."""

LONGEST_STUDY = 300.0
"""Seconds: more start clock than that is for the search."""

STUDY_OPTION = Option("study", bool, True, "learn what positions are worth, in the start clock and after")


class FlagshipPlayer(macucb.MacUcbPlayer):
    """MAC-UCB, until something learned has proved better."""

    def __init__(self, effort: Effort, *, study: bool = True) -> None:
        super().__init__(macucb.options(), "lanes", effort)
        self._wants_study = study
        self._study: Study | None = None
        self._learned: _core.Minimax | None = None
        self._role = 0

    def start(self, game: Game, role: Role, clock: Clock) -> None:
        self._role = role.index
        super().start(game, role, clock)

    def play(self, observation: Observation, clock: Clock) -> Decision:
        decision = super().play(observation, clock)
        return decision if self._study is None else replace(decision, note=self._study.verdict.reason)

    def stop(self, observation: Observation | None) -> None:
        super().stop(observation)
        self._study = self._learned = None

    def _use_start(self, match: Match, clock: Clock) -> None:
        ready = match.preparation.result
        if ready is None or not self._wants_study or not match.tracker.complete:
            super()._use_start(match, clock)
            return
        study = self._study = self._new_study(ready.compiled, clock)
        counted = clock.simulations or self._effort.simulations
        run = study.run_counted if counted or math.isinf(clock.deadline) else study.run
        self._stop.clear()
        Background(lambda: run(clock, self._stop), "study").watch(clock, self._stop.set)
        super()._use_start(match, clock)

    def _new_study(self, compiled: Compiled, clock: Clock) -> Study:
        return Study(
            compiled,
            lambda role: self.new_search(compiled, role),
            lambda evaluation, role: _core.Minimax(compiled.engines, role, evaluation),
            Lesson(compiled, seed=self._effort.seed),
            seconds=min(clock.remaining(), LONGEST_STUDY),
            play_seconds=clock.play_seconds or PLAY_SECONDS,
            seed=self._effort.seed,
        )

    def _search_of(self, ready: Prepared) -> _core.Search:
        study = self._study
        if study is None or not study.verdict.learned:
            return ready.search
        if self._learned is None:
            self._learned = _core.Minimax(ready.compiled.engines, self._role, study.lesson.evaluation())
        return self._learned

    def _ponder(self, match: Match, move: Move | None = None) -> None:
        """While there is something to find out about the game, that; then the search."""
        study, stop = self._study, self._stop
        if study is None or study.done:
            super()._ponder(match, move)
            return
        stop.clear()
        self._pondering = Background(lambda: study.run(Clock(), stop), "study")


def build(**settings: Any) -> FlagshipPlayer:
    study = settings.pop("study")
    return FlagshipPlayer(Effort.taken_from(settings, EFFORT_WITHOUT_PROOF), study=study)


def kinds() -> tuple[Kind, ...]:
    return (
        Kind(
            "woodstock",
            "what suits the game: a plan, MAC-UCB, or a full-width search on what self-play taught it",
            build,
            (STUDY_OPTION, *EFFORT_WITHOUT_PROOF),
            source="Koriche et al. 2016, §4, with an evaluation learned by self-play",
        ),
    )
