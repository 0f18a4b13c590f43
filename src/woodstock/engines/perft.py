"""Perft: how many sequences of joint moves there are, a number that any wrong move generator gets wrong."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import product
from typing import TypeVar

from woodstock.engines.engine import Engine

P = TypeVar("P", bound=Hashable)


def perft(engine: Engine[P], depth: int) -> int:
    """The number of sequences of `depth` joint moves from the initial position; plays that end sooner have none."""
    from woodstock.engines.stepper import StepperEngine

    if isinstance(engine, StepperEngine):
        return engine.stepper.perft(engine.stepper.initial(), depth)
    return count(engine, engine.initial(), depth)


def count(engine: Engine[P], position: P, depth: int) -> int:
    """The same by trying every joint move, on any engine."""
    if depth == 0:
        return 1
    if engine.terminal(position):
        return 0
    moves = [engine.legal(position, role) for role in range(len(engine.roles))]
    return sum(count(engine, engine.play(position, joint)[0], depth - 1) for joint in product(*moves))


def unique(
    engine: Engine[P], depth: int, form: Callable[[P], P] = lambda position: position
) -> Iterator[int]:
    """How many positions are first met after 0, 1, … `depth` joint moves, those with one form counted once."""
    level = [engine.initial()]
    known = {form(level[0])}
    yield 1
    for _ in range(depth):
        found: dict[P, None] = {}
        for position in level:
            if engine.terminal(position):
                continue
            moves = [engine.legal(position, role) for role in range(len(engine.roles))]
            for joint in product(*moves):
                after = form(engine.play(position, joint)[0])
                if after not in known:
                    known.add(after)
                    found[after] = None
        level = list(found)
        yield len(level)
