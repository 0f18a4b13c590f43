"""What a player does where its own search is not ready, or never will be: the game cannot be compiled, or not yet.

On the evaluator that is UCT on the rules themselves, on any other engine lookahead by playouts.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field

from woodstock import _core
from woodstock.background import Background
from woodstock.belief.tracker import Tracker
from woodstock.clock import Clock, Reserve
from woodstock.engines.evaluator import Evaluator
from woodstock.game import Move
from woodstock.players.budget import SECONDS_WITHOUT_CLOCK, run_seed, worlds_to_search
from woodstock.players.player import Alternative, Decision
from woodstock.players.simple import LookaheadPlayer

SECONDS_A_WORLD = 0.2
SIMULATIONS_A_WORLD = 64


@dataclass(slots=True)
class Estimate:
    """Visits of a move in several worlds, and its value in them by their probability."""

    visits: int = 0
    probability: float = 0.0
    total: float = 0.0

    @property
    def value(self) -> float:
        return self.total / self.probability if self.probability else 0.0


@dataclass(slots=True)
class Fallback:
    """Decides where a match stands; for one match and one thread at a time."""

    seed: int = 0
    simulations: int = 0
    _lookahead: LookaheadPlayer | None = None
    _search: _core.RuleSearch | None = None
    _engine: Evaluator | None = None
    _stop: _core.StopFlag = field(default_factory=_core.StopFlag)
    _after_search: Reserve = field(default_factory=lambda: Reserve(margin=0.0))

    def decide(self, tracker: Tracker, clock: Clock) -> Decision:
        engine = getattr(tracker.game, "engine", None)
        if isinstance(engine, Evaluator):
            return self._decide(engine, tracker, clock)
        if self._lookahead is None:
            self._lookahead = LookaheadPlayer(self.seed, simulations=self.simulations)
        return self._lookahead.decide(tracker, clock)

    def _decide(self, engine: Evaluator, tracker: Tracker, clock: Clock) -> Decision:
        begin = time.monotonic()
        if self._search is None or self._engine is not engine:
            self._search, self._engine = _core.RuleSearch(engine.program), engine
        budget = clock.simulations or self.simulations or None
        clock = clock.less(self._after_search)
        worlds = tracker.draw(
            worlds_to_search(
                clock, budget, seconds_each=SECONDS_A_WORLD, simulations_each=SIMULATIONS_A_WORLD
            )
        )
        found = {move: Estimate() for move in tracker.legal()}
        samples = nodes = 0
        for index, (world, weight) in enumerate(worlds.items()):
            if len(found) < 2 or world.terminal:
                continue
            report = self._run(
                self._search, world.position, clock, budget, shares=len(worlds) - index, step=tracker.step
            )
            samples, nodes = samples + report.simulations, max(nodes, report.nodes)
            for entry in report.moves[tracker.role.index]:
                estimate = found.get(Move(engine.term(entry.move)))
                if estimate is not None and entry.visits:
                    estimate.visits += entry.visits
                    estimate.probability += weight
                    estimate.total += weight * 100 * entry.value
        self._after_search.note_latency(max(0.0, time.monotonic() - clock.deadline))
        # The most visited move is the safest where the state is known; over worlds the mean has to decide.
        best = max(found, key=lambda move: (found[move].visits if len(worlds) == 1 else 0, found[move].value))
        return Decision(
            move=best,
            values={tracker.role: found[best].value} if found[best].visits else {},
            samples=samples,
            nodes=nodes,
            alternatives=tuple(
                Alternative(move, estimate.value, estimate.visits)
                for move, estimate in sorted(found.items(), key=lambda item: -item[1].value)
                if estimate.visits
            ),
            seconds=time.monotonic() - begin,
        )

    def _run(
        self,
        search: _core.RuleSearch,
        position: _core.RulePosition,
        clock: Clock,
        budget: int | None,
        *,
        shares: int,
        step: int,
    ) -> _core.RuleReport:
        seconds: float | None = clock.remaining() / shares
        if math.isinf(clock.deadline):
            seconds = None if budget else SECONDS_WITHOUT_CLOCK / shares
        stop = self._stop
        stop.clear()
        return Background(
            lambda: search.search(
                position,
                seconds=seconds,
                simulations=None if budget is None else max(1, budget // shares),
                stop=stop,
                seed=run_seed(self.seed, step),
            ),
            "search on the rules",
        ).watch(clock, stop.set)
