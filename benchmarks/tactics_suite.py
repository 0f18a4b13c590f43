"""Makes the tactics suite, benchmarks/tactics.jsonl: positions where some moves lose by force and others do not, or
only some win.

    python benchmarks/tactics_suite.py --each 36 --out benchmarks/tactics.jsonl
    python benchmarks/tactics_suite.py --again 100000      judges what is there once more, with so many nodes
    python benchmarks/tactics_suite.py --doubt 300000      takes out positions in which all moves turn out to lose

What the file already has is kept, and only what is missing added. Positions come from random play and from quick
self-play of uct. A full-width search (`_core.ProofSearch`, every move to the same depth) says which moves lose, or win,
within so many joint moves, and what that cost in nodes. `good` are the moves not shown to lose within the depth
searched (`kind` is "loss"), or those shown to win ("win"); `depth` is the least one that shows it. A deeper look may show
more: `--again` puts right what a position is said to be, and takes out those in which no moves differ; `--doubt` looks into
the moves of "loss" positions that are called good, each alone and so far deeper, until one of them stands.
"""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from positions import (
    Play,
    Position,
    extend_suite,
    legal,
    positions_in,
    replayed,
    suite_game,
    suite_parser,
)
from woodstock import _core
from woodstock.game import Game, State

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


def stands(position: Position, nodes: int) -> bool:
    """Whether one of its good moves is not refuted."""
    game = suite_game(position.game)
    if position.kind != "loss" or game.compiled is None:
        return True
    state = replayed(game, position.choices)[-1]
    role = next(role for role in game.players if role.name == position.role)
    moves, terms = legal(state, role), game.compiled.moves[role.index]
    for index in position.good:
        search = _core.ProofSearch(game.compiled.engines, role.index, table_bits=20)
        search.set_root(state.position)
        number = terms.index(moves[index].term)
        search.probe(number, nodes=nodes)
        report = search.report()
        if next(each for each in report.moves if each.move == number).high > report.least:
            return True
    return False


def write(path: Path, positions: Iterable[Position]) -> None:
    lines = (json.dumps(asdict(position), separators=(",", ":")) + "\n" for position in positions)
    path.write_text("".join(lines), encoding="utf-8")


def doubt(path: Path, games: Collection[str] | None, nodes: int) -> None:
    kept = []
    for position in positions_in(path):
        if (games and position.game not in games) or stands(position, nodes):
            kept.append(position)
        else:
            print(position, "is lost", flush=True)
    write(path, kept)


def judge_again(path: Path, games: Collection[str] | None, most_nodes: int) -> None:
    """Of these games, or of all; positions with exact values stay as they are."""
    kept = []
    for position in positions_in(path):
        game = suite_game(position.game)
        if position.kind == "exact" or game.compiled is None or (games and position.game not in games):
            kept.append(position)
            continue
        state = replayed(game, position.choices)[-1]
        again = judged(position.game, game, state, position.choices, max(most_nodes, position.nodes))
        if again is None or (again.kind, again.good) != (position.kind, position.good):
            print(position, "is now", again, flush=True)
        kept += [] if again is None else [again]
    write(path, kept)


def main() -> None:
    parser = suite_parser(__doc__, each=36, seconds=30)
    parser.add_argument("--nodes", type=int, default=15_000, help="of the full-width search, at most")
    parser.add_argument(
        "--again", type=int, help="nodes to judge what is there once more, in place of making more"
    )
    parser.add_argument(
        "--doubt", type=int, help="nodes for each move of lost positions that is called good, likewise"
    )
    options = parser.parse_args()
    if options.doubt is not None:
        doubt(options.out, options.game, options.doubt)
        return
    if options.again is not None:
        judge_again(options.out, options.game, options.again)
        return

    def make(name: str, missing: int) -> list[Position]:
        return made(name, missing, options.nodes, options.seconds, options.seed)

    for name, found in extend_suite(options, GAMES, {"loss", "win"}, make):
        depths = dict(sorted(Counter(position.depth for position in found).items()))
        print(f"{name:26} {len(found):>4} positions, by depth {depths}", flush=True)


if __name__ == "__main__":
    main()
