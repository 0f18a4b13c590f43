"""Search speed: samples and stages per second of each player on each game, with one and with two threads.

    python benchmarks/search.py --player uct --player grave --game connect_four --seconds 2

Each search runs from the initial state. Rates are per CPU second of all threads together, so that other load on
the machine does not count. `a thread` is what each of two threads does per CPU second compared with one alone;
`cores` is how many the two had of a busy machine; `scaling` is the ratio of the samples per wall-clock second with
two threads and with one. A search that solves the game earlier is marked with its end.

    python benchmarks/search.py --solvers --game connect_four

compares what solves MAC-UCB's stages: lanes, MAC and forward checking, with one playout a stage.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from options import of_players
from strength import GAMES, game_of
from strength import PLAYERS as RIVALS
from woodstock import _core
from woodstock.players.catalogue import builtin
from woodstock.players.native import NativePlayer

PLAYERS = (*RIVALS, "alphabeta")
SOLVERS = tuple(
    f"mac-ucb:solver={solver},playouts=1,least=1,most=1,batch=1,first=0" for solver in ("lanes", "mac", "fc")
)


@dataclass(frozen=True)
class Speed:
    game: str
    player: str
    threads: int
    end: str
    wall: float
    cpu: float
    samples: int
    stages: int
    nodes: int
    depth: int

    @property
    def samples_per_cpu_second(self) -> float:
        return self.samples / self.cpu if self.cpu else 0.0

    @property
    def stages_per_cpu_second(self) -> float:
        return self.stages / self.cpu if self.cpu else 0.0

    @property
    def samples_per_second(self) -> float:
        return self.samples / self.wall if self.wall else 0.0


def measured(name: str, spec: str, threads: int, seconds: float, seed: int) -> Speed | None:
    """None if the game cannot be compiled or the player is no native one."""
    game = game_of(name)
    player = builtin().build(spec)
    if game.compiled is None or not isinstance(player, NativePlayer):
        return None
    search = player.new_search(game.compiled, game.players[0].index)
    root = game.initial_state().position
    search.set_root(root)
    search.run(simulations=64, seed=seed, threads=threads)  # compiles what is compiled when first needed
    before = search.report()
    wall, cpu = time.perf_counter(), time.process_time()
    end: _core.SearchEnd = search.run(seconds=seconds, threads=threads, seed=seed + 1)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    after = search.report()
    return Speed(
        name,
        spec,
        threads,
        str(end).rpartition(".")[2],
        wall,
        cpu,
        after.samples - before.samples,
        after.stages - before.stages,
        after.nodes,
        after.depth,
    )


def line(one: Speed, two: Speed | None) -> str:
    threads = f"{'':>8} {'':>6} {'':>8}"
    if two and one.samples and two.samples:
        alike = two.samples_per_cpu_second / one.samples_per_cpu_second
        scaling = two.samples_per_second / one.samples_per_second
        threads = f"{alike:>8.2f} {two.cpu / two.wall:>6.2f} {scaling:>8.2f}"
    end = "" if one.end == "deadline" else one.end
    return (
        f"{one.game:26} {one.player.partition(',')[0]:20} {one.samples_per_cpu_second:>12,.0f}"
        f" {one.stages_per_cpu_second:>10,.0f} {one.nodes:>10,} {one.depth:>6} {threads} {end}"
    )


def main() -> None:
    parser = of_players(__doc__, PLAYERS, "the strength games")
    parser.add_argument("--solvers", action="store_true", help="compare what solves MAC-UCB's stages")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="write all measurements here")
    options = parser.parse_args()
    columns = f"{'samples/s':>12} {'stages/s':>10} {'nodes':>10} {'depth':>6} {'a thread':>8} {'cores':>6} {'scaling':>8}"
    print(f"{'game':26} {'player':20} {columns}")
    speeds: list[Speed] = []
    for game in options.game or GAMES:
        for player in options.player or (SOLVERS if options.solvers else PLAYERS):
            one, two = (measured(game, player, threads, options.seconds, options.seed) for threads in (1, 2))
            if one is None:
                print(f"{game:26} {player:20} not compiled")
                continue
            speeds.extend(speed for speed in (one, two) if speed)
            print(line(one, two), flush=True)
    if options.json:
        options.json.write_text(json.dumps([asdict(speed) for speed in speeds], indent=1) + "\n")


if __name__ == "__main__":
    main()
