"""Random games in bulk, with what they cost."""

from __future__ import annotations

import random
import resource
import sys
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from woodstock import _core
from woodstock.engines.engine import Engine
from woodstock.engines.evaluator import Evaluator
from woodstock.engines.lanes import LaneEngine
from woodstock.engines.stepper import StepperEngine
from woodstock.errors import WoodStockError
from woodstock.gdl.keywords import CHANCE

MOST_STEPS = 10_000
UNBOUNDED = 2**31


@dataclass(frozen=True, slots=True)
class Simulation:
    """`mean_goals` by role, chance left out; None for a role that never had a goal."""

    engine: str
    playouts: int
    steps: int
    seconds: float
    cpu_seconds: float
    peak_memory_mb: float
    mean_length: float
    mean_goals: dict[str, float | None]


@dataclass(slots=True)
class Tally:
    playouts: int
    steps: int
    goals: list[float | None]


def simulate(
    engine: Engine[Any],
    *,
    playouts: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
) -> Simulation:
    """Random games from the initial state until a limit is reached."""
    if playouts is None and seconds is None:
        raise WoodStockError("simulate: give a number of playouts or of seconds")
    start, cpu = time.perf_counter(), time.process_time()
    match engine:
        case LaneEngine():
            tally = on_lanes(engine.lanes, playouts, seconds, seed, threads)
        case StepperEngine():
            tally = natively(engine.stepper, playouts, seconds, seed, threads)
        case Evaluator():
            tally = natively(engine.native, playouts, seconds, seed, threads)
        case _:
            tally = by_hand(engine, playouts, seconds, seed)
    return Simulation(
        engine.name,
        tally.playouts,
        tally.steps,
        time.perf_counter() - start,
        time.process_time() - cpu,
        peak_memory_mb(),
        tally.steps / tally.playouts if tally.playouts else 0.0,
        {role: mean for role, mean in zip(engine.roles, tally.goals, strict=True) if role != CHANCE},
    )


def on_lanes(
    lanes: _core.Lanes, playouts: int | None, seconds: float | None, seed: int, threads: int
) -> Tally:
    outcome = lanes.simulate(
        UNBOUNDED if playouts is None else playouts,
        seed,
        threads=threads,
        max_steps=MOST_STEPS,
        seconds=seconds,
    )
    count = int(np.asarray(outcome.playouts)[0])
    valued = [count - int(missing) for missing in np.asarray(outcome.undefined)]
    sums = np.asarray(outcome.sums)[0]
    return Tally(count, outcome.steps, means([float(total) for total in sums], valued))


def natively(
    engine: _core.Stepper | _core.RuleEvaluator,
    playouts: int | None,
    seconds: float | None,
    seed: int,
    threads: int,
) -> Tally:
    """One game after the other, in the core."""
    result = engine.simulate(playouts, seconds, seed=seed, threads=threads, max_steps=MOST_STEPS)
    return Tally(result.playouts, result.steps, result.mean_goals)


def by_hand(engine: Engine[Any], playouts: int | None, seconds: float | None, seed: int) -> Tally:
    """One game after the other on any engine; the one under way when time is up is left out."""
    chance = random.Random(seed)
    end = time.perf_counter() + seconds if seconds is not None else float("inf")
    roles = range(len(engine.roles))
    played, steps = 0, 0
    sums, counts = [0.0] * len(engine.roles), [0] * len(engine.roles)
    while playouts is None or played < playouts:
        position, length = engine.initial(), 0
        while not engine.terminal(position) and length < MOST_STEPS:
            if time.perf_counter() > end:
                return Tally(played, steps, means(sums, counts))
            moves = [engine.legal(position, role) for role in roles]
            if not all(moves):
                break
            position, _ = engine.play(position, [chance.choice(legal) for legal in moves])
            length += 1
        played, steps = played + 1, steps + length
        for role in roles:
            values = engine.goals(position, role)
            if len(values) == 1:
                sums[role] += values[0]
                counts[role] += 1
    return Tally(played, steps, means(sums, counts))


def means(sums: list[float], counts: list[int]) -> list[float | None]:
    return [total / count if count else None for total, count in zip(sums, counts, strict=True)]


def peak_memory_mb() -> float:
    """The most memory this process has held so far."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10
