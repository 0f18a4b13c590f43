"""Prime implicants of Boolean functions given as truth tables: one canonical form for all ways to write a function.

A table of n inputs is a number of 2^n bits: bit b is the value where input i has bit i of b. The prime implicants are
the least partial tuples that force the output; with the output they are the least tuples a constraint forbids, so they
say the same as the forbidden tuples of 004 §4.2 in fewer vertices.
"""

from __future__ import annotations

from functools import cache, lru_cache

Cube = tuple[tuple[int, bool], ...]
"""Inputs with the value each has to have."""


@cache
def pattern(place: int, inputs: int) -> int:
    """The table of the function that is one of its inputs."""
    block = (1 << (1 << place)) - 1
    table = block << (1 << place)
    width = 2 << place
    while width < 1 << inputs:
        table |= table << width
        width *= 2
    return table


def full(inputs: int) -> int:
    return (1 << (1 << inputs)) - 1


@lru_cache(maxsize=200_000)
def primes(table: int, inputs: int) -> frozenset[Cube]:
    """All prime implicants, by Shannon's expansion over the last input (Coudert and Madre)."""
    if table == 0:
        return frozenset()
    if table == full(inputs):
        return frozenset([()])
    last = inputs - 1
    half = 1 << last
    low, high = table & ((1 << half) - 1), table >> half
    if low == high:
        return primes(low, last)
    both = primes(low & high, last)
    found = set(both)
    found.update((*cube, (last, False)) for cube in primes(low, last) - both)
    found.update((*cube, (last, True)) for cube in primes(high, last) - both)
    return frozenset(found)
