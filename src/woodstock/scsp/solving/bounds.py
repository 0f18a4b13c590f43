"""Bounds on what the policies of a network bring, from the core: whole numbers over common denominators."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from woodstock import _core
from woodstock.scsp.model.constraint import Constraint
from woodstock.scsp.model.network import Network, Objective
from woodstock.scsp.solving.csp import CompiledNetwork, compile_rows
from woodstock.scsp.solving.distributions import LARGEST, weigh


@dataclass(frozen=True, slots=True)
class NativeBounds:
    """The native search of a network, and the unit its utilities are counted in."""

    search: _core.PolicySearch
    unit: int

    def bound(self, first: Sequence[int], alive: bool, seconds: float | None) -> tuple[Fraction, ...] | None:
        """The most each player can get once the first variables are set. Raises OverflowError and OutOfTime."""
        found = self.search.bound(first, alive, seconds)
        if found is None:
            return None
        utilities, scale = found
        return tuple(Fraction(utility, scale * self.unit) for utility in utilities)


def native_bounds(
    network: Network, compiled: CompiledNetwork, loose: Sequence[Constraint]
) -> NativeBounds | None:
    """For a network whose strict constraints are compiled; `loose` ones are judged when their last variable is set.
    None where the numbers do not fit the core."""
    satisfaction = network.objective is Objective.SATISFACTION
    shares = [share for c in network.soft for row in c.utilities or () for share in row]
    unit = math.lcm(1, *(share.denominator for share in shares))
    if any(abs(share) * unit > LARGEST for share in (*shares, Fraction(1))):
        return None
    judged = []
    for constraint in loose if satisfaction else network.soft:
        if not constraint.scope or (constraint.utilities is not None and not constraint.rows):
            continue  # worth nothing, whatever happens
        scope = [compiled.index[name] for name in constraint.scope]
        utilities = [int(share * unit) for row in constraint.utilities or () for share in row]
        cells, sets = compile_rows(constraint.rows, [compiled.values[x] for x in scope])
        judged.append(_core.JudgedTable(scope, cells, sets, utilities))
    try:
        distributions = [weigh(table, compiled).distribution for table in network.probabilities]
        search = _core.PolicySearch(compiled.csp, distributions, judged, network.players, satisfaction, unit)
    except OverflowError:
        return None
    return NativeBounds(search, unit)
