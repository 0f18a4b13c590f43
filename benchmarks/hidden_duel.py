"""A match of a game with hidden information between two searches of the core, each with the same CPU time a move.

What a player may know is followed by a tracker, as in a match, under a clock of its own that counts for nobody: searches have
the same trackers (but for `opponents`), and what is compared is what they make of the states that are possible.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from cpu_time import slices
from plain_match import play_out
from woodstock import _core
from woodstock.belief.tracker import Tracker
from woodstock.clock import Clock
from woodstock.game import Game, Move, Role, State
from woodstock.players import Observation
from woodstock.players.budget import worlds_to_search
from woodstock.players.catalogue import builtin
from woodstock.players.native import SECONDS_A_WORLD, SIMULATIONS_A_WORLD, NativePlayer
from woodstock.players.outlook import Outlook, decide
from woodstock.players.possible import native_state, set_possible

FOLLOWING = 0.5
"""Seconds to find out what is possible after a step."""


class HiddenThinker:
    """A search of one role, and what the role may know."""

    def __init__(self, spec: str, game: Game, role: Role, seed: int) -> None:
        player = builtin().build(spec)
        if game.compiled is None or not isinstance(player, NativePlayer):
            raise SystemExit(f"{spec} has no search of the core for {game.name}: play it without --cpu")
        self.role = role
        self._compiled = game.compiled
        ready = player.prepare(game, role)
        self._beliefs, self._search, self._others = ready.beliefs, ready.search, player.others(ready)
        self._tracker = Tracker(game, role, seed=seed)
        self._seen = Observation(0)

    def observe(self, own: Move, percepts: Sequence[object]) -> None:
        seen = self._seen
        self._seen = Observation(seen.step + 1, own=own, percepts=tuple(percepts), previous=seen)
        self._tracker.follow(self._seen, Clock.after(FOLLOWING), self._others)

    def think(self, seconds: float, seed: int, simulations: int | None = None) -> Move:
        """The move chosen after so many CPU seconds, or so many simulations."""
        particles = self._tracker.particles
        if self._beliefs is not None and particles is not None and self._tracker.goes_on:
            self._beliefs.set_belief(particles.track)
            run_for(self._beliefs, seconds, seed, simulations)
            outlooks = [Outlook(self._beliefs.report(), of_belief=True)]
        elif set_possible(self._search, self._compiled, self._tracker):
            run_for(self._search, seconds, seed, simulations)
            outlooks = [Outlook(self._search.report())]
        else:
            outlooks = self._by_world(seconds, seed, simulations)
        return decide(self._tracker, self._compiled, outlooks, seconds).move

    def _by_world(self, seconds: float, seed: int, simulations: int | None) -> list[Outlook]:
        """As `NativePlayer` does with a search that knows of one state only."""
        count = worlds_to_search(
            Clock.after(seconds),
            simulations,
            seconds_each=SECONDS_A_WORLD,
            simulations_each=SIMULATIONS_A_WORLD,
        )
        worlds = self._tracker.draw(count)
        outlooks = []
        for world, weight in worlds.items():
            self._search.set_root(native_state(self._compiled, world))
            each = None if simulations is None else max(1, simulations // len(worlds))
            run_for(self._search, seconds / len(worlds), seed, each)
            outlooks.append(Outlook(self._search.report(), weight))
        return outlooks


def run_for(search: _core.Search, cpu_seconds: float, seed: int, simulations: int | None = None) -> None:
    """Runs a search for so much CPU time, in as many slices as a busy machine makes of it, or for so many simulations."""
    if simulations is not None:
        search.run(simulations=simulations, seed=seed)
        return
    for part, left in enumerate(slices(cpu_seconds)):
        if search.run(seconds=left, seed=seed + (part << 40)) == _core.SearchEnd.solved:
            break


def hidden_duel(
    game: Game, specs: Sequence[str], seconds: float, seed: int, simulations: int | None = None
) -> tuple[list[int], int]:
    """Goals of the players and the number of moves; `specs` has one for each role but chance."""
    thinkers = {role: HiddenThinker(spec, game, role, seed) for role, spec in zip(game.players, specs)}
    source = random.Random(seed)

    def chosen(state: State, role: Role, number: int) -> Move:
        move, legal = thinkers[role].think(seconds, number, simulations), state.legal(role)
        # A guess of what is possible may name a move that is not: then any, as a referee would do.
        return move if move in legal else source.choice(legal)

    def tell(state: State, moves: Sequence[Move]) -> None:
        for role, move in zip(game.roles, moves):
            if role in thinkers:
                thinkers[role].observe(move, state.percepts(role))

    return play_out(game, chosen, seed, source, tell)
