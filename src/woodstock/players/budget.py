"""How much a search may do where a match may be in one of several states."""

from __future__ import annotations

import math

from woodstock.clock import Clock

SECONDS_WITHOUT_CLOCK = 1.0
MOST_WORLDS = 16
FEWEST_TAKEN, MOST_TAKEN = 64, 4096
SECONDS_A_TAKEN_WORLD, SIMULATIONS_A_TAKEN_WORLD = 1.5e-4, 25
"""For each step that led to it: about ten times what it takes to play it over, in a game of some thousand gates."""


def worlds_to_search(
    clock: Clock, simulations: int | None, *, seconds_each: float, simulations_each: int
) -> int:
    """How many possible states are searched: each for long enough to mean something."""
    if simulations is not None:
        return min(MOST_WORLDS, 1 + simulations // simulations_each)
    return min(MOST_WORLDS, 1 + int(seconds_of(clock) / seconds_each))


def worlds_to_take(clock: Clock, simulations: int | None, steps: int) -> int:
    """How many possible states a search is told that draws one for each iteration, so many steps after the start: the more,
    the more it draws."""
    if simulations is not None:
        wanted = simulations // (SIMULATIONS_A_TAKEN_WORLD * max(1, steps))
    else:
        wanted = int(seconds_of(clock) / (SECONDS_A_TAKEN_WORLD * max(1, steps)))
    return max(FEWEST_TAKEN, min(MOST_TAKEN, wanted))


def seconds_of(clock: Clock) -> float:
    return SECONDS_WITHOUT_CLOCK if math.isinf(clock.deadline) else clock.remaining()


def run_seed(seed: int, step: int) -> int:
    """A seed of its own for every run of a match."""
    return (seed * 1_000_003 + step) & 0xFFFF_FFFF_FFFF_FFFF
