"""Engine speed: playouts per CPU second of the lanes, transitions per second of the stepper, load times; and of the
engines that need no grounding, states per CPU second of the evaluator and how much faster than the reference it is.

Prints a table per game with ratios against Sancho 1.61c and galvanise's C++ propnet, measured on a quiet machine of
this kind (2 cores, AVX2), one thread. `--quick` measures a few games for a fraction of the time.
"""

from __future__ import annotations

import json
import os
import random
import resource
import sys
import time
from math import exp, log
from pathlib import Path

from options import told_as_written
from woodstock import _core
from woodstock.compile.compiled import compile_rules
from woodstock.engines.evaluator import Evaluator
from woodstock.engines.reference import Reference
from woodstock.errors import WoodStockError
from woodstock.gdl import parse_kif

# Playouts per CPU second, one thread: (Sancho, galvanise).
OTHERS: dict[str, tuple[float, float | None]] = {
    "tictactoe": (164e3, 350e3),
    "connect_four": (66e3, 114e3),
    "breakthrough": (16e3, 22.6e3),
    "knight_through": (26e3, 35e3),
    "pentago": (7.8e3, 14.2e3),
    "english_draughts": (5.6e3, 8.3e3),
    "ttcc4_2p": (9.5e3, 14.4e3),
    "cephalopod_micro": (6.8e3, 15e3),
    "checkers": (3.0e3, 6.0e3),
    "reversi": (1.4e3, 1.5e3),
    "hex": (0.52e3, None),
    "skirmish_zero_sum": (0.66e3, None),
    "eight_puzzle": (3.5e3, 7.6e3),
    "dots_and_boxes_suicide": (16e3, 11.7e3),
}
# Transitions per second of the better of the two.
TRANSITIONS = {
    "tictactoe": 2.7e6,
    "connect_four": 2.5e6,
    "breakthrough": 1.4e6,
    "checkers": 0.6e6,
    "reversi": 92e3,
}
# States per CPU second of ggp-base's prover.
PROVER = {
    "tictactoe": 4443.0,
    "connect_four": 1174.0,
    "breakthrough": 455.0,
    "checkers": 129.0,
    "reversi": 22.0,
    "chess": 21.0,
}
MOST_STEPS = 200  # of a playout on the evaluator
LEAST_STEPS = 5  # of the reference
QUICK = ["tictactoe", "connect_four", "breakthrough", "checkers", "reversi"]


def measure(path: Path, seconds: float) -> dict[str, float | str]:
    start = time.process_time()
    compiled = compile_rules(parse_kif(path.read_text(), str(path)))
    lanes = _core.Lanes(compiled.circuit)
    lanes.simulate(256, seed=1)  # programs are compiled when first used
    load = time.process_time() - start
    playouts, spent, batch = 0, 0.0, 4096
    while spent < seconds:
        before = time.process_time()
        playouts += int(lanes.simulate(batch, seed=playouts).playouts.sum())
        spent += time.process_time() - before
        batch = min(batch * 2, 1 << 20)
    stepper = _core.Stepper(compiled.circuit)
    before = time.process_time()
    result = stepper.simulate(seconds=seconds, seed=1, threads=1)
    stepped = time.process_time() - before
    return {
        "game": path.stem,
        "playouts_per_second": playouts / spent,
        "transitions_per_second": result.steps / stepped,
        "load_seconds": load,
        "executor": lanes.executor,
    }


def measure_rules(path: Path, seconds: float) -> dict[str, float]:
    """The evaluator and the reference on random games: legal moves of all, terminal, next, goals at the end."""
    sheet = parse_kif(path.read_text(), str(path))
    start = time.process_time()
    evaluator = Evaluator(sheet)
    load = time.process_time() - start
    steps, spent, batch, seed = 0, 0.0, 1, 0
    while spent < seconds:
        before = time.process_time()
        steps += evaluator.native.simulate(batch, seed=seed, max_steps=MOST_STEPS).steps
        spent += time.process_time() - before
        seed, batch = seed + 1, min(batch * 2, 1024)
    speed = steps / spent
    reference, rng = Reference(sheet), random.Random(1)
    roles, steps, spent = range(len(reference.roles)), 0, 0.0
    position = reference.initial()
    while spent < seconds or steps < LEAST_STEPS:
        before = time.process_time()
        if reference.terminal(position):
            for role in roles:
                reference.goals(position, role)
            position = reference.initial()
        else:
            moves = [reference.legal(position, role) for role in roles]
            if all(moves):
                position, _ = reference.play(position, [rng.choice(legal) for legal in moves])
                steps += 1
            else:
                position = reference.initial()
        spent += time.process_time() - before
    return {
        "evaluator_states_per_second": speed,
        "reference_states_per_second": steps / spent,
        "evaluator_ratio": speed * spent / steps,
        "evaluator_load_seconds": load,
    }


def compiled_columns(row: dict[str, float | str], ratios: list[float]) -> str:
    """What the engines on the circuit do, and their ratios where there is something to compare with."""
    name = str(row["game"])
    line = f"{row['playouts_per_second']:13,.0f}"
    if name in OTHERS:
        row["ratio"] = float(row["playouts_per_second"]) / max(filter(None, OTHERS[name]))
        ratios.append(row["ratio"])
        line += f"{row['ratio']:8.1f}"
    else:
        line += " " * 8
    line += f"{row['transitions_per_second']:13,.0f}"
    if name in TRANSITIONS:
        row["transition_ratio"] = float(row["transitions_per_second"]) / TRANSITIONS[name]
        line += f"{row['transition_ratio']:8.2f}"
    else:
        line += " " * 8
    return f"{line}{row['load_seconds']:8.2f}"


def geometric_mean(ratios: list[float]) -> float:
    return exp(sum(map(log, ratios)) / len(ratios)) if ratios else 0.0


def main() -> None:
    parser = told_as_written(__doc__)
    parser.add_argument(
        "games", nargs="*", help="names of public games (default: those with published figures)"
    )
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--seconds", type=float, help="per engine and game (default 2, quick 0.5)")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rules", action="store_true", help="only the engines that need no grounding")
    arguments = parser.parse_args()
    shared = Path(os.environ.get("WOODSTOCK_SHARED") or Path(__file__).resolve().parents[2] / "shared")
    public = sorted(path.stem for path in (shared / "games").glob("*.kif"))
    names = arguments.games or (public if arguments.rules else QUICK if arguments.quick else list(OTHERS))
    seconds = arguments.seconds or (0.5 if arguments.quick else 2.0)
    rows, ratios, rule_ratios = [], [], []
    print(
        f"{'game':26}{'lanes/s':>13}{'ratio':>8}{'steps/s':>13}{'ratio':>8}{'load s':>8}"
        f"{'evaluator/s':>13}{'/reference':>11}{'/prover':>9}{'load s':>8}",
        file=sys.stderr,
    )
    for name in names:
        path = shared / "games" / f"{name}.kif"
        if not path.exists():
            print(f"{name}: {path} is absent", file=sys.stderr)
            continue
        row: dict[str, float | str] = {"game": name}
        line = f"{name:26}"
        try:
            if not arguments.rules:
                row |= measure(path, seconds)
        except WoodStockError as error:
            print(f"{name}: {error}", file=sys.stderr)
        line += compiled_columns(row, ratios) if "load_seconds" in row else " " * 50
        row |= measure_rules(path, seconds)
        rule_ratios.append(float(row["evaluator_ratio"]))
        line += f"{row['evaluator_states_per_second']:13,.0f}{row['evaluator_ratio']:11.0f}"
        prover = PROVER.get(name)
        line += f"{float(row['evaluator_states_per_second']) / prover:9.0f}" if prover else " " * 9
        print(f"{line}{row['evaluator_load_seconds']:8.3f}", file=sys.stderr)
        rows.append(row)
    mean, rule_mean = geometric_mean(ratios), geometric_mean(rule_ratios)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"geometric mean of the ratios {mean:.1f}, least {min(ratios, default=0):.1f}; "
        f"of evaluator and reference {rule_mean:.0f}, least {min(rule_ratios, default=0):.0f}; {memory:.0f} MB",
        file=sys.stderr,
    )
    if arguments.json:
        print(
            json.dumps(
                {
                    "games": rows,
                    "geometric_mean": mean,
                    "evaluator_geometric_mean": rule_mean,
                    "peak_memory_mb": memory,
                }
            )
        )


if __name__ == "__main__":
    main()
