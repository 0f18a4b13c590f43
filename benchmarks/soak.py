"""Soak test: a served player over HTTP through the referee, game after game, without any grace.

    python benchmarks/soak.py --player mac-ucb --moves 2000 --games 40 --play-clock 1

One role of each match, a different one each time, is played by `woodstock serve` in a process of its own,
the others by random players. Reports late (TO), illegal (IL) and missing (CE) answers; exit code 1 if any.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import woodstock
from woodstock.arena.match import referee, seated
from woodstock.arena.record import Record
from woodstock.arena.seat import Clocks


@dataclass
class Tally:
    moves: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0

    def add(self, record: Record, role: int) -> None:
        self.faults.update(errors[role].split()[0] for errors in record.errors if errors[role])
        self.moves += len(record.moves)
        self.slowest = max([self.slowest, *(thoughts[role].seconds for thoughts in record.thoughts)])


def main() -> int:
    options = parsed_options()
    folder = options.folder or Path(__file__).resolve().parents[2] / "shared" / "games"
    paths = sorted(folder.glob("*.kif"))
    random.Random(options.seed).shuffle(paths)
    server, url = started_server(options.player, options.verbose)
    total = Tally()
    try:
        for path in paths[: options.games]:
            begin = time.monotonic()
            tally = asyncio.run(played(path, url, options))
            total.moves += tally.moves
            total.faults += tally.faults
            total.slowest = max(total.slowest, tally.slowest)
            print(f"{path.stem:32} {described(tally)}  {time.monotonic() - begin:6.1f} s", flush=True)
    finally:
        server.terminate()
        server.wait()
    print(f"{'all':32} {described(total)}")
    return 1 if total.faults else 0


async def played(path: Path, url: str, options: argparse.Namespace) -> Tally:
    """Matches of one game until its share of the moves is made."""
    game = woodstock.load(path, engine=options.engine)
    share = max(1, options.moves // options.games)
    clocks = Clocks(start=options.start_clock, play=options.play_clock, grace=0.0)
    deciding = [role for role in game.roles if not role.is_chance]
    tally = Tally()
    number = 0
    while tally.moves < share:
        role = deciding[number % len(deciding)]
        players = [url if other == role else "random" for other in deciding]
        seed = options.seed + number
        seats = seated(game, players, seed=seed)
        record = await referee(game, seats, clocks=clocks, seed=seed, most_steps=share - tally.moves)
        tally.add(record, role.index)
        number += 1
    return tally


def started_server(player: str, verbose: bool) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-m", "woodstock", "serve", "--player", player, "--port", "0"]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    if server.stderr is None:
        raise AssertionError("a pipe was asked for")
    for line in server.stderr:
        if " listens on " in line:
            import threading

            threading.Thread(target=drain, args=(server.stderr, verbose), daemon=True).start()
            return server, f"http://{line.rsplit(' ', 1)[1].strip()}"
        print(line, end="", file=sys.stderr)
    raise SystemExit("the server did not start")


def drain(stream, verbose: bool) -> None:  # type: ignore[no-untyped-def]
    for line in stream:
        if verbose or " WARNING " in line or " ERROR " in line:
            print(line, end="", file=sys.stderr)


def described(tally: Tally) -> str:
    faults = " ".join(f"{kind}={tally.faults[kind]}" for kind in ("TO", "IL", "CE"))
    return f"{tally.moves:5} moves  {faults}  slowest {tally.slowest:.3f} s"


def parsed_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--player", default="mac-ucb")
    parser.add_argument("--moves", type=int, default=2000)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--play-clock", type=float, default=1.0)
    parser.add_argument("--start-clock", type=float, default=5.0)
    parser.add_argument("--engine", default="auto", help="the referee's engine")
    parser.add_argument("--folder", type=Path, help="rulesheets; default: ../shared/games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
