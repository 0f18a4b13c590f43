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
from woodstock.engine import Engine
from woodstock.errors import UnknownEngine, WoodStockError
from woodstock.evaluator import Evaluator
from woodstock.game import Game
from woodstock.reference import Reference

MOST_STEPS = 10_000
UNBOUNDED = 2**31


@dataclass(frozen=True, slots=True)
class Simulation:
    """`mean_goals` by role, chance left out; None for a role that never had a goal."""

    game: str
    engine: str
    playouts: int
    steps: int
    seconds: float
    cpu_seconds: float
    load_seconds: float
    peak_memory_mb: float
    mean_length: float
    mean_goals: dict[str, float | None]


@dataclass(slots=True)
class Tally:
    playouts: int
    steps: int
    goals: list[float | None]


def simulate(
    game: Game,
    engine: str = "auto",
    *,
    playouts: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
    load_seconds: float = 0.0,
) -> Simulation:
    """Random games on `lanes`, `stepper`, `evaluator` or `reference` until a limit is reached; `auto` takes the
    fastest that can take the game."""
    if playouts is None and seconds is None:
        raise WoodStockError("simulate: give a number of playouts or of seconds")
    chosen = ("lanes" if game.compiled else game.engine.name) if engine == "auto" else engine
    start, cpu = time.perf_counter(), time.process_time()
    if chosen == "reference":
        reference = game.engine if isinstance(game.engine, Reference) else Reference(game.rulesheet)
        tally = by_hand(reference, playouts, seconds, seed)
    elif chosen == "evaluator":
        evaluator = game.engine if isinstance(game.engine, Evaluator) else Evaluator(game.rulesheet)
        tally = on_rules(evaluator, playouts, seconds, seed, threads)
    else:
        compiled = game.compiled
        if compiled is None:
            raise UnknownEngine(
                f"{game.name} is not compiled ({game.fallback_reason}); use the engine evaluator"
            )
        if chosen == "lanes":
            tally = on_lanes(compiled.circuit, playouts, seconds, seed, threads)
        elif chosen == "stepper":
            tally = on_stepper(compiled.circuit, playouts, seconds, seed, threads)
        else:
            raise UnknownEngine(
                f"there is no engine {engine}; there are auto, lanes, stepper, evaluator, reference"
            )
    return Simulation(
        game.name,
        chosen,
        tally.playouts,
        tally.steps,
        time.perf_counter() - start,
        time.process_time() - cpu,
        load_seconds,
        peak_memory_mb(),
        tally.steps / tally.playouts if tally.playouts else 0.0,
        {role.name: tally.goals[role.index] for role in game.roles if not role.is_chance},
    )


def on_lanes(
    circuit: _core.Circuit, playouts: int | None, seconds: float | None, seed: int, threads: int
) -> Tally:
    lanes = _core.Lanes(circuit)
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
    means = [float(total) / some if some else None for total, some in zip(sums, valued, strict=True)]
    return Tally(count, outcome.steps, means)


def on_stepper(
    circuit: _core.Circuit, playouts: int | None, seconds: float | None, seed: int, threads: int
) -> Tally:
    result = _core.Stepper(circuit).simulate(
        playouts, seconds, seed=seed, threads=threads, max_steps=MOST_STEPS
    )
    return Tally(result.playouts, result.steps, result.mean_goals)


def on_rules(
    evaluator: Evaluator, playouts: int | None, seconds: float | None, seed: int, threads: int
) -> Tally:
    result = evaluator.native.simulate(playouts, seconds, seed=seed, threads=threads, max_steps=MOST_STEPS)
    return Tally(result.playouts, result.steps, result.mean_goals)


def by_hand(engine: Engine[Any], playouts: int | None, seconds: float | None, seed: int) -> Tally:
    """One game after the other on any engine; the one under way when time is up is left out."""
    chance = random.Random(seed)
    end = time.perf_counter() + seconds if seconds is not None else float("inf")
    roles = range(len(engine.roles))
    played, steps = 0, 0
    sums, counts = [0] * len(engine.roles), [0] * len(engine.roles)
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


def means(sums: list[int], counts: list[int]) -> list[float | None]:
    return [total / count if count else None for total, count in zip(sums, counts, strict=True)]


def peak_memory_mb() -> float:
    """The most memory this process has held so far."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10
