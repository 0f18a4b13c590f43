"""The threshold raised by itself (003 §3.2 and 4.4): from θ = 0 on, what a solution reached is the next threshold, until
there is no solution."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import lcm
from typing import TypeVar

from woodstock.scsp.model.network import Network
from woodstock.scsp.model.policy import Policy
from woodstock.scsp.model.probability import UniformTable
from woodstock.scsp.solving.policy_solver import PolicySolver

Found = TypeVar("Found")


def raise_threshold(
    search: Callable[[Fraction], tuple[Found, Fraction]], step: Fraction
) -> Iterator[tuple[Fraction, Found, Fraction]]:
    """(θ, what was found, what it reaches) per search; the last one reaches less than its θ. No two values are nearer to
    each other than `step`, so that a search for θ + step is one for more than θ."""
    threshold = Fraction(0)
    while True:
        found, reached = search(threshold)
        yield threshold, found, reached
        if reached < threshold:
            return
        threshold = reached + step


def smallest_step(network: Network) -> Fraction:
    """A number that all values of policies are multiples of."""
    gains = [share for c in network.soft for row in c.utilities or () for share in row]
    whole = lcm(*(share.denominator for share in gains))
    for table in network.probabilities:
        if isinstance(table, UniformTable):
            whole *= lcm(*range(1, len(table.conditions) + 1))
        else:
            whole *= lcm(*(p.denominator for _, distribution in table.rows for _, p in distribution))
    return Fraction(1, whole)


def raised_policies(network: Network, seconds: float) -> tuple[Fraction, list[Policy]]:
    """The highest threshold that policies of the network reach for every player, and those that do."""
    best = Fraction(0)

    def search(threshold: Fraction) -> tuple[None, Fraction]:
        level = network.with_threshold(*([threshold] * network.players))
        found = next(PolicySolver(level, seconds).solution_policies(), None)
        return None, Fraction(-1) if found is None else min(found.expected_utility)

    for _, _, reached in raise_threshold(search, smallest_step(network)):
        best = max(best, reached)
    top = network.with_threshold(*([best] * network.players))
    return best, list(PolicySolver(top, seconds).solution_policies())
