"""Soak test: served players in all roles through the HTTP referee, game after game, without any grace.

    python benchmarks/soak.py --player mac-ucb --moves 2000 --games 40 --play-clock 1
    python benchmarks/soak.py --only chess --only hex --moves 40
    python benchmarks/soak.py --player woodstock --sees --moves 1000 --play-clock 1

Every role has a server of its own (`woodstock serve`) whose processes live through all games. A move is one
step of a match; each role answers once for it. Reports late (TO), illegal (IL) and missing (CE) answers, how
long answers took, the median of playouts behind an answer, and what the servers warned of; exit code 1 after any fault.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import IO

import woodstock
from options import told_as_written
from woodstock.arena.match import referee, seat_players
from woodstock.arena.record import Record
from woodstock.arena.seat import Clocks
from woodstock.belief.tracker import tells_percepts
from woodstock.errors import WoodStockError
from woodstock.games.library import BUNDLED, bundled
from woodstock.gdl import read

DIFFICULT = [
    "chess",
    "small_dominion",
    "two_generals",
    "vacuumcleaner_obstacles_6",
    "hex",
    "bandl7",
    "eight_puzzle",
    "lines_of_action",
    "speed_chess",
    "amazons_torus_10x10",
    "backgammon",
    "montyhall",
    "meier",
    "blindtictactoe",
    "battleships_fog",
    "kriegttt_5x5",
    "stratego_small",
    "chinese_checkers_6",
    "tictactoe_3d_6p",
    "pacman_3p",
    "gt_two_thirds_4p",
    "connect_four_3p",
    "skirmish_zero_sum",
    "rubiks_cube",
]
"""Games that cannot be ground, take long to load, hide information or have many roles: always among the first."""

SHARES = (0.5, 0.9, 0.99, 1.0)


@dataclass
class Tally:
    """What happened in the matches of a game, or in all of them."""

    game: str
    roles: int = 0
    engine: str = ""
    matches: int = 0
    moves: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)
    samples: list[int] = field(default_factory=list)  # playouts of each answer that a search gave
    warnings: int = 0
    problem: str = ""

    def add(self, record: Record, deciding: Sequence[int]) -> None:
        self.matches += 1
        self.moves += len(record.moves)
        for role in deciding:
            self.faults.update(errors[role].split()[0] for errors in record.errors if errors[role])
            self.latencies += [thoughts[role].seconds for thoughts in record.thoughts]
            for step, errors in enumerate(record.errors):
                if errors[role]:
                    print(f"{self.game}, step {step}, role {role}: {errors[role]}", file=sys.stderr)

    def join(self, other: Tally) -> None:
        self.matches += other.matches
        self.moves += other.moves
        self.faults += other.faults
        self.latencies += other.latencies
        self.samples += other.samples
        self.warnings += other.warnings

    def latency(self, share: float) -> float:
        """The time within which that share of the answers came."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0

    def __str__(self) -> str:
        counts = f"{self.matches:4} {self.moves:5} {len(self.latencies):6}"
        faults = " ".join(f"{self.faults[kind]:3}" for kind in ("TO", "IL", "CE"))
        times = " ".join(f"{self.latency(share):6.3f}" for share in SHARES)
        playouts = int(median(self.samples)) if self.samples else 0
        start = f"{self.game:27} {self.roles or '':5} {self.engine:9}"
        return f"{start} {counts}  {faults}  {times}  {playouts:9,}  {self.warnings:4}  {self.problem}"


HEADING = (
    f"{'game':27} {'roles':5} {'engine':9} {'plays':>4} {'moves':>4} {'answers':>7}   TO  IL  CE"
    f"  {'p50':>6} {'p90':>6} {'p99':>6} {'max':>6}  {'playouts':>9}  warn"
)


class Server:
    """A `woodstock serve` of its own; what it warns of is counted and shown."""

    def __init__(self, player: str, verbose: bool) -> None:
        command = [sys.executable, "-m", "woodstock", "serve", "--player", player, "--port", "0"]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        self.warnings = 0
        self.samples: list[int] = []
        if self._process.stderr is None:
            raise AssertionError("a pipe was asked for")
        self.url = self._address(self._process.stderr)
        threading.Thread(target=self._drain, args=(self._process.stderr, verbose), daemon=True).start()

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()

    def _address(self, stream: IO[str]) -> str:
        for line in stream:
            if " listens on " in line:
                return f"http://{line.rsplit(' ', 1)[1].strip()}"
            print(line, end="", file=sys.stderr)
        raise SystemExit("the server did not start")

    def _drain(self, stream: IO[str], verbose: bool) -> None:
        for line in stream:
            warns = " WARNING " in line or " ERROR " in line
            self.warnings += warns
            self.samples += [int(word.removeprefix("samples=")) for word in line.split() if is_effort(word)]
            if verbose or warns:
                print(line, end="", file=sys.stderr)


def is_effort(word: str) -> bool:
    """Whether a word of the log says how many playouts led to a move."""
    return word.startswith("samples=") and word.removeprefix("samples=").isdecimal()


class Servers:
    """As many servers as the game with the most roles so far needed."""

    def __init__(self, player: str, verbose: bool) -> None:
        self._player, self._verbose = player, verbose
        self._running: list[Server] = []

    def addresses(self, count: int) -> list[str]:
        while len(self._running) < count:
            self._running.append(Server(self._player, self._verbose))
        return [server.url for server in self._running[:count]]

    @property
    def warnings(self) -> int:
        return sum(server.warnings for server in self._running)

    def samples_since(self, begins: Sequence[int]) -> list[int]:
        """The playouts of answers after so many of each server."""
        return [
            count
            for index, server in enumerate(self._running)
            for count in server.samples[begins[index] if index < len(begins) else 0 :]
        ]

    @property
    def answered(self) -> list[int]:
        return [len(server.samples) for server in self._running]

    def close(self) -> None:
        for server in self._running:
            server.close()


def main() -> int:
    options = parsed_options()
    paths = chosen(options)
    total, begin = Tally("all"), time.monotonic()
    print(HEADING, flush=True)
    with closing(Servers(options.player, options.verbose)) as servers:
        for path in paths:
            tally = asyncio.run(played(path, servers, options, max(1, options.moves // len(paths))))
            total.join(tally)
            print(tally, flush=True)
            if options.json:
                with options.json.open("a") as file:
                    file.write(json.dumps(as_json(tally)) + "\n")
    print(f"{total}  {time.monotonic() - begin:.0f} s")
    return 1 if total.faults else 0


def chosen(options: argparse.Namespace) -> list[Path]:
    """The games named, or the difficult ones and others in random order."""
    folder = options.folder or shared_folder() / "games"
    if options.sees and not options.only:
        own = [BUNDLED / name / f"{name}.kif" for name in bundled()]
        return [path for path in (*sorted(folder.glob("*.kif")), *own) if hides(path)]
    names = [path.stem for path in sorted(folder.glob("*.kif"))]
    random.Random(options.seed).shuffle(names)
    difficult = [name for name in DIFFICULT if name in names]
    others = [name for name in names if name not in difficult]
    return [folder / f"{name}.kif" for name in options.only or [*difficult, *others][: options.games]]


def hides(path: Path) -> bool:
    """Whether players are told percepts; most rulesheets are never read, since they do not have the word."""
    return "sees" in path.read_text(encoding="utf-8") and tells_percepts(read(path))


def shared_folder() -> Path:
    return Path(os.environ.get("WOODSTOCK_SHARED", Path(__file__).resolve().parents[2] / "shared"))


async def played(path: Path, servers: Servers, options: argparse.Namespace, share: int) -> Tally:
    """Matches of one game until its share of the moves is made."""
    tally = Tally(path.stem)
    warned, answered = servers.warnings, servers.answered
    limits = woodstock.Limits(seconds=options.grounding_limit)
    game = woodstock.load(path, engine=options.engine, limits=limits)
    tally.roles, tally.engine = len(game.players), game.engine.name
    clocks = Clocks(start=options.start_clock, play=options.play_clock, grace=0.0)
    urls = servers.addresses(len(game.players))
    deciding = [role.index for role in game.players]
    while tally.moves < share and not tally.problem:
        seed = options.seed + tally.matches
        seats = seat_players(game, urls, seed=seed)
        try:
            left = share - tally.moves
            record = await referee(game, seats, clocks=clocks, seed=seed, most_steps=left)
        except WoodStockError as error:
            tally.problem = str(error).partition("\n")[0]
        else:
            tally.add(record, deciding)
    tally.warnings = servers.warnings - warned
    tally.samples = servers.samples_since(answered)
    return tally


def as_json(tally: Tally) -> dict[str, object]:
    return {
        "game": tally.game,
        "roles": tally.roles,
        "engine": tally.engine,
        "matches": tally.matches,
        "moves": tally.moves,
        "answers": len(tally.latencies),
        "faults": dict(tally.faults),
        "latency": {f"{share:.0%}": round(tally.latency(share), 4) for share in SHARES},
        "playouts": {
            "median": int(median(tally.samples)) if tally.samples else 0,
            "least": min(tally.samples, default=0),
        },
        "warnings": tally.warnings,
        "problem": tally.problem,
    }


def parsed_options() -> argparse.Namespace:
    parser = told_as_written(__doc__)
    parser.add_argument("--player", default="mac-ucb")
    parser.add_argument("--moves", type=int, default=2000, help="steps in all")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--only", action="append", default=[], metavar="GAME", help="this game; repeatable")
    parser.add_argument("--sees", action="store_true", help="all games that hide something, bundled ones too")
    parser.add_argument("--play-clock", type=float, default=1.0)
    parser.add_argument("--start-clock", type=float, default=5.0)
    parser.add_argument("--engine", default="auto", help="the referee's engine")
    parser.add_argument("--grounding-limit", type=float, default=20.0, help="the referee's, in seconds")
    parser.add_argument("--folder", type=Path, help="rulesheets; default: ../shared/games")
    parser.add_argument("--json", type=Path, help="append a line for each game to this file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
