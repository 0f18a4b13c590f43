"""MAC-UCB as printed against the papers' rivals, in tables for docs/papers-play.md (Koriche et al. 2016, §5).

    python benchmarks/papers_players.py solvers              MAC against forward checking: stages and nodes a second
    python benchmarks/papers_players.py duel --matches 10    against UCT with one playout at a time (Tables 3 and 4)
    python benchmarks/papers_players.py confidence           pruning in the chance part on and off (§4.4)
    python benchmarks/papers_players.py sweep                the share of solving (Fig. 6)

Time is CPU time, so that a busy machine does not favour one side. Matches come in pairs with the seats exchanged; in a
game of one player each plays alone, and its goals are points of a hundred.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import woodstock as ws
from duel import Thinker, duel
from woodstock import _core
from woodstock.game import Game
from woodstock.players.native import compile_game

RIVAL = "uct:lanes=false"
PRINTED = "mac-ucb-2016"
CHANCE = (str(Path(__file__).with_name("random_tictactoe_3x3.kif")), "orchard")
GAMES = ("tictactoe", "connect_four", "breakthrough", "hex", *CHANCE)
SHARES = (0.1, 0.3, 0.5, 0.75, 0.9, 0.99)


def points(game: Game, first: str, second: str, seconds: float, matches: int) -> Iterator[float]:
    """What the first brings home of each match, 0 to 1."""
    for number in range(matches):
        if len(game.players) == 1:
            (goal,), _ = duel(game, [first], seconds, number)
            yield goal / 100
            continue
        swapped = number % 2
        seats = [second, first] if swapped else [first, second]
        goals, _ = duel(game, seats, seconds, number // 2)
        own, other = goals[swapped], goals[1 - swapped]
        yield 1.0 if own > other else 0.0 if own < other else 0.5


def rate(found: Sequence[float]) -> str:
    """The mean with its 95 % interval, in percent."""
    count = len(found)
    mean = sum(found) / count
    spread = 1.96 * math.sqrt(max(mean * (1 - mean), 0.25 / count) / count)
    return f"{100 * mean:.0f} ± {100 * spread:.0f}"


def show(*cells: object) -> None:
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


def head(*cells: str) -> None:
    show(*cells)
    show("---", *("---:" for _ in cells[1:]))


def title(name: str) -> str:
    return Path(name).stem


def searched(game: Game, spec: str, seconds: float) -> _core.MacUcb2016:
    """The search of the player to move, after so much CPU time at the first state where it has a choice."""
    state = game.initial_state()
    while all(len(state.legal(role)) == 1 for role in game.players):
        state = state.play([state.legal(role)[0] for role in game.roles])
    role = next(role for role in game.players if len(state.legal(role)) > 1)
    thinker = Thinker(spec, game, role.index)
    thinker.think(state.position, seconds, 1)
    assert isinstance(thinker.search, _core.MacUcb2016)
    return thinker.search


def solvers(games: Sequence[str], seconds: float) -> None:
    head(
        "game", "MAC stages/s", "FC stages/s", "MAC nodes/s", "FC nodes/s", "network playouts/s", "lanes playouts/s"
    )  # fmt: skip
    for name in games:
        game = ws.load(name)
        compile_game(game)
        cells: list[str] = []
        nodes: list[str] = []
        for solver in ("mac", "fc"):
            search = searched(game, f"{PRINTED}:solver={solver},playouts=lanes", seconds)
            work = search.report().work
            cells.append(f"{search.report().stages / work.solving:,.0f}")
            nodes.append(f"{search.counters.nodes / work.solving:,.0f}")
        samples: list[str] = []
        for playouts in ("network", "lanes"):
            report = searched(game, f"{PRINTED}:playouts={playouts},solving=0.1", seconds).report()
            samples.append(f"{report.samples / max(report.work.sampling, 1e-9):,.0f}")
        show(title(name), *cells, *nodes, *samples)


def compare(games: Sequence[str], seconds: float, matches: int) -> None:
    columns = (f"{PRINTED}", f"{PRINTED}:playouts=lanes", "fc-ucb-2016")
    head("game", *(f"{each} against {RIVAL}" for each in columns))
    for name in games:
        game = ws.load(name)
        alone = rate(list(points(game, RIVAL, "", seconds, matches))) if len(game.players) == 1 else ""
        cells = [rate(list(points(game, each, RIVAL, seconds, matches))) for each in columns]
        show(title(name), *(f"{cell} (uct {alone})" if alone else cell for cell in cells))


def confidence(seconds: float, matches: int) -> None:
    head("game", "pruning on", "pruning off", "stages on", "stages off", "pruned a move")
    for name in CHANCE:
        game = ws.load(name)
        specs = [f"{PRINTED}:playouts=lanes,confidence={on}" for on in (1, 0)]
        cells = [rate(list(points(game, spec, RIVAL, seconds, matches))) for spec in specs]
        looked = [searched(game, spec, seconds) for spec in specs]
        stages = [f"{each.report().stages:,}" for each in looked]
        show(title(name), *cells, *stages, f"{looked[0].pruned:,}")


def sweep(games: Sequence[str], seconds: float, matches: int) -> None:
    head("game", *(f"{share:.0%} solving".replace("%", " %") for share in SHARES))
    for name in games:
        game = ws.load(name)
        cells = []
        for share in SHARES:
            spec = f"{PRINTED}:playouts=lanes,solving={share}"
            found = rate(list(points(game, spec, RIVAL, seconds, matches)))
            work = searched(game, spec, seconds).report().work
            measured = work.solving / max(work.solving + work.sampling, 1e-9)
            cells.append(f"{found} ({measured:.0%})".replace("%", " %"))
        show(title(name), *cells)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("table", choices=("solvers", "duel", "confidence", "sweep"))
    parser.add_argument("--games", nargs="+", default=list(GAMES), help="names or files")
    parser.add_argument("--seconds", type=float, default=0.2, help="CPU time a move")
    parser.add_argument("--matches", type=int, default=10, help="of each game, an even number")
    chosen = parser.parse_args()
    match chosen.table:
        case "solvers":
            solvers(chosen.games, chosen.seconds)
        case "duel":
            compare(chosen.games, chosen.seconds, chosen.matches)
        case "confidence":
            confidence(chosen.seconds, chosen.matches)
        case "sweep":
            sweep(chosen.games, chosen.seconds, chosen.matches)


if __name__ == "__main__":
    main()
