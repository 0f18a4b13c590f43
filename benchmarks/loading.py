"""Every public rulesheet from its text to a ready engine: time, memory, sizes, and random games without an error.

    python benchmarks/loading.py [--json] [GAME …]

Each game has a process of its own, so that memory is its own. Compiled games play 20 random games on the stepper, the
others the first 30 steps of one on the reference. Seconds are CPU seconds. Exit code 1 if a game fails, or if one
breaks a limit of the project: 2 GB, and 1 s below 50,000 ground rules.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path

from woodstock.engines.simulation import peak_memory_mb, simulate
from woodstock.game import Game
from woodstock.games.library import load

PLAYOUTS = 20
FALLBACK_STEPS = 30
SMALL_PROGRAM, SMALL_SECONDS, MOST_MEGABYTES = 50_000, 1.0, 2048


@dataclass(frozen=True)
class Loaded:
    game: str
    engine: str
    rules: int
    gates: int
    load_seconds: float
    peak_memory_mb: float
    steps: int
    steps_per_second: float
    reason: str

    @property
    def breaks_a_limit(self) -> bool:
        slow = 0 < self.rules < SMALL_PROGRAM and self.load_seconds > SMALL_SECONDS
        return slow or self.peak_memory_mb > MOST_MEGABYTES


def measured(path: Path) -> Loaded:
    start = time.process_time()
    game = load(path)
    ready = time.process_time()
    compiled = game.compiled
    if compiled is not None:
        result = simulate(game.engine, playouts=PLAYOUTS, seed=1)
        steps, spent = result.steps, result.cpu_seconds
    else:
        steps = random_steps(game)
        spent = time.process_time() - ready
    return Loaded(
        path.stem,
        "stepper" if compiled else "reference",
        compiled.program.native.rule_count if compiled else 0,
        compiled.circuit.gate_count if compiled else 0,
        ready - start,
        peak_memory_mb(),
        steps,
        steps / max(spent, 1e-9),
        (game.fallback_reason or "").splitlines()[0] if game.fallback_reason else "",
    )


def random_steps(game: Game) -> int:
    chance = random.Random(1)
    state = game.initial_state()
    for step in range(FALLBACK_STEPS):
        if state.terminal:
            return step
        state = state.play([chance.choice(state.legal(role)) for role in game.roles])
    return FALLBACK_STEPS


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", help="names of public games (default: all)")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    root = Path(os.environ.get("WOODSTOCK_SHARED", Path(__file__).resolve().parents[2] / "shared"))
    paths = [root / "games" / f"{name}.kif" for name in options.games] or sorted(root.glob("games/*.kif"))
    failures = 0
    rows: list[Loaded] = []
    for path in paths:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            try:
                row = pool.submit(measured, path).result()
            except Exception as error:  # the table goes on, the exit code tells
                failures += 1
                print(f"{path.stem:32} FAILED: {error}", flush=True)
                continue
        rows.append(row)
        failures += row.breaks_a_limit
        if not options.json:
            print(
                f"{row.game:32} {row.engine:9} {row.rules:9,} rules {row.gates:9,} gates "
                f"{row.load_seconds:6.2f} s {row.peak_memory_mb:6.0f} MB {row.steps:6} steps "
                f"{row.steps_per_second:10,.0f}/s {row.reason}{'  OVER A LIMIT' if row.breaks_a_limit else ''}",
                flush=True,
            )
    if options.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
    elif rows:
        compiled = sum(row.engine == "stepper" for row in rows)
        print(
            f"{len(rows)} games, {compiled} compiled; slowest {max(row.load_seconds for row in rows):.1f} s, "
            f"most memory {max(row.peak_memory_mb for row in rows):.0f} MB, {failures} failures"
        )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
