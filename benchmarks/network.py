"""Stages solved per second, against Choco, forward checking and STR2; translation time against the papers.

    python benchmarks/network.py [--quick] [GAME …]     stages per second
    python benchmarks/network.py --translation [GAME …] translation times against Table 2 of 2016

A stage is a state of random play injected into the game's template; solving it is to enumerate its joint actions with
their successors. Choco gets the same tables with the state fixed. One clock for all: CPU seconds of this process, Choco's
threads included. Building a model is not counted on either side; it is reported apart. Games are bundled ones, or
rulesheets below ../shared/games.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import time
from pathlib import Path
from typing import Any

from woodstock import _core, load
from woodstock.scsp.game.stage_network import StageNetwork, encode

GAMES = ("tictactoe", "connect_four", "breakthrough", "checkers", "backgammon", "reversi")
# Table 2 of "General Game Playing with Stochastic CSP" (2016): the paper's game, its seconds, and our rulesheets of it;
# a near variant is one of the same family. Can't Stop, Kaseklau, Pickomino and Yathzee have no rulesheet here.
TABLE_2 = (
    ("Awale", 94, "kalaha_6x2x4", "near variant: mancala, 2 × 6 pits, 48 seeds"),
    ("Backgammon", 347, "backgammon", ""),
    ("Bombberman", 31, "bomberman_2p", ""),
    ("Checkers", 43, "checkers", ""),
    ("Checkers", 43, "english_draughts", "near variant"),
    ("Chess", 76, "chess", "takes minutes"),
    ("Chess", 76, "speed_chess", "near variant"),
    ("Chinese Checkers", 54, "chinese_checkers_3", ""),
    ("Hex", 91, "hex", "9 × 9"),
    ("Orchard", 12, "orchard", ""),
    ("Othello", 51, "othello", ""),
    ("Othello", 51, "reversi", ""),
    ("Pacman", 36, "pacman_3p", ""),
    ("TicTacToe", 0, "tictactoe", "the paper rounds to whole seconds"),
)


def source_of(name: str) -> str:
    root = Path(os.environ.get("WOODSTOCK_SHARED", Path(__file__).resolve().parents[2] / "shared"))
    shared = root / "games" / f"{name}.kif"
    return str(shared) if shared.exists() else name


def stage_of(name: str) -> tuple[StageNetwork, dict[str, float]]:
    """The template, and the CPU seconds of its making by step."""
    start = time.process_time()
    game = load(source_of(name))
    if game.compiled is None:
        raise SystemExit(f"{name} cannot be ground")
    ground = time.process_time()
    stage = encode(game.compiled.completion, name=name)
    return stage, {"ground": ground - start, "encode": time.process_time() - ground}


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


def choco_seconds(stage: StageNetwork, states: list[_core.State]) -> tuple[float, float, int]:
    """CPU seconds of Choco to build the models of stages and to enumerate their solutions, and how many it found. The
    first stage is solved twice, and the first time not counted: the solver warms up."""
    import sys

    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from tests.scsp.xcsp.outside import choco_model

    building = solving = 0.0
    found = 0
    for number, state in enumerate([states[0], *states]):
        start = time.process_time()
        model, _ = choco_model(stage.injected(state))
        built = time.process_time()
        solutions: Any = model.get_solver().find_all_solutions()
        if number:
            building += built - start
            solving += time.process_time() - built
            found += len(solutions)
    return building, solving, found


def report(name: str, seconds: float, choco_states: int) -> None:
    stage, times = stage_of(name)
    states = random_states(stage, 60)
    start = time.process_time()
    solver = stage.solver()
    building = time.process_time() - start
    mac = rate(solver, states, seconds)
    fc = rate(stage.solver(_core.Inference.forward_checking), states[:10], seconds)
    str2 = rate(stage.solver(filter=_core.Filter.str2), states[:10], seconds)
    csp = stage.template.csp
    print(
        f"{name:16} {len(csp.sizes):6} variables {csp.table_count:6} tables {solver.bytes / 1e6:7.1f} MB  "
        f"translated in {sum(times.values()):6.2f} CPU s, solver built in {building:.3f}"
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
    few = states[:: max(1, len(states) // choco_states)][:choco_states]
    try:
        built, solved, found = choco_seconds(stage, few)
    except ImportError:
        print("    Choco: pychoco is not installed")
        return
    expected = sum(len(solver.solve(state)) for state in few)
    ours = rate(solver, few, seconds)["stages/s"]
    choco = len(few) / solved
    print(
        f"    Choco {choco:7.1f} stages/s on {len(few)} of them ({found} solutions, ours {expected}), ours "
        f"{ours:.0f}: {ours / choco:.0f} times; models built in {built / len(few):.3f} CPU s a stage"
    )


def translation(names: list[str]) -> None:
    print(
        "CPU seconds from the rulesheet to the template that solves it; the goal is a tenth of the paper's."
    )
    for paper, seconds, name, note in TABLE_2:
        if name not in names if names else name == "chess":  # chess only on demand
            continue
        stage, times = stage_of(name)
        start = time.process_time()
        network = stage.network
        written = time.process_time() - start
        total = sum(times.values())
        goal = max(seconds / 10, 0.5)
        print(
            f"{paper:17} {name:19} {total:6.2f} s (ground {times['ground']:5.2f}, encode {times['encode']:5.2f}; "
            f"written out in {written:5.2f}), paper {seconds:3} s, {'within' if total < goal else 'MISSES'} the goal; "
            f"{len(network.variables)} variables {len(network.constraints)} tables "
            f"{stage.solver().bytes / 1e6:.0f} MB{'; ' + note if note else ''}",
            flush=True,
        )
    print(f"most memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*")
    parser.add_argument("--quick", action="store_true", help="a fraction of a second each")
    parser.add_argument("--translation", action="store_true", help="Table 2 of the 2016 paper")
    options = parser.parse_args()
    if options.translation:
        translation(options.games)
        return
    for name in options.games or GAMES:
        report(name, 0.2 if options.quick else 2.0, 3 if options.quick else 10)


if __name__ == "__main__":
    main()
