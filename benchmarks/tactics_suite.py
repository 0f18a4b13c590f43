"""Makes the tactics suite, benchmarks/tactics.jsonl: positions where some moves lose by force and others do not, or
only some win.

    python benchmarks/tactics_suite.py --each 36 --out benchmarks/tactics.jsonl

What the file already has is kept, and only what is missing added. Positions come from random play and from quick self-play of uct. A full-width search (`_core.ProofSearch`, every
move to the same depth) says which moves lose, or win, within so many joint moves, and what that cost in nodes. A
line of the suite:

    {"game": …, "choices": […], "role": …, "kind": "loss" or "win", "depth": d, "nodes": n, "good": […], "of": m}

`choices` lead from the initial state: for every step and every role with more than one legal move the index of its
move among the legal ones in the order of their texts. `good` are, in the same way, the moves that are not errors, of
`of` legal ones: those not shown to lose within the depth searched, or those shown to win. `depth` is the least one that shows it.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from small_games import small_game
from woodstock import _core
from woodstock.game import Game, Move, Role, State
from woodstock.games.library import load
from woodstock.players.catalogue import builtin
from woodstock.players.native import NativePlayer

SUITE = Path(__file__).with_name("tactics.jsonl")
GAMES = (
    "breakthrough",
    "knight_through",
    "connect_four",
    "ttcc4_2p",
    "checkers",
    "english_draughts",
    "pentago",
    "reversi",
    "othello",
    "reversi_suicide",
    "breakthrough_suicide",
    "cephalopod_micro",
    "skirmish_zero_sum",
    "dots_and_boxes_suicide",
    "kalaha_6x2x4",
    "nine_board_tictactoe",
    "tictac_chess_2p",
    "tron_10x10",
    "connect_four_simultaneous",
    "connect_four_3p",
    "gomoku_11x11",
    "hex",
    "lines_of_action",
    "sheep_and_wolf",
    "battle_of_numbers",
    "bundled/breakthrough",
    "bundled/connect_four",
    "bundled/tictactoe",
    "bundled/nim",
)
_DEEPEST = 30
_SIMULATIONS = 600


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
    """The states from the initial one to the position."""
    states, rest = [game.initial_state()], list(choices)
    while rest:
        state = states[-1]
        moves = [legal(state, role) for role in game.roles]
        states.append(state.play(tuple(each[rest.pop(0)] if len(each) > 1 else each[0] for each in moves)))
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

    def move(self) -> None:
        joint = []
        for role in self._game.roles:
            moves = legal(self.state, role)
            move = self._source.choice(moves)
            if len(moves) > 1 and role in self._searches and self._source.random() < 0.9:
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


def judged(name: str, game: Game, state: State, choices: list[int], most_nodes: int) -> Position | None:
    """The position if its moves differ within what a full-width search sees."""
    compiled = game.compiled
    role = next((role for role in game.players if len(state.legal(role)) > 1), None)
    if role is None or compiled is None:
        return None
    search = _core.ProofSearch(compiled.engines, role.index, thorough=True, depth=0)
    search.set_root(state.position)
    seen: list[tuple[int, int, frozenset[int], frozenset[int]]] = []
    for depth in range(1, _DEEPEST + 1):
        search.set_depth(depth)
        left = most_nodes - search.report().nodes
        if left <= 0 or search.run(nodes=left) != _core.SearchEnd.solved:
            break
        report = search.report()
        wins = frozenset(each.move for each in report.moves if each.low >= report.most > report.least)
        losses = frozenset(each.move for each in report.moves if each.high <= report.least < report.most)
        seen.append((depth, report.nodes, wins, losses))
    if not seen:
        return None
    numbers = frozenset(each.move for each in search.report().moves)
    _, _, wins, losses = seen[-1]
    kind, good = ("win", wins) if wins else ("loss", numbers - losses)
    if not good or good == numbers:
        return None
    depth, nodes = next((depth, nodes) for depth, nodes, *sets in seen if sets == [wins, losses])
    terms = compiled.moves[role.index]
    good_terms = {terms[number] for number in good}
    fine = [index for index, move in enumerate(legal(state, role)) if move.term in good_terms]
    return Position(name, list(choices), role.name, kind, depth, nodes, fine, len(numbers))


def candidates(game: Game, source: random.Random) -> Iterator[tuple[State, list[int]]]:
    """States of one play, the later the likelier, from its end backwards."""
    play = Play(game, source, _SIMULATIONS if source.random() < 0.6 else 0)
    states: list[tuple[State, list[int]]] = []
    while not play.state.terminal and len(states) < 400:
        states.append((play.state, list(play.choices)))
        play.move()
    states.reverse()
    index = 0
    for _ in range(8):
        index += 1 + source.randrange(max(2, len(states) // 12))
        if index < len(states):
            yield states[index]


def made(name: str, each: int, most_nodes: int, seconds: float, seed: int) -> list[Position]:
    """So many positions of a game, few of them shallow, as far as the CPU time goes."""
    game, source = suite_game(name), random.Random(f"{seed} {name}")
    if game.compiled is None:
        return []
    found: list[Position] = []
    known: set[int] = set()
    kinds: Counter[str] = Counter()
    end = time.process_time() + seconds
    while len(found) < each and time.process_time() < end:
        for state, choices in candidates(game, source):
            if hash(state.position) in known or time.process_time() >= end:
                continue
            known.add(hash(state.position))
            position = judged(name, game, state, choices, most_nodes)
            if position is None or len(found) == each:
                continue
            label = "shallow" if position.depth <= 2 else position.kind
            if kinds[label] >= {"shallow": each // 4, "win": each // 3}.get(label, each):
                continue
            kinds[label] += 1
            found.append(position)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", action="append", help="a name or path, repeated; default many")
    parser.add_argument("--each", type=int, default=36, help="positions of a game")
    parser.add_argument("--nodes", type=int, default=15_000, help="of the full-width search, at most")
    parser.add_argument("--seconds", type=float, default=30, help="of CPU time for each game, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=SUITE)
    options = parser.parse_args()
    kept = positions_in(options.out) if options.out.exists() else []
    have = {(position.game, tuple(position.choices)) for position in kept}
    with options.out.open("a", encoding="utf-8") as file:
        for name in options.game or GAMES:
            missing = options.each - sum(position.game == name for position in kept)
            found = made(name, missing, options.nodes, options.seconds, options.seed)
            found = [each for each in found if (each.game, tuple(each.choices)) not in have]
            for position in found:
                file.write(json.dumps(asdict(position), separators=(",", ":")) + "\n")
            file.flush()
            depths = dict(sorted(Counter(position.depth for position in found).items()))
            print(f"{name:26} {len(found):>4} positions, by depth {depths}", flush=True)


if __name__ == "__main__":
    main()
