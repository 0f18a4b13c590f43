"""Confidence intervals of match results.

Wilson's score interval for a rate (E. B. Wilson, "Probable inference", JASA 22, 1927), and Student's
interval for a mean, with the quantile of t found by bisection on its density.

>>> print(f"{wilson(60, 100):.3f}, {student([40.0, 50.0, 60.0]):.1f}")
0.600 [0.502, 0.691], 50.0 [25.2, 74.8]
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple


class Interval(NamedTuple):
    low: float
    value: float
    high: float

    def __format__(self, spec: str) -> str:
        return f"{self.value:{spec}} [{self.low:{spec}}, {self.high:{spec}}]"


def wilson(successes: float, trials: int, confidence: float = 0.95) -> Interval:
    """The rate of successes; draws count as half ones."""
    if trials == 0:
        return Interval(0.0, 0.5, 1.0)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    rate = successes / trials
    scale = 1 + z * z / trials
    centre = (rate + z * z / (2 * trials)) / scale
    spread = z / scale * math.sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials))
    return Interval(min(rate, max(0.0, centre - spread)), rate, max(rate, min(1.0, centre + spread)))


def student(values: Sequence[float], confidence: float = 0.95) -> Interval:
    """The mean of a sample; unbounded where fewer than two values say nothing about the spread."""
    if not values:
        return Interval(-math.inf, math.nan, math.inf)
    mean = fmean(values)
    if len(values) < 2:
        return Interval(-math.inf, mean, math.inf)
    spread = t_quantile(0.5 + confidence / 2, len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return Interval(mean - spread, mean, mean + spread)


def t_quantile(probability: float, degrees: int) -> float:
    """The point that a t-distributed value stays below with the given probability (at least one half)."""
    low, high = 0.0, 1.0
    while t_cumulative(high, degrees) < probability:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if t_cumulative(middle, degrees) < probability:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def t_cumulative(value: float, degrees: int) -> float:
    """Student's distribution function, for values from zero on (Abramowitz and Stegun 26.7.3 and 26.7.4)."""
    angle = math.atan(value / math.sqrt(degrees))
    sine, cosine = math.sin(angle), math.cos(angle)
    if degrees % 2:
        term, total = cosine, 0.0
        for k in range(1, (degrees + 1) // 2):
            total += term
            term *= cosine * cosine * (2 * k) / (2 * k + 1)
        return 0.5 + (angle + sine * total) / math.pi
    term, total = 1.0, 0.0
    for k in range(1, degrees // 2 + 1):
        total += term
        term *= cosine * cosine * (2 * k - 1) / (2 * k)
    return 0.5 + sine * total / 2
