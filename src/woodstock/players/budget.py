"""How much a search may do where a match may be in one of several states."""

from __future__ import annotations

import math

from woodstock.clock import Clock

SECONDS_WITHOUT_CLOCK = 1.0
MOST_WORLDS = 16


def worlds_to_search(
    clock: Clock, simulations: int | None, *, seconds_each: float, simulations_each: int
) -> int:
    """How many possible states are searched: each for long enough to mean something."""
    if simulations is not None:
        return min(MOST_WORLDS, 1 + simulations // simulations_each)
    seconds = SECONDS_WITHOUT_CLOCK if math.isinf(clock.deadline) else clock.remaining()
    return min(MOST_WORLDS, 1 + int(seconds / seconds_each))


def run_seed(seed: int, step: int) -> int:
    """A seed of its own for every run of a match."""
    return (seed * 1_000_003 + step) & 0xFFFF_FFFF_FFFF_FFFF
