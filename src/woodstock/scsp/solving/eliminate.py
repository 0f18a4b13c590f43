"""Auxiliary variables replaced by their definitions, where the tables stay small."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from woodstock.scsp.model.constraint import Constraint
from woodstock.scsp.model.network import Network, Stage
from woodstock.scsp.model.packed import join


def eliminate(network: Network, definitions: Mapping[str, str], *, rows: int = 64) -> Network:
    """Replaces auxiliary variables by their definitions. `definitions` names the hard constraint that determines
    each auxiliary variable whatever the others are; it is joined to each constraint that uses the variable, which
    is projected away. A variable stays if some table would exceed `rows` rows."""
    domains = {variable.name: variable.domain for variable in network.variables}
    constraints = {c.name: c for c in network.constraints}
    if len(constraints) != len(network.constraints):
        return network
    users: dict[str, set[str]] = {}
    for constraint in network.constraints:
        for name in constraint.scope:
            users.setdefault(name, set()).add(constraint.name)
    needed = {name for table in network.probabilities for name in table.scope}
    needed |= {name for c in network.soft for name in c.scope}
    gone: set[str] = set()
    for name, label in reversed(list(definitions.items())):
        if name in needed or name not in domains or label not in constraints:
            continue
        definition = constraints[label]
        joined: dict[str, Constraint] = {}
        for user in users[name] - {label}:
            result = join(constraints[user], definition, domains, without=name, most=rows)
            if result is None:
                break
            joined[user] = result
        else:
            for user, constraint in joined.items():
                constraints[user] = constraint
                for other in constraint.scope:
                    users.setdefault(other, set()).add(user)
            for other in definition.scope:
                users[other].discard(label)
            del constraints[label]
            gone.add(name)
    if not gone:
        return network
    stages = tuple(
        Stage(tuple(n for n in stage.decision if n not in gone), stage.stochastic) for stage in network.stages
    )
    return replace(
        network,
        variables=tuple(v for v in network.variables if v.name not in gone),
        stages=stages,
        constraints=tuple(constraints.values()),
    )
