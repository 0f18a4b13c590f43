"""The player around a search of the core: any `_core.Search` becomes a `Player`.

`start` compiles the game in the background and returns when that is done or the clock ends; until the search
is ready, moves come from a search on the game's own engine (`fallback`). `play` moves the root to the observed state and
searches until the clock's deadline or for its number of simulations. Between two calls the search ponders.

With percepts only (GDL-II) and players who know the same, beliefs are searched in place of states, if the search can do
that (`over_beliefs`); a search that takes all states that are possible has them. Elsewhere the likeliest of them share
the time, and a move counts by its expected value over them.
"""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from woodstock import _core
from woodstock.background import Background
from woodstock.belief.observation import Observation
from woodstock.belief.tracker import Tracker
from woodstock.clock import Clock, Reserve
from woodstock.compile.compiled import Compiled
from woodstock.game import Move
from woodstock.players.beliefs import BuildForBeliefs, note_of, over_beliefs
from woodstock.players.boards import BoardsOfGame, search_of_boards
from woodstock.players.budget import SECONDS_WITHOUT_CLOCK, run_seed, worlds_to_search
from woodstock.players.effort import Effort
from woodstock.players.fallback import Fallback
from woodstock.players.outlook import Outlook, decide
from woodstock.players.player import Decision
from woodstock.players.possible import after, native_state, set_possible
from woodstock.players.preparation import Build, Match, Prepared, compile_game, why_not
from woodstock.players.proof import decides, nodes_for
from woodstock.players.suited import POLICY, UNIFORM
from woodstock.players.symmetric import NO_SYMMETRY, SymmetryChoice, SymmetryHunt

if TYPE_CHECKING:
    from woodstock.game import Game, Role

SECONDS_A_WORLD = 0.1
SIMULATIONS_A_WORLD = 256
PART_AFTER_A_WIN = 0.1
"""Of the time left when a win is proven: what the search says of it is for the reader."""


class NativePlayer:
    searches_boards = True
    """Whether its search can be built once for each board of a game."""

    def __init__(
        self,
        build: Build,
        effort: Effort,
        symmetry: SymmetryChoice = NO_SYMMETRY,
        beliefs: BuildForBeliefs | None = None,
        opponents: str = UNIFORM,
    ) -> None:
        self._build = build
        self._beliefs = beliefs
        self._opponents = opponents
        self._effort = effort
        self._symmetry = symmetry
        self._boards_of = BoardsOfGame()
        self._match: Match | None = None
        self._pondering: Background[object] | None = None
        self._after_search = Reserve(margin=0.0)
        self._stop = _core.StopFlag()

    def new_search(self, compiled: Compiled, role: int) -> _core.Search:
        """A search such as the player uses, without a root."""
        apart = self._effort.factors and self.searches_boards
        boards = search_of_boards(self._build, compiled, role, self._boards_of) if apart else None
        return boards or self._build(compiled, role)

    def new_belief_search(self, game: Game, role: int) -> _core.BeliefSearch | None:
        """A search of beliefs such as the player uses; None where states are searched."""
        build = self._beliefs
        return build(compile_game(game), role) if build and over_beliefs(game) else None

    def prepare(self, game: Game, role: Role) -> Prepared:
        """The searches that play a game, and what they go by."""
        compiled = compile_game(game)
        index = compiled.roles.index(role.name)
        search = self.new_search(compiled, index)
        initial = native_state(compiled, game.initial_state())
        search.set_root(initial)
        beliefs = self.new_belief_search(game, index)
        return Prepared(compiled, initial, search, self.new_proof(compiled, index), beliefs)

    def others(self, ready: Prepared | None) -> _core.Search | None:
        """The search that says what other roles may have done, if one does."""
        return ready.search if ready is not None and self._opponents == POLICY else None

    def new_proof(self, compiled: Compiled, role: int) -> _core.ProofSearch | None:
        """The search for proofs that goes with it, if any."""
        return _core.ProofSearch(compiled.engines, role) if self._effort.proof > 0 else None

    @property
    def symmetry(self) -> SymmetryChoice:
        """Which symmetries it looks for before a match."""
        return self._symmetry

    @property
    def proof_share(self) -> float:
        """Of each decision's budget, spent on proofs."""
        return self._effort.proof

    def start(self, game: Game, role: Role, clock: Clock) -> None:
        self.stop(None)
        self._boards_of.clock = clock
        match = Match(
            Tracker(game, role, seed=self._effort.seed),
            Fallback(self._effort.seed),
            Background(lambda: self.prepare(game, role), f"compile for {role.name}"),
        )
        self._match = match
        if not match.preparation.wait_for(clock):
            return
        if not self._searches_first_belief(match, clock):
            self._look_for_symmetry(match, game, clock)
            self._use_start(match, clock)

    def play(self, observation: Observation, clock: Clock) -> Decision:
        match = self._match
        if match is None:
            raise RuntimeError("play was called before start")
        begin = time.monotonic()
        self._stop_pondering()
        match.tracker.follow(observation, clock, self.others(match.preparation.result))
        match.preparation.wait_for(clock.part(0.5))
        ready = match.preparation.result
        if ready is None:
            decision = match.fallback.decide(match.tracker, clock)
            return replace(decision, note=why_not(match.preparation.error))
        compiled, search = ready.compiled, self._search_of(ready)
        legal = match.tracker.legal()
        budget = clock.simulations or self._effort.simulations or None
        clock = clock.less(self._after_search)
        note = ready.note
        if ready.beliefs is not None and match.tracker.particles is not None and match.tracker.goes_on:
            ready.beliefs.set_belief(match.tracker.particles.track)
            if len(legal) > 1:
                self._search(ready.beliefs, clock, budget, shares=1, step=observation.step)
            outlooks = [Outlook(ready.beliefs.report(), of_belief=True)]
            note = note_of(ready.beliefs, match.tracker.particles)
        elif set_possible(search, compiled, match.tracker):
            if len(legal) > 1:
                self._search(search, clock, budget, shares=1, step=observation.step)
            outlooks = [Outlook(search.report())]
        else:
            outlooks = self._by_world(match, ready, search, clock, budget)
        decision = decide(match.tracker, compiled, outlooks, time.monotonic() - begin)
        if match.symmetry is not None and not decision.note:
            decision = replace(decision, note=match.symmetry.note(outlooks[0].report))
        if note:
            decision = replace(decision, note=note)
        self._after_search.note_latency(max(0.0, time.monotonic() - clock.deadline))
        if self._ponders(clock) and ready.beliefs is None and len(match.tracker.worlds) == 1:
            self._ponder(match, decision.move)
        return decision

    def _by_world(
        self, match: Match, ready: Prepared, search: _core.Search, clock: Clock, budget: int | None
    ) -> list[Outlook]:
        """What the search says of the likeliest states, as if each were known."""
        several = len(match.tracker.legal()) > 1
        worlds = match.tracker.draw(
            worlds_to_search(
                clock, budget, seconds_each=SECONDS_A_WORLD, simulations_each=SIMULATIONS_A_WORLD
            )
        )
        if match.symmetry is not None:
            match.symmetry.lend(search, native_state(ready.compiled, next(iter(worlds))))
        outlooks = []
        for index, (world, weight) in enumerate(worlds.items()):
            root = native_state(ready.compiled, world)
            search.set_root(root)
            proof = None
            if several and ready.proof is not None and match.tracker.complete:
                proof = self._prove(ready.proof, root, clock, budget)
            if several:
                rest = clock.part(PART_AFTER_A_WIN) if proof and decides(proof) else clock
                self._search(search, rest, budget, shares=len(worlds) - index, step=match.tracker.step)
            outlooks.append(Outlook(search.report(), weight, proof))
        return outlooks

    def stop(self, observation: Observation | None) -> None:
        self._stop_pondering()
        if self._match is not None and self._match.symmetry is not None:
            self._match.symmetry.stop()
        self._match = None

    def _look_for_symmetry(self, match: Match, game: Game, clock: Clock) -> None:
        """In its share of the start clock, before the search begins a tree."""
        ready = match.preparation.result
        if ready is None or not self._symmetry.graph:
            return
        match.symmetry = SymmetryHunt(game, self._symmetry, clock)
        match.symmetry.wait(clock)
        match.symmetry.lend(ready.search, ready.initial, fresh=True)
        ready.search.set_root(ready.initial)

    def _use_start(self, match: Match, clock: Clock) -> None:
        """What is done with the start clock once the game is compiled."""
        if self._ponders(clock):
            self._ponder(match)
            clock.wait()

    def _searches_first_belief(self, match: Match, clock: Clock) -> bool:
        """False if states are searched. What is solved in the start clock is known in later moves."""
        ready, particles = match.preparation.result, match.tracker.particles
        if ready is None or ready.beliefs is None:
            return False
        if particles is not None and self._ponders(clock) and not math.isinf(clock.deadline):
            ready.beliefs.set_belief(particles.track)
            self._search(ready.beliefs, clock, None, shares=1, step=-1)
        return True

    def _search_of(self, ready: Prepared) -> _core.Search:
        """The search that decides now."""
        return ready.search

    def _prove(
        self, proof: _core.ProofSearch, root: _core.State, clock: Clock, budget: int | None
    ) -> _core.ProofReport:
        share, stop = self._effort.proof, self._stop
        seconds = clock.remaining() * share
        if math.isinf(seconds):
            seconds = SECONDS_WITHOUT_CLOCK * share if budget is None else math.inf
        stop.clear()
        proof.set_root(root)
        Background(
            lambda: proof.run(
                seconds=None if math.isinf(seconds) else seconds,
                nodes=None if budget is None else nodes_for(budget, share),
                stop=stop,
            ),
            "proof",
        ).watch(clock, stop.set)
        return proof.report()

    def _search(
        self, search: _core.Search, clock: Clock, budget: int | None, *, shares: int, step: int
    ) -> None:
        effort, stop = self._effort, self._stop
        seconds = clock.remaining() / shares
        if math.isinf(seconds) and budget is None:
            seconds = SECONDS_WITHOUT_CLOCK
        stop.clear()
        Background(
            lambda: search.run(
                seconds=None if math.isinf(seconds) else seconds,
                simulations=None if budget is None else max(1, budget // shares),
                stop=stop,
                threads=effort.threads,
                seed=run_seed(effort.seed, step),
                memory=effort.memory << 20,
            ),
            "search",
        ).watch(clock, stop.set)

    def _ponders(self, clock: Clock) -> bool:
        """Not with a number of simulations, which promises a repeatable search."""
        return self._effort.ponder and not (clock.simulations or self._effort.simulations)

    def _ponder(self, match: Match, move: Move | None = None) -> None:
        """Search until the next call, from the state after our own move where that is known."""
        self._stop.clear()
        self._pondering = Background(lambda: self._search_on(match, move), "ponder")

    def _search_on(self, match: Match, move: Move | None) -> None:
        ready = match.preparation.result
        if ready is None:
            return
        compiled, search = ready.compiled, self._search_of(ready)
        effort, stop, step = self._effort, self._stop, match.tracker.step
        state = match.tracker.state if move is None else after(match.tracker, move)
        if state.terminal or stop.is_set:
            return
        search.set_root(native_state(compiled, state))
        search.run(
            stop=stop,
            threads=effort.threads,
            seed=run_seed(effort.seed, ~step),
            memory=effort.memory << 20,
        )

    def _stop_pondering(self) -> None:
        pondering, self._pondering = self._pondering, None
        if pondering is not None:
            self._stop.set()
            pondering.wait()
            if pondering.error is not None:
                raise pondering.error
