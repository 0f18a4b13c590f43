"""Stochastic constraint networks ⟨X, Y, D, P, C, θ⟩ with T stages and k players, as plain data.

The definitions are those of Koriche et al., *General Game Playing with Stochastic CSP* (2016), §3.1: an
ordered tuple of variables, some of them stochastic with conditional probability tables; hard constraints
(relations) and soft ones (utilities per player); a threshold per player. A small network by hand:

>>> from woodstock.scsp import Variable, relation, uniform, utility
>>> x, z = Variable("x", (0, 1, 2)), Variable("z", (0, 1, 2))
>>> y = Variable("y", (0, 1, 2), stochastic=True)
>>> same = relation("same", (x, z), lambda a, c: a == c)
>>> gain = utility("gain", (x, y), lambda a, b: 1 if a + b >= 1 else 0)
>>> print(Network.of((x, y, z), (same, gain), (uniform(y),), threshold="1/2"))
network: 3 variables (1 stochastic), 2 stages, 1 player, 2 constraints (1 soft), θ = (1/2)

A row of a table may be *short*: `STAR` stands for any value, `Except(v, …)` for any value but those and
`OneOf(v, …)` for any of those.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property

from woodstock.scsp.model.cells import Except, OneOf, Value, Wildcard
from woodstock.scsp.model.constraint import Constraint, NetworkError, Number, Variable
from woodstock.scsp.model.probability import Probability


@dataclass(frozen=True, slots=True)
class Stage:
    """Decision variables, then the stochastic variables that chance sets afterwards."""

    decision: tuple[str, ...]
    stochastic: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return self.decision + self.stochastic


class Objective(Enum):
    """What a policy is measured by.

    UTILITY (2014 §3, 2016 §3.1): a hard constraint that fails makes the policy infeasible; otherwise soft
    utilities are summed. SATISFACTION (RIA 2017 §3.1, 2017 §4): the probability that all constraints hold;
    those over decision variables alone must always hold.
    """

    UTILITY = "utility"
    SATISFACTION = "satisfaction"


@dataclass(frozen=True)
class Network:
    """⟨X, Y, D, P, C, θ⟩. The stages give the order of the variables; hard constraints stand before soft ones."""

    variables: tuple[Variable, ...]
    stages: tuple[Stage, ...]
    constraints: tuple[Constraint, ...]
    probabilities: tuple[Probability, ...] = ()
    threshold: tuple[Fraction, ...] = (Fraction(0),)
    objective: Objective = Objective.UTILITY
    name: str = "network"

    def __post_init__(self) -> None:
        object.__setattr__(self, "constraints", tuple(sorted(self.constraints, key=lambda c: not c.hard)))
        order = [name for stage in self.stages for name in stage.names]
        if len(set(order)) != len(order) or set(order) != {v.name for v in self.variables}:
            raise NetworkError("every variable must occur in exactly one stage, and be declared once")
        for stage in self.stages:
            for name in stage.names:
                if self[name].stochastic != (name in stage.stochastic):
                    raise NetworkError(f"variable {name} is on the wrong side of its stage")
        for constraint in self.constraints:
            self._check_constraint(constraint)
        tables = [table.variable for table in self.probabilities]
        if sorted(tables) != sorted(v.name for v in self.variables if v.stochastic):
            raise NetworkError("every stochastic variable needs exactly one probability table")
        for table in self.probabilities:
            before = set(order[: order.index(table.variable)])
            if late := [name for name in table.scope if name not in before]:
                raise NetworkError(f"P({table.variable}) depends on {late[0]}, which does not come before it")

    def _check_constraint(self, constraint: Constraint) -> None:
        for position, name in enumerate(constraint.scope):
            if name not in self._index:
                raise NetworkError(f"constraint {constraint.name}: unknown variable {name}; declare it")
            domain = self._domains[name]
            for row in constraint.rows:
                cell = row[position]
                if isinstance(cell, Wildcard):
                    continue
                for value in cell.values if isinstance(cell, (Except, OneOf)) else (cell,):
                    if value not in domain:
                        raise NetworkError(
                            f"constraint {constraint.name}: {name} has no value {value!r}; "
                            "add it to its domain"
                        )
        for utilities in constraint.utilities or ():
            if len(utilities) != self.players:
                raise NetworkError(f"constraint {constraint.name}: {self.players} utilities a row are needed")

    @cached_property
    def _index(self) -> dict[str, Variable]:
        return {variable.name: variable for variable in self.variables}

    @cached_property
    def _domains(self) -> dict[str, frozenset[Value]]:
        return {variable.name: frozenset(variable.domain) for variable in self.variables}

    def __getitem__(self, name: str) -> Variable:
        return self._index[name]

    @property
    def players(self) -> int:
        return len(self.threshold)

    @cached_property
    def order(self) -> tuple[Variable, ...]:
        """The variables in the order policies set them."""
        return tuple(self[name] for stage in self.stages for name in stage.names)

    @cached_property
    def decision(self) -> tuple[Variable, ...]:
        return tuple(variable for variable in self.order if not variable.stochastic)

    @cached_property
    def stochastic(self) -> tuple[Variable, ...]:
        return tuple(variable for variable in self.order if variable.stochastic)

    @cached_property
    def hard(self) -> tuple[Constraint, ...]:
        return tuple(constraint for constraint in self.constraints if constraint.hard)

    @cached_property
    def soft(self) -> tuple[Constraint, ...]:
        return tuple(constraint for constraint in self.constraints if not constraint.hard)

    def is_decision_constraint(self, constraint: Constraint) -> bool:
        """Whether its scope has decision variables only (2016, §3.1)."""
        return not any(self[name].stochastic for name in constraint.scope)

    def probability_of(self, name: str) -> Probability:
        return next(table for table in self.probabilities if table.variable == name)

    @classmethod
    def of(
        cls,
        variables: Sequence[Variable],
        constraints: Sequence[Constraint],
        probabilities: Sequence[Probability] = (),
        *,
        threshold: Number | Sequence[Number] = 0,
        objective: Objective = Objective.UTILITY,
        name: str = "network",
    ) -> Network:
        """A network whose stages follow from the order of its variables."""
        levels = (threshold,) if isinstance(threshold, (Fraction, int, str)) else threshold
        return cls(
            tuple(variables),
            split_stages(variables),
            tuple(constraints),
            tuple(probabilities),
            tuple(Fraction(level) for level in levels),
            objective,
            name,
        )

    def with_threshold(self, *threshold: Number) -> Network:
        return replace(self, threshold=tuple(Fraction(level) for level in threshold))

    def __str__(self) -> str:
        players, stages = self.players, len(self.stages)
        return (
            f"{self.name}: {len(self.variables)} variables ({len(self.stochastic)} stochastic), "
            f"{stages} stage{'s' * (stages != 1)}, {players} player{'s' * (players != 1)}, "
            f"{len(self.constraints)} constraints ({len(self.soft)} soft), "
            f"θ = ({', '.join(map(str, self.threshold))})"
        )


def split_stages(variables: Sequence[Variable]) -> tuple[Stage, ...]:
    """The stages an order of variables falls into: decisions, then chance, again and again."""
    stages: list[Stage] = []
    decision: list[str] = []
    stochastic: list[str] = []
    for variable in variables:
        if stochastic and not variable.stochastic:
            stages.append(Stage(tuple(decision), tuple(stochastic)))
            decision, stochastic = [], []
        (stochastic if variable.stochastic else decision).append(variable.name)
    if decision or stochastic:
        stages.append(Stage(tuple(decision), tuple(stochastic)))
    return tuple(stages)
