"""Algorithm 1 of 2014 (001 §5), as printed, line by line.

Backtracking over the variables in order. A leaf is worth 1; a value that is not consistent is skipped, a stochastic one
too; a stochastic variable sums p · θ and returns as soon as θ reaches the threshold, which is handed down as (θ_h − θ) / p;
a decision keeps the largest θ and returns once that reaches the threshold. So what comes back is not the value of the best
policy but the first satisfaction that suffices, or, below the threshold, the most there is: 1/3 for Example 2 of RIA 2017,
whose policy has 4/9. π is a set of decisions, not a tree; it is empty if the threshold is not reached.

A constraint is consistent if it allows the variables set so far. A soft constraint cannot be that; at the last variable
the play must bring the player everything (utility 1), which is how a leaf can be worth 1 in a game. A variable in no
constraint gets its first value only: the others would repeat the same search.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from fractions import Fraction

from woodstock.scsp.model.cells import Value
from woodstock.scsp.model.constraint import Constraint
from woodstock.scsp.model.network import Network, Objective
from woodstock.scsp.solving.failures import OutOfTime

Decisions = tuple[tuple[str, Value], ...]

_NODES_BETWEEN_LOOKS = 4096  # at the clock


@dataclass
class Algorithm1:
    """The search on one network, for its first player."""

    network: Network
    seconds: float | None = None
    nodes: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        place = {variable.name: i for i, variable in enumerate(self.network.order)}
        self._constraints: list[list[Constraint]] = [[] for _ in self.network.order]
        for constraint in self.network.hard:
            self._constraints[max(place[name] for name in constraint.scope)].append(constraint)
        used = {name for constraint in self.network.constraints for name in constraint.scope}
        self._free = [not v.stochastic and v.name not in used for v in self.network.order]
        self._tables = {v.name: self.network.probability_of(v.name) for v in self.network.stochastic}
        self._known: dict[tuple[str, tuple[Value, ...]], bool] = {}
        self._deadline = None if self.seconds is None else time.perf_counter() + self.seconds

    def run(self, threshold: Fraction | None = None) -> tuple[Decisions, Fraction]:
        """(π, θ): the decisions of a policy that reaches the threshold, or none; and what was reached."""
        self._assignment: dict[str, Value] = {}
        self._policy: dict[tuple[str, Value], None] = {}
        level = self.network.threshold[0] if threshold is None else threshold
        reached = self._search(level, 0)
        return tuple(self._policy), reached

    def _search(self, needed: Fraction, i: int) -> Fraction:
        if i == len(self.network.order):  # lines 1 and 2
            return Fraction(1)
        reached = Fraction(0)
        variable = self.network.order[i]
        name = variable.name
        chances = self._tables[name].distribution(self._assignment) if variable.stochastic else None
        for value in variable.domain[:1] if self._free[i] else variable.domain:
            self._assignment[name] = value
            if (chances is None or value in chances) and self._consistent(i):
                if chances is not None:  # lines 7 to 11
                    p = chances[value]
                    reached += p * self._search((needed - reached) / p, i + 1)
                    if reached >= needed:
                        break
                else:  # lines 13 to 19
                    self._policy[name, value] = None
                    reached = max(reached, self._search(needed, i + 1))
                    if reached >= needed:
                        break
                    self._policy.pop((name, value), None)
        self._assignment.pop(name, None)
        return reached

    def _consistent(self, i: int) -> bool:
        self.nodes += 1
        if self.nodes % _NODES_BETWEEN_LOOKS == 0 and self._late():
            raise OutOfTime(self.nodes, "nodes")
        if not all(map(self._allows, self._constraints[i])):
            return False
        return i + 1 < len(self.network.order) or self._wins()

    def _late(self) -> bool:
        return self._deadline is not None and time.perf_counter() > self._deadline

    def _allows(self, constraint: Constraint) -> bool:
        values = tuple(self._assignment[name] for name in constraint.scope)
        key = (constraint.name, values)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = constraint.row_of(self._assignment) is not None
        return found

    def _wins(self) -> bool:
        """Whether the soft constraints bring the player everything there is."""
        if self.network.objective is Objective.SATISFACTION or not self.network.soft:
            return True
        total = Fraction(0)
        for constraint in self.network.soft:
            row = constraint.row_of(self._assignment)
            if row is not None and constraint.utilities is not None:
                total += constraint.utilities[row][0]
        return total >= 1
