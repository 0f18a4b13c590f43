"""Round robin of players over games at equal time or simulations: who wins how often, with 95 % intervals.

    python benchmarks/strength.py --player mac-ucb --player uct --game connect_four --game hex --seconds 1 --matches 40

Every pair plays `--matches` matches of every game, roles swapped from one to the next; in games for more than
two roles the two players take turns round the table. A win counts 1 and a draw 1/2, by the mean of the goals of
a player's roles. Intervals are Wilson's. Matches are appended to `--log` (JSON lines) as they end, and those
already there are not played again; one match of every pair and game comes after the other, so a run that is
interrupted has about as many of each. Players do not ponder, and the players of a match never search at the
same time.
"""

from __future__ import annotations

import functools
import itertools
import json
import os
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path

from duel import duel
from options import of_players
from woodstock.arena.match import play_match
from woodstock.arena.seat import Clocks
from woodstock.arena.statistics import wilson
from woodstock.game import Game
from woodstock.games.library import load

PLAYERS = ("mac-ucb", "fc-ucb", "uct", "grave", "cfr", "flat")
GAMES = (
    "tictactoe",
    "connect_four",
    "connect_four_simultaneous",
    "breakthrough",
    "knight_through",
    "reversi",
    "checkers",
    "english_draughts",
    "hex",
    "pentago",
    "skirmish_zero_sum",
    "amazons_torus_10x10",
    "backgammon",
)


@dataclass(frozen=True)
class Task:
    """One match of a pair of players. The first player has the even seats if `number` is even."""

    game: str
    first: str
    second: str
    number: int
    seconds: float | None
    simulations: int | None
    start: float
    seed: int
    cpu: bool = False
    learn: float = 0.0


@dataclass(frozen=True)
class Result:
    task: Task
    goals: tuple[float, float]  # mean over the roles of the first and of the second player
    moves: int
    faults: int
    seconds: float

    @property
    def score(self) -> float:
        """Of the first player."""
        first, second = self.goals
        return 1.0 if first > second else 0.0 if first < second else 0.5


@functools.cache
def game_of(name: str) -> Game:
    """A public game by name (../shared or WOODSTOCK_SHARED), a bundled one, or a file or folder."""
    shared = Path(os.environ.get("WOODSTOCK_SHARED", Path(__file__).resolve().parents[2] / "shared"))
    path = shared / "games" / f"{name}.kif"
    return load(path if path.exists() else name)


def played(task: Task) -> Result:
    game = game_of(task.game)
    seats = [(seat + task.number) % 2 for seat in range(len(game.players))]
    clocks = Clocks(task.start, task.seconds, simulations=task.simulations)
    begin = time.monotonic()
    seed = random.Random(f"{task.seed} {task.game} {task.number}").getrandbits(31)
    specs = [(task.first, task.second)[seat] for seat in seats]
    faults = 0
    if task.cpu and task.seconds is not None:
        goals, moves = duel(game, specs, task.seconds, seed, task.learn)
    else:
        record = play_match(game, specs, clocks=clocks, seed=seed, defaults={"ponder": False})
        goals = [goal for role, goal in zip(game.roles, record.counted_goals) if not role.is_chance]
        moves = len(record.moves)
        faults = sum(1 for step in record.errors for error in step if error)
    sides = [[goal for goal, seat in zip(goals, seats) if seat == side] for side in (0, 1)]
    means = [sum(side) / len(side) if side else 0.0 for side in sides]
    return Result(task, (means[0], means[1]), moves, faults, round(time.monotonic() - begin, 3))


def results_in(path: Path) -> list[Result]:
    if not path.exists():
        return []
    rows = (json.loads(line) for line in path.read_text().splitlines() if line.strip())
    return [Result(**row | {"task": Task(**row["task"]), "goals": tuple(row["goals"])}) for row in rows]


def all_results(tasks: Iterable[Task], log: Path, jobs: int) -> Iterator[Result]:
    """Results of the tasks, those in the log first; new ones are added to it."""
    wanted = list(dict.fromkeys(tasks))
    known = {result.task: result for result in results_in(log)}
    yield from (known[task] for task in wanted if task in known)
    missing = [task for task in wanted if task not in known]
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("a") as file:
        for count, result in enumerate(run(missing, jobs), 1):
            file.write(json.dumps(asdict(result)) + "\n")
            file.flush()
            task = result.task
            line = f"{task.game} {task.number}: {task.first} {result.score:g} {task.second}"
            print(
                f"[{count}/{len(missing)}] {line}, {result.moves} moves, {result.seconds:.1f} s",
                file=sys.stderr,
            )
            yield result


def run(tasks: list[Task], jobs: int) -> Iterator[Result]:
    if jobs == 1:
        yield from map(played, tasks)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(played, tasks)


def summary(results: Iterable[Result]) -> list[dict[str, object]]:
    """Per game and pair, and per pair over all games: rate of the first player with its interval."""
    groups: dict[tuple[str, str, str], list[Result]] = defaultdict(list)
    for result in results:
        task = result.task
        groups[task.game, task.first, task.second].append(result)
        groups["all games", task.first, task.second].append(result)
    rows: list[dict[str, object]] = []
    for (game, first, second), group in sorted(
        groups.items(), key=lambda item: (item[0][0] == "all games", item[0])
    ):
        scores = [result.score for result in group]
        rate = wilson(sum(scores), len(scores))
        rows.append(
            {
                "game": game,
                "first": first,
                "second": second,
                "matches": len(scores),
                "wins": scores.count(1.0),
                "draws": scores.count(0.5),
                "losses": scores.count(0.0),
                "rate": round(rate.value, 4),
                "low": round(rate.low, 4),
                "high": round(rate.high, 4),
                "faults": sum(result.faults for result in group),
                "moves": round(sum(result.moves for result in group) / len(group), 1),
            }
        )
    return rows


def table(rows: list[dict[str, object]]) -> str:
    lines = [
        f"{'game':26} {'pair':32} {'n':>4} {'+ = -':>12} {'rate':>6} {'95 % interval':>15} {'faults':>6}"
    ]
    for row in rows:
        pair = f"{row['first']} - {row['second']}"
        outcome = f"{row['wins']} {row['draws']} {row['losses']}"
        span = f"[{100 * float(str(row['low'])):.1f}, {100 * float(str(row['high'])):.1f}]"
        rate = f"{100 * float(str(row['rate'])):.1f}"
        lines.append(
            f"{row['game']:26} {pair:32} {row['matches']:>4} {outcome:>12} {rate:>6} {span:>15} {row['faults']:>6}"
        )
    return "\n".join(lines)


def main() -> None:
    parser = of_players(__doc__, PLAYERS, "thirteen, small and large")
    parser.add_argument("--against", action="append", help="only pairs of a --player with one of these")
    parser.add_argument("--seconds", type=float, help="per move; default 1 unless --simulations is given")
    parser.add_argument("--simulations", type=int, help="per move")
    parser.add_argument(
        "--cpu",
        action="store_true",
        help="--seconds are CPU seconds: fair on a busy machine, native players only",
    )
    parser.add_argument("--start", type=float, default=60.0, help="start clock; players only compile in it")
    parser.add_argument(
        "--learn", type=float, default=0.0, help="with --cpu: CPU seconds for players that learn, before"
    )
    parser.add_argument("--matches", type=int, default=40, help="per pair and game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, choices=(1, 2), help="matches at once")
    parser.add_argument("--log", type=Path, default=Path("build/strength.jsonl"))
    parser.add_argument("--json", type=Path, help="write the summary here")
    options = parser.parse_args()
    players = options.player or list(PLAYERS)
    pairs = (
        list(itertools.product(players, options.against))
        if options.against
        else list(itertools.combinations(players, 2))
    )
    seconds = 1.0 if options.seconds is None and options.simulations is None else options.seconds
    tasks = [
        Task(
            game,
            first,
            second,
            number,
            seconds,
            options.simulations,
            options.start,
            options.seed,
            options.cpu,
            options.learn,
        )
        for number in range(options.matches)
        for game in options.game or GAMES
        for first, second in pairs
    ]
    rows = summary(all_results(tasks, options.log, options.jobs))
    print(table(rows))
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
