"""A one-stage network split into its hard and its chance part (RIA 2017, Algorithms 1 and 2; 2016 §4.2).

The chance part is solved first, for every assignment of its decision variables whose satisfaction reaches the
threshold: depth-first, with propagation, cut as soon as the probability of the outcomes left is below it. What it
finds becomes the feasibility constraint, and MAC solves the hard part with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from woodstock.scsp.model.cells import Value
from woodstock.scsp.model.constraint import Constraint
from woodstock.scsp.model.network import Network, Objective, Stage
from woodstock.scsp.solving.chance import chance_policies
from woodstock.scsp.solving.csp import solutions


def hard_part(network: Network) -> Network:
    """Algorithm 1: the constraints over decision variables alone, with their variables."""
    constraints = [c for c in network.hard if network.is_decision_constraint(c)]
    names = {name for c in constraints for name in c.scope}
    return _part(network, names, constraints)


def chance_part(network: Network) -> Network:
    """Algorithm 2: the constraints over some stochastic variable, with their variables and probabilities."""
    constraints = [c for c in network.hard if not network.is_decision_constraint(c)]
    names = {name for c in constraints for name in c.scope}
    for table in network.probabilities:
        if table.variable in names:
            names.update(table.scope)
    return _part(network, names, constraints)


def _part(network: Network, names: set[str], constraints: list[Constraint]) -> Network:
    stages = (
        Stage(
            tuple(name for name in stage.decision if name in names),
            tuple(name for name in stage.stochastic if name in names),
        )
        for stage in network.stages
    )
    return replace(
        network,
        variables=tuple(v for v in network.variables if v.name in names),
        stages=tuple(stage for stage in stages if stage.names),
        constraints=tuple(constraints),
        probabilities=tuple(table for table in network.probabilities if table.variable in names),
        threshold=network.threshold[:1],
        objective=Objective.SATISFACTION,
    )


def feasibility_constraint(part: Network) -> Constraint:
    """The decisions of the chance part's policies as a hard constraint."""
    names = tuple(variable.name for variable in part.decision)
    rows = tuple(tuple(value for _, value in policy.decisions) for policy in chance_policies(part))
    return Constraint("feasibility", names, rows)


def solve_one_stage(network: Network) -> Iterator[dict[str, Value]]:
    """The decisions of every policy of a one-stage network that satisfies the hard part always and the chance
    part with at least the threshold's probability (2016 §4.2)."""
    hard, chance = hard_part(network), chance_part(network)
    if chance.constraints:
        feasibility = feasibility_constraint(chance)
        names = {v.name for v in hard.variables} | set(feasibility.scope)
        hard = _part(network, names, [*hard.constraints, feasibility])
    yield from solutions(hard)
