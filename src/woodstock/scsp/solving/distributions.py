"""Probability tables as the core takes them: whole weights over one denominator per stochastic variable."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from woodstock import _core
from woodstock.scsp.model.probability import Probability, ProbabilityTable, UniformTable
from woodstock.scsp.solving.csp import CompiledNetwork, compile_rows

LARGEST = 2**62  # what a weight of the core can be


@dataclass(frozen=True, slots=True)
class WeightedTable:
    """A native distribution and its denominator."""

    distribution: _core.Distribution
    denominator: int


def weigh(table: Probability, compiled: CompiledNetwork) -> WeightedTable:
    """Raises OverflowError where the denominator is too large for the core."""
    if isinstance(table, UniformTable):
        return _uniform(table, compiled)
    return _weighted(table, compiled)


def _weighted(table: ProbabilityTable, compiled: CompiledNetwork) -> WeightedTable:
    variable = compiled.index[table.variable]
    scope = [compiled.index[name] for name in table.scope]
    denominator = _common(p.denominator for _, distribution in table.rows for _, p in distribution)
    weights: list[int] = []
    for _, distribution in table.rows:
        shares: dict[int, Fraction] = {}
        for value, p in distribution:
            # As in ProbabilityTable.distribution, a value listed again counts with its last probability.
            if p:
                shares[compiled.values[variable][value]] = p
        weights += [
            int(shares.get(number, Fraction(0)) * denominator)
            for number in range(len(compiled.variables[variable].domain))
        ]
    cells, sets = compile_rows((row for row, _ in table.rows), [compiled.values[x] for x in scope])
    return WeightedTable(
        _core.Distribution.table(variable, denominator, scope, cells, sets, weights, len(table.rows)),
        denominator,
    )


def _uniform(table: UniformTable, compiled: CompiledNetwork) -> WeightedTable:
    variable = compiled.index[table.variable]
    conditions: list[tuple[int, int | None, int]] = []
    always = 0
    for value, name, required in table.conditions:
        number = compiled.values[variable][value]
        if name is None:
            conditions.append((number, None, 0))
            always += 1
        else:
            other = compiled.index[name]
            # A value outside the domain is never taken: the condition never holds.
            conditions.append(
                (number, other, compiled.values[other].get(required, len(compiled.values[other])))
            )
    denominator = _common(range(max(1, always), max(1, len(conditions)) + 1))
    return WeightedTable(_core.Distribution.uniform(variable, denominator, conditions), denominator)


def _common(numbers: Iterable[int]) -> int:
    multiple = 1
    for number in numbers:
        multiple = math.lcm(multiple, number)
        if multiple > LARGEST:
            raise OverflowError("probabilities without a common denominator that fits the core")
    return multiple
