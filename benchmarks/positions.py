"""Positions with moves known to be good: what a suite such as benchmarks/tactics.jsonl is made of.

A line of a suite:

    {"game": …, "choices": […], "role": …, "kind": …, "depth": d, "nodes": n, "good": […], "of": m}

`choices` lead from the initial state: for every step and every role with more than one legal move the index of its
move among the legal ones in the order of their texts. `good` are, in the same way, the moves that are not errors, of
`of` legal ones. What `kind`, `depth` and `nodes` say is up to who made it: tactics_suite.py, exact_suite.py.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import random
from collections.abc import Callable, Collection, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from options import told_as_written
from small_games import small_game
from woodstock.game import Game, Move, Role, State
from woodstock.games.library import load
from woodstock.players.catalogue import builtin
from woodstock.players.native import NativePlayer

SUITE = Path(__file__).with_name("tactics.jsonl")


@dataclass(frozen=True)
class Position:
    game: str
    choices: list[int]
    role: str
    kind: str
    depth: int
    nodes: int
    good: list[int]
    of: int


@functools.cache
def suite_game(name: str) -> Game:
    """A public game of ../shared (WOODSTOCK_SHARED), `bundled/NAME` or `small/NAME`: rules of one name may differ."""
    folder, _, bundled = name.rpartition("/")
    if folder == "bundled":
        return load(bundled)
    if folder == "small":
        return small_game(bundled)
    shared = Path(os.environ.get("WOODSTOCK_SHARED", Path(__file__).resolve().parents[2] / "shared"))
    return load(shared / "games" / f"{name}.kif")


def legal(state: State, role: Role) -> list[Move]:
    return sorted(state.legal(role), key=str)


def replayed(game: Game, choices: list[int]) -> list[State]:
    """The states from the initial one to the position, in which somebody has a choice again."""
    states, rest = [game.initial_state()], list(choices)
    while not states[-1].terminal:
        moves = [legal(states[-1], role) for role in game.roles]
        if not rest and any(len(each) > 1 for each in moves):
            break
        joint = tuple(each[rest.pop(0)] if len(each) > 1 else each[0] for each in moves)
        states.append(states[-1].play(joint))
    return states


def positions_in(path: Path = SUITE) -> list[Position]:
    return [Position(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


class Play:
    """A game under way, with the choices made so far."""

    def __init__(self, game: Game, source: random.Random, skill: int) -> None:
        self.state = game.initial_state()
        self.choices: list[int] = []
        self._game, self._source = game, source
        player = builtin().build("uct")
        assert isinstance(player, NativePlayer)
        assert game.compiled is not None
        self._searches = {
            role: player.new_search(game.compiled, role.index) for role in game.players if skill
        }
        self._skill = skill

    def move(self, *, at_random: bool = False) -> None:
        joint = []
        for role in self._game.roles:
            moves = legal(self.state, role)
            move = self._source.choice(moves)
            if len(moves) > 1 and role in self._searches and not at_random and self._source.random() < 0.9:
                move = self._searched(role, moves)
            if len(moves) > 1:
                self.choices.append(moves.index(move))
            joint.append(move)
        self.state = self.state.play(tuple(joint))

    def _searched(self, role: Role, moves: list[Move]) -> Move:
        search = self._searches[role]
        search.set_root(self.state.position)
        search.run(simulations=self._skill, seed=self._source.getrandbits(40))
        report = search.report()
        term = self._game.compiled.moves[role.index][report.moves[report.chosen].move]
        return next(move for move in moves if move.term == term)


def suite_parser(description: str | None, *, each: int, seconds: float) -> argparse.ArgumentParser:
    """The options of every program that makes positions."""
    parser = told_as_written(description)
    parser.add_argument("--game", action="append", help="a name, repeated; default many")
    parser.add_argument("--each", type=int, default=each, help="positions of a game")
    parser.add_argument("--seconds", type=float, default=seconds, help="of CPU time for each game, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=SUITE)
    return parser


def extend_suite(
    options: argparse.Namespace,
    games: Collection[str],
    kinds: Collection[str],
    make: Callable[[str, int], list[Position]],
) -> Iterator[tuple[str, list[Position]]]:
    """Adds to the file what it lacks of these kinds; yields what is new, game by game."""
    kept = positions_in(options.out) if options.out.exists() else []
    have = {(position.game, tuple(position.choices)) for position in kept}
    with options.out.open("a", encoding="utf-8") as file:
        for name in options.game or games:
            missing = options.each - sum(each.game == name and each.kind in kinds for each in kept)
            found = {(each.game, tuple(each.choices)): each for each in make(name, missing)}
            fresh = [position for key, position in found.items() if key not in have]
            for position in fresh:
                file.write(json.dumps(asdict(position), separators=(",", ":")) + "\n")
            file.flush()
            yield name, fresh
