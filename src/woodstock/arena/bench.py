"""A fixed set of searches: one number over all they decide, and how fast they were.

Every native player searches positions of bundled games with a budget of simulations and a fixed seed. What it says
about every move, and the size of its tree, goes into the signature: a change that was to leave the players as they
are leaves it as it is. Each search has one thread, so the number of threads that share the work does not matter.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import Random

from woodstock import _core
from woodstock.compile.compiled import Compiled
from woodstock.games.library import load
from woodstock.players.catalogue import builtin
from woodstock.players.native import NativePlayer

GAMES = (
    *("breakthrough", "connect_four", "hex", "nim", "reversi", "tictactoe", "tictactoe_2x2"),  # turns
    *("cooperative_pennies", "matching_pennies"),  # simultaneous moves
    *("orchard", "random_tictactoe_2x2"),  # chance
    "eight_puzzle",  # one role
)
PLAYERS = {
    "mac-ucb": 3000,
    "mac-ucb:solver=mac": 100,
    "fc-ucb": 100,
    "mac-ucb-2016:playouts=lanes": 1000,
    "fc-ucb-2016:playouts=lanes": 1000,
    "uct": 10_000,
    "grave": 10_000,
    "ismcts": 5000,
    "cfr": 5000,
    "flat": 5000,
    "alphabeta": 5000,
    "minimax": 2000,
}
"""Specs, each with the simulations of a search."""
ON_THE_NETWORK = ("mac-ucb:solver=mac", "fc-ucb", "mac-ucb-2016:playouts=lanes", "fc-ucb-2016:playouts=lanes")
LARGE_NETWORKS = ("hex", "reversi")  # seconds a stage, so left to the other players
PUZZLE_SIMULATIONS = 2000
DEPTHS = (0, 5)
"""Random joint moves from the initial state to the positions searched."""
SEED = 1
SIGNATURES = 10**12


@dataclass(frozen=True, slots=True)
class Searched:
    """One search of the set, with all it found in one line of text."""

    game: str
    player: str
    findings: str
    samples: int
    nodes: int
    cpu_seconds: float


@dataclass(frozen=True, slots=True)
class Bench:
    searches: tuple[Searched, ...]

    @property
    def signature(self) -> int:
        """A number of twelve digits."""
        text = "\n".join(f"{one.game} {one.player} {one.findings}" for one in self.searches)
        digest = hashlib.blake2b(text.encode()).digest()
        return int.from_bytes(digest, "big") % SIGNATURES

    def of_player(self, player: str) -> Bench:
        return Bench(tuple(one for one in self.searches if one.player == player))

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.player for one in self.searches))

    @property
    def samples(self) -> int:
        return sum(one.samples for one in self.searches)

    @property
    def nodes(self) -> int:
        return sum(one.nodes for one in self.searches)

    @property
    def cpu_seconds(self) -> float:
        return sum(one.cpu_seconds for one in self.searches)


def run_bench(
    games: Sequence[str] = GAMES, players: Iterable[str] = tuple(PLAYERS), *, threads: int = 1
) -> Bench:
    """Run the searches, several at a time if wanted; their order in the result is always the same."""
    chosen = tuple(players)
    with ThreadPoolExecutor(threads) as pool:
        found = pool.map(lambda name: tuple(_searches_of(name, chosen)), games)
        return Bench(tuple(one for searches in found for one in searches))


def _searches_of(name: str, players: Sequence[str]) -> Iterator[Searched]:
    compiled = load(name).compiled
    assert compiled is not None, f"{name} is bundled and small"
    positions = tuple(_positions(compiled))
    if len(compiled.roles) == 1:
        yield _searched(
            name,
            "puzzle",
            partial(_core.PuzzleSearch, compiled.engines, compiled.circuit),
            positions,
            PUZZLE_SIMULATIONS,
        )
        return
    role = next(number for number, role in enumerate(compiled.roles) if role != "random")
    for spec in players:
        if spec in ON_THE_NETWORK and name in LARGE_NETWORKS:
            continue
        player = builtin().build(spec)
        assert isinstance(player, NativePlayer)
        yield _searched(name, spec, partial(player.new_search, compiled, role), positions, PLAYERS[spec])


def _positions(compiled: Compiled) -> Iterator[_core.State]:
    stepper, rng = _core.Stepper(compiled.circuit), Random(SEED)
    state, depth = stepper.initial(), 0
    for wanted in DEPTHS:
        while depth < wanted:
            joint = [rng.choice(stepper.legal(state, role)) for role in range(stepper.role_count)]
            after = stepper.play(state, joint)
            if stepper.terminal(after):
                return
            state, depth = after, depth + 1
        yield state


def _searched(
    game: str,
    player: str,
    build: Callable[[], _core.Search],
    positions: Iterable[_core.State],
    simulations: int,
) -> Searched:
    findings, samples, nodes, begin = [], 0, 0, time.thread_time()
    for state in positions:
        search = build()
        search.set_root(state)
        search.run(simulations=simulations, seed=SEED)
        report = search.report()
        findings.append(described(report))
        samples += report.samples
        nodes += report.nodes
    return Searched(game, player, " | ".join(findings), samples, nodes, time.thread_time() - begin)


def described(report: _core.SearchReport) -> str:
    """Everything a search says, as text; values to a hundred-thousandth, which no rounding of sums reaches."""
    moves = " ".join(
        f"{move.move}:{move.visits}:{move.proven:d}:{_numbers(move.values)}:{move.weight:.5f}"
        for move in report.moves
    )
    line = ";".join(",".join(map(str, joint)) for joint in report.line)
    return (
        f"{report.chosen} [{_numbers(report.values)}] {report.proven:d} {report.samples} {report.stages}"
        f" {report.nodes} {report.depth} <{line}> {moves}"
    )


def _numbers(values: Iterable[float]) -> str:
    return ",".join(f"{value:.5f}" for value in values)
