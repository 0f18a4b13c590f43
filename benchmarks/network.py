"""Stages solved per second, against Choco, forward checking and STR2; translation time against the papers.

    python benchmarks/network.py [--quick] [GAME …]

A stage is a state of random play injected into the game's template; solving it is to enumerate its joint actions with
their successors. Choco gets the same tables with the state fixed; only its own solving time counts, not building the
model. Games are bundled ones, or rulesheets below ../shared/games.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from pathlib import Path
from typing import Any

from woodstock import _core, load
from woodstock.scsp.encode import StageNetwork, encode

GAMES = ("tictactoe", "connect_four", "breakthrough", "checkers", "backgammon", "reversi")
# Seconds of Table 2 of "General Game Playing with Stochastic CSP" (2016), for games we share with it.
PAPER_SECONDS = {
    "backgammon": 347,
    "bomberman_2p": 31,
    "checkers": 43,
    "chinese_checkers_3": 54,
    "hex": 91,
    "orchard": 12,
    "othello": 51,
    "pacman_3p": 36,
    "tictactoe": 0,
}


def source_of(name: str) -> str:
    root = Path(os.environ.get("WOODSTOCK_SHARED", Path(__file__).resolve().parents[2] / "shared"))
    shared = root / "games" / f"{name}.kif"
    return str(shared) if shared.exists() else name


def stage_of(name: str) -> tuple[StageNetwork, float]:
    start = time.process_time()
    game = load(source_of(name))
    if game.compiled is None:
        raise SystemExit(f"{name} cannot be ground")
    stage = encode(game.compiled.completion, name=name)
    return stage, time.process_time() - start


def random_states(stage: StageNetwork, count: int, seed: int = 1) -> list[_core.State]:
    generator = random.Random(seed)
    stepper = _core.Stepper(stage.completion.circuit)
    states: list[_core.State] = []
    state = stepper.initial()
    while len(states) < count:
        legal = [stepper.legal(state, role) for role in range(stepper.role_count)]
        if stepper.terminal(state) or not all(legal):
            state = stepper.initial()
            continue
        states.append(state)
        state = stepper.play(state, [generator.choice(moves) for moves in legal])
    return states


def rate(solver: _core.StageSolver, states: list[_core.State], seconds: float) -> dict[str, float]:
    before = solver.counters
    clock = time.process_time()
    stages, solutions = solver.benchmark(states, seconds)
    used = time.process_time() - clock
    after = solver.counters
    return {
        "stages/s": max(stages, 0.5) / used,  # less than one stage counts as half of one
        "solutions/s": solutions / used,
        "nodes": (after.nodes - before.nodes) / max(1, stages),
        "propagations": (after.propagations - before.propagations) / max(1, stages),
    }


def choco_rate(stage: StageNetwork, states: list[_core.State]) -> float | None:
    """Stages per second of Choco's own solving time."""
    import sys

    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from tests.scsp.outside import choco_model

    total = 0.0
    for state in states:
        model, _ = choco_model(stage.injected(state))
        solver: Any = model.get_solver()
        solver.find_all_solutions()
        total += solver.get_time_count()
    return len(states) / total if total else None


def report(name: str, seconds: float, choco_states: int) -> None:
    stage, translation = stage_of(name)
    states = random_states(stage, 60)
    mac = rate(stage.solver(), states, seconds)
    fc = rate(stage.solver(_core.Inference.forward_checking), states[:10], seconds)
    str2 = rate(stage.solver(filter=_core.Filter.str2), states[:10], seconds)
    few = states[:: max(1, len(states) // choco_states)][:choco_states]
    ours = rate(stage.solver(), few, seconds)
    try:
        choco = choco_rate(stage, few)
    except ImportError:
        choco = None
    paper = PAPER_SECONDS.get(name)
    print(
        f"{name:16} {len(stage.network.variables):6} variables {len(stage.network.constraints):6} tables "
        f"{stage.solver().bytes / 1e6:7.1f} MB  translated in {translation:6.2f} CPU s"
        + (f" (paper {paper} s)" if paper is not None else "")
    )
    print(
        f"    MAC {mac['stages/s']:9.0f} stages/s {mac['solutions/s']:9.0f} solutions/s, per stage "
        f"{mac['nodes']:.1f} nodes {mac['propagations']:.0f} propagations"
    )
    print(
        f"    FC  {fc['stages/s']:9.0f} stages/s, {fc['nodes']:.1f} nodes: MAC is "
        f"{mac['stages/s'] / fc['stages/s']:.1f} times as fast with {fc['nodes'] / mac['nodes']:.0f} times fewer nodes"
    )
    print(f"    CT  {mac['stages/s'] / str2['stages/s']:9.1f} times STR2 ({str2['stages/s']:.0f} stages/s)")
    if choco is not None:
        print(
            f"    Choco {choco:7.0f} stages/s on {len(few)} of them, ours {ours['stages/s']:.0f}: "
            f"{ours['stages/s'] / choco:.0f} times"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--quick", action="store_true", help="a fraction of a second each")
    options = parser.parse_args()
    for name in options.games:
        report(name, 0.2 if options.quick else 2.0, 3 if options.quick else 10)


if __name__ == "__main__":
    main()
