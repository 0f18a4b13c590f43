"""What MAC-UCB as printed does with its time, in tables for docs/papers-play.md (Koriche et al. 2016, §4 and §5).

    python benchmarks/papers_players.py solvers       MAC against forward checking: stages and nodes a second
    python benchmarks/papers_players.py confidence    what pruning in the chance part leaves out (§4.4)
    python benchmarks/papers_players.py shares        the share of solving asked for and had (Fig. 6)
    python benchmarks/papers_players.py preparation --rulesheets FILE ...    what it costs before the first stage, in seconds

Time is CPU time, so that a busy machine changes nothing. Matches are played by `papers_series.py`.
"""

from __future__ import annotations

import argparse
import itertools
import random
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from duel import Thinker
from papers_games import ALONE, CHANCE, LARGE, PAIRS, game_of
from plain_match import play_out
from woodstock import _core
from woodstock.compile.compiled import compile_rules
from woodstock.game import Game, Move, Role, State
from woodstock.gdl import read
from woodstock.grounding import Limits
from woodstock.players.native import compile_game
from woodstock.scsp.game.mutex.groups import fluent_groups

RIVAL = "uct:lanes=false,playouts=1,leaves=1"
"""UCT as the papers have it: one playout from each leaf, which is then part of the tree (Sturtevant 2008)."""
PRINTED = "mac-ucb-2016"
HOUR = 3600.0
Made = TypeVar("Made")
SHARES = (0.1, 0.3, 0.5, 0.75, 0.9, 0.99)


def show(*cells: object) -> None:
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


def head(*cells: str) -> None:
    show(*cells)
    show("---", *("---:" for _ in cells[1:]))


def thought(game: Game, spec: str, seconds: float) -> Thinker:
    """The player to move, after so much CPU time at the first state where it has a choice."""
    state, source = game.initial_state(), random.Random(1)
    while all(len(state.legal(role)) == 1 for role in game.players):
        state = state.play([source.choice(state.legal(role)) for role in game.roles])
        if state.terminal:
            state = game.initial_state()
    role = next(role for role in game.players if len(state.legal(role)) > 1)
    thinker = Thinker(spec, game, role.index)
    thinker.think(state.position, seconds, 1)
    return thinker


def searched(game: Game, spec: str, seconds: float) -> _core.MacUcb2016:
    search = thought(game, spec, seconds).search
    assert isinstance(search, _core.MacUcb2016)
    return search


def playouts_of_the_rival(game: Game, seconds: float) -> float:
    """A second."""
    begin = time.process_time()
    effort = thought(game, RIVAL, seconds).effort
    return effort / (time.process_time() - begin)


def solvers(games: Sequence[str], seconds: float) -> None:
    playouts = ("network playouts/s", "lanes playouts/s", "UCT playouts/s")
    head("game", "MAC stages/s", "FC stages/s", "MAC nodes/s", "FC nodes/s", *playouts)
    for name in games:
        game = game_of(name)
        compile_game(game)
        cells: list[str] = []
        nodes: list[str] = []
        for solver in ("mac", "fc"):
            search = searched(game, f"{PRINTED}:solver={solver},playouts=lanes", seconds)
            work = search.report().work
            cells.append(f"{search.report().stages / work.solving:,.0f}")
            nodes.append(f"{search.counters.nodes / work.solving:,.0f}")
        samples: list[str] = []
        for source in ("network", "lanes"):
            report = searched(game, f"{PRINTED}:playouts={source},solving=0.1", seconds).report()
            samples.append(f"{report.samples / max(report.work.sampling, 1e-9):,.0f}")
        samples.append(f"{playouts_of_the_rival(game, seconds):,.0f}")
        show(name, *cells, *nodes, *samples)


def confidence(games: Sequence[str], seconds: float) -> None:
    """What is pruned in a match against itself, over all decisions; who wins with it is for `papers_series.py` to say."""
    head("game", "decisions", "stages", "pruned", "decisions without pruning", "stages without")
    for name in games:
        cells: list[str] = []
        for on in (1, 0):
            players, decisions = match_with_itself(game_of(name), f"{PRINTED}:confidence={on}", seconds)
            cells += [f"{decisions:,}", f"{sum(player.report().stages for player in players):,}"]
            if on:
                cells.append(f"{sum(player.pruned for player in players):,}")
        show(name, *cells)


def match_with_itself(game: Game, spec: str, seconds: float) -> tuple[list[_core.MacUcb2016], int]:
    """The searches of the players after the match, and how often they had to decide."""
    thinkers = {role: Thinker(spec, game, role.index) for role in game.players}
    decisions = itertools.count()

    def choose(state: State, role: Role, seed: int) -> Move:
        next(decisions)
        term = compile_game(game).moves[role.index][thinkers[role].think(state.position, seconds, seed)]
        return next(legal for legal in state.legal(role) if legal.term == term)

    play_out(game, choose, 1, random.Random(1))
    searches = [thinker.search for thinker in thinkers.values()]
    return [search for search in searches if isinstance(search, _core.MacUcb2016)], next(decisions)


def shares(games: Sequence[str], seconds: float) -> None:
    """The share of solving asked for, and the one measured in one search."""
    head("game", *(percent(share) for share in SHARES))
    for name in games:
        game = game_of(name)
        cells = []
        for share in SHARES:
            work = searched(game, f"{PRINTED}:solving={share}", seconds).report().work
            cells.append(percent(work.solving / max(work.solving + work.sampling, 1e-9)))
        show(name, *cells)


def preparation(paths: Sequence[Path], seconds: float) -> None:
    head("game", "gates", "compiling", "engines", "mutex groups", "template", "solvers", "a stage")
    for path in paths:
        show(path.stem, *prepared(path, seconds))


def prepared(path: Path, seconds: float) -> Iterator[str]:
    """The gates of a game, then the seconds of each step of the player's preparation and those of a stage."""
    compiled, compiling = timed(lambda: compile_rules(read(path), Limits(seconds=HOUR)))
    engines, making = timed(lambda: compiled.engines)
    groups, proving = timed(lambda: fluent_groups(compiled.completion))
    members = [group.members for group in groups.groups]
    stage, encoding = timed(lambda: _core.StageTemplate(compiled.circuit, members))
    search, building = timed(lambda: _core.MacUcb2016(engines, 0, stage))
    search.set_root(_core.Stepper(compiled.circuit).initial())
    while not (report := search.report()).stages:
        search.run(seconds=seconds)
    yield f"{compiled.circuit.gate_count:,}"
    for each in (compiling, making, proving, encoding, building, report.work.solving / report.stages):
        yield f"{each:.2f}"


def timed(make: Callable[[], Made]) -> tuple[Made, float]:
    begin = time.process_time()
    made = make()
    return made, time.process_time() - begin


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("table", choices=("solvers", "confidence", "shares", "preparation"))
    parser.add_argument("--games", nargs="+", choices=[*PAIRS, *ALONE, *LARGE])
    parser.add_argument("--rulesheets", nargs="+", type=Path, default=[], help="of `preparation`")
    parser.add_argument("--seconds", type=float, default=0.2, help="CPU time a search")
    chosen = parser.parse_args()
    match chosen.table:
        case "solvers":
            solvers(chosen.games or [*PAIRS, *ALONE, *LARGE], chosen.seconds)
        case "confidence":
            confidence(chosen.games or CHANCE, chosen.seconds)
        case "shares":
            shares(chosen.games or [*PAIRS], chosen.seconds)
        case "preparation":
            preparation(chosen.rulesheets, chosen.seconds)


if __name__ == "__main__":
    main()
