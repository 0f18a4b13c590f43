"""The policies of a chance part: stochastic forward checking in the core (2016 §4.2, RIA 2017 §4.2.1)."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from woodstock import _core
from woodstock.scsp.model.cells import Value
from woodstock.scsp.model.network import Network
from woodstock.scsp.solving.csp import compile_network, solutions
from woodstock.scsp.solving.distributions import weigh
from woodstock.scsp.solving.failures import OutOfTime


@dataclass(frozen=True, slots=True)
class ChancePolicy:
    """A policy of the chance part: its decisions, and the probability that its constraints hold."""

    decisions: tuple[tuple[str, Value], ...]
    satisfaction: Fraction


def chance_policies(part: Network, seconds: float | None = None) -> Iterator[ChancePolicy]:
    """Every policy of a one-stage chance part that reaches its threshold, in the order of its decisions' values. With
    θ = 0, those that satisfy nothing with any probability are left out too: they are infeasible in every reading."""
    compiled = compile_network(part)
    try:
        tables = [weigh(table, compiled) for table in part.probabilities]
        unit = math.prod(table.denominator for table in tables)
        need = math.ceil(part.threshold[0] * unit)
        search = _core.ChanceSearch(
            compiled.csp,
            [compiled.index[variable.name] for variable in part.decision],
            [table.distribution for table in tables],
            need >> 64,
            need % 2**64,
        )
    except (OverflowError, TypeError):  # the denominators do not fit the core's 128 bits
        yield from chance_policies_by_fractions(part)
        return
    deadline = None if seconds is None else time.perf_counter() + seconds
    while True:
        left = None if deadline is None else max(0.0, deadline - time.perf_counter())
        try:
            found = search.next(left)
        except _core.OutOfTime:
            raise OutOfTime(search.counters.nodes, "nodes") from None
        if found is None:
            return
        numbers, weight = found
        values = ((v.name, v.domain[number]) for v, number in zip(part.decision, numbers))
        yield ChancePolicy(tuple(values), Fraction(weight, unit))


def chance_policies_by_fractions(part: Network) -> Iterator[ChancePolicy]:
    """The same from the definition: the probability of every solution, summed by its decisions. What the core is tested
    against, and falls back on."""
    totals: dict[tuple[int, ...], Fraction] = {}
    for outcome in solutions(part):
        weight = Fraction(1)
        for table in part.probabilities:
            weight *= table.distribution(outcome).get(outcome[table.variable], Fraction(0))
        key = tuple(v.domain.index(outcome[v.name]) for v in part.decision)
        totals[key] = totals.get(key, Fraction(0)) + weight
    for key, satisfaction in sorted(totals.items()):
        if satisfaction and satisfaction >= part.threshold[0]:
            values = ((v.name, v.domain[number]) for v, number in zip(part.decision, key))
            yield ChancePolicy(tuple(values), satisfaction)
