"""`woodstock`, the player of this project: for each game the search that has earned the trust in it.

Games of one role without chance are searched for a plan. In all others the start clock is used to learn what positions
are worth (`study`): if a full-width search on what was learned beats MAC-UCB and its playouts, it plays the match, else
MAC-UCB does, in the variant that is expected to be best after some matches, or a rival of it: UCT if it won them, GRAVE if it did or, untried, where stages are wide. MAC-UCB also plays where nothing can be learned (moves at the
same time, random games that do not end) and where the state is hidden; where players know different things, an
information-set search does (`suited`). What the start clock is too short for goes on in the opponents' time: the study
until it has a verdict, and learning for a minute where what is learned is used.
With a folder for it, what was learned is kept for later matches (`notebook`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from woodstock import _core
from woodstock.background import Background
from woodstock.belief.observation import Observation
from woodstock.clock import Clock
from woodstock.compile.compiled import Compiled
from woodstock.players import macucb
from woodstock.players.effort import EFFORT_WITHOUT_PROOF, Effort
from woodstock.players.judgement import Judgement, Means
from woodstock.players.lesson import Lesson
from woodstock.players.notebook import Notebook, note, recall
from woodstock.players.player import Decision
from woodstock.players.preparation import Match, Prepared
from woodstock.players.registry import Kind
from woodstock.players.spec import Option
from woodstock.players.study import LEARNING, Study
from woodstock.players.suited import OPPONENTS_OPTION, UNIFORM
from woodstock.players.ways import ways_of

if TYPE_CHECKING:
    from woodstock.game import Game, Move, Role

PLAY_SECONDS = 1.0
"""Of a move, where the clock does not say."""

LONGEST_STUDY = 300.0
"""Seconds: more start clock than that is for the search."""

MOST_GATES = 400_000
"""Of a circuit: in a larger one there are too few games to learn from, and a search takes seconds to set up."""

STUDYING = 0.8
"""Of the start clock, at most: the rest is for the search that has earned the trust."""

SURVEYING = 0.1
"""Of the start clock, at most, to see whether what was kept of a game fits it."""

OPTIONS = (
    Option("study", bool, True, "learn what positions are worth, in the start clock and after"),
    Option("lessons", str, "", "a folder where what was learned of games is kept; without one nothing is"),
    OPPONENTS_OPTION,
)


@dataclass(slots=True)
class Learned:
    """A search that goes by what was learned, and from how many positions that was."""

    means: Means
    search: _core.Search
    positions: int


class FlagshipPlayer(macucb.MacUcbPlayer):
    """MAC-UCB, until something learned has proved better."""

    def __init__(
        self, effort: Effort, *, study: bool = True, lessons: str = "", opponents: str = UNIFORM
    ) -> None:
        super().__init__(macucb.options(), "lanes", effort, opponents=opponents)
        self._wants_study = study
        self._notebook = Notebook(Path(lessons)) if lessons else None
        self._study: Study | None = None
        self._known: Judgement | None = None
        self._learned: Learned | None = None
        self._role = 0
        self._reason = ""
        """Why the last search decided. Kept, since the study may be at work when it is told."""

    def start(self, game: Game, role: Role, clock: Clock) -> None:
        self._role = role.index
        super().start(game, role, clock)

    def play(self, observation: Observation, clock: Clock) -> Decision:
        decision = super().play(observation, clock)
        return decision if self._study is None else replace(decision, note=self._reason)

    def stop(self, observation: Observation | None) -> None:
        try:
            self._stop_pondering()
        finally:
            if self._study is not None:
                self._study.lesson.stop_hunting()
        self._keep_lesson()
        super().stop(observation)
        self._study = self._learned = None

    def _use_start(self, match: Match, clock: Clock) -> None:
        ready = match.preparation.result
        if ready is None or not self._may_study(match, ready):
            super()._use_start(match, clock)
            return
        counted = clock.simulations or self._effort.simulations or math.isinf(clock.deadline)
        own = clock.part(STUDYING) if self._ponders(clock) and not counted else clock
        study = self._study = self._new_study(match, ready.compiled, own)
        run = study.run_counted if counted else study.run
        self._stop.clear()
        Background(lambda: run(own, self._stop), "study").watch(own, self._stop.set)
        super()._use_start(match, clock)

    def _may_study(self, match: Match, ready: Prepared) -> bool:
        """Boards that are searched apart are left to that: it beats whatever would be learned of them together."""
        apart = isinstance(ready.search, _core.FactoredSearch)
        small = ready.compiled.circuit.gate_count <= MOST_GATES
        return self._wants_study and match.tracker.complete and small and not apart

    def _new_study(self, match: Match, compiled: Compiled, clock: Clock) -> Study:
        lesson = Lesson(compiled, seed=self._effort.seed)
        self._known = None
        if self._notebook is not None:
            lesson.survey(seconds=None if math.isinf(clock.deadline) else SURVEYING * clock.remaining())
            self._known = recall(self._notebook, match.tracker.game.rulesheet, compiled, lesson)
        seconds = min(clock.remaining(), LONGEST_STUDY)
        lesson.use_likeness(match.tracker.game.rulesheet, LEARNING * seconds)
        return Study(
            compiled,
            ways_of(compiled),
            lesson,
            seconds=seconds,
            play_seconds=clock.play_seconds or PLAY_SECONDS,
            seed=self._effort.seed,
            judgement=self._known,
        )

    @property
    def way(self) -> str:
        """What it goes by in the game since `start`, and why; empty if it did not study."""
        return "" if self._study is None else self._study.verdict.reason

    def new_learned_search(self, compiled: Compiled, role: int) -> _core.Search:
        """A search such as has earned the trust in the game since `start`, without a root."""
        study = self._study
        if study is None or study.judgement is None:
            return self.new_search(compiled, role)
        return study.way(study.lore, role)

    def _search_of(self, ready: Prepared) -> _core.Search:
        """As far as something was learned and judged, a search that goes by it."""
        study = self._study
        if study is None:
            return ready.search
        self._reason = study.verdict.reason
        means = study.verdict.means
        if study.judgement is None or means is Means.PLAYOUTS:
            self._learned = None
            return ready.search
        positions = study.lesson.positions
        if self._learned is None or self._learned.means is not means:
            self._learned = None
            self._learned = Learned(means, self.new_learned_search(ready.compiled, self._role), positions)
            ready.search.set_root(ready.initial)  # one tree has to fit in the memory, not two
        elif isinstance(self._learned.search, _core.Minimax) and self._learned.positions != positions:
            self._learned.search.set_evaluation(study.lesson.evaluation())
            self._learned.positions = positions
        return self._learned.search

    def _search_on(self, match: Match, move: Move | None) -> None:
        """After a move, while there is something to find out about the game or to learn, that; then the search."""
        if self._study is not None and move is not None:
            self._study.run_afterwards(self._stop)
        super()._search_on(match, move)

    def _keep_lesson(self) -> None:
        """At the end of a match, what it added to what was known."""
        study, match = self._study, self._match
        if self._notebook is None or study is None or match is None:
            return
        ready, judgement = match.preparation.result, study.judgement
        more = study.lesson.report.positions > 0
        if study.lesson.counts_legal_moves:
            return  # a page has no place for them
        if ready is not None and judgement is not None and (more or judgement != self._known):
            note(self._notebook, match.tracker.game.rulesheet, ready.compiled, study.lesson, judgement)


def build(**settings: Any) -> FlagshipPlayer:
    own = {option.name: settings.pop(option.name) for option in OPTIONS}
    return FlagshipPlayer(Effort.taken_from(settings, EFFORT_WITHOUT_PROOF), **own)


def kinds() -> tuple[Kind, ...]:
    return (
        Kind(
            "woodstock",
            "what suits the game: a plan, MAC-UCB or a rival of it, or a full-width search on what self-play taught it",
            build,
            (*OPTIONS, *EFFORT_WITHOUT_PROOF),
            source="Koriche et al. 2016, §4, with an evaluation learned by self-play",
        ),
    )
