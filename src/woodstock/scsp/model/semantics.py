"""The definitions, evaluated by brute force: slow, direct, and the oracle for the solvers (2016, §3.1).

Everything here enumerates; use it on networks of a few variables.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

from woodstock.scsp.model.cells import Value
from woodstock.scsp.model.constraint import Assignment, tuples
from woodstock.scsp.model.network import Network, Objective
from woodstock.scsp.model.policy import Branch, Chance, Decide, Leaf, Node, Policy

Utility = tuple[Fraction, ...]


def probability(network: Network, assignment: Assignment) -> Fraction:
    """P(I): the product of P(y | scp_y) over the stochastic variables that I covers with their scopes."""
    product = Fraction(1)
    for table in network.probabilities:
        if table.variable in assignment and all(name in assignment for name in table.scope):
            product *= table.distribution(assignment).get(assignment[table.variable], Fraction(0))
    return product


def value(network: Network, assignment: Assignment) -> Utility | None:
    """val(I) over the constraints whose scope I covers; None stands for −∞."""
    total = [Fraction(0)] * network.players
    satisfied = True
    for constraint in network.constraints:
        if not all(name in assignment for name in constraint.scope):
            continue
        row = constraint.row_of(assignment)
        if constraint.utilities is None:
            if row is None:
                if network.objective is Objective.UTILITY or network.is_decision_constraint(constraint):
                    return None
                satisfied = False
        elif row is not None:
            total = [a + b for a, b in zip(total, constraint.utilities[row])]
    if network.objective is Objective.SATISFACTION:
        return (Fraction(int(satisfied)),) * network.players
    return tuple(total)


def locally_consistent(network: Network, assignment: Assignment) -> bool:
    """Whether every hard constraint that the instantiation covers allows it."""
    return all(
        constraint.row_of(assignment) is not None
        for constraint in network.hard
        if all(name in assignment for name in constraint.scope)
    )


def solutions(network: Network) -> list[dict[str, Value]]:
    """Every complete instantiation that all hard constraints allow."""
    names = [variable.name for variable in network.order]
    candidates = (dict(zip(names, values)) for values in tuples(network.order))
    return [candidate for candidate in candidates if locally_consistent(network, candidate)]


def feasible_policies(network: Network) -> Iterator[Policy]:
    """Every policy without an instantiation of utility −∞ and positive probability."""
    for node in _policies(network, 0, {}):
        yield Policy(node)


def _policies(network: Network, position: int, assignment: dict[str, Value]) -> Iterator[Node]:
    if position == len(network.order):
        utility = value(network, assignment)
        if utility is not None:
            yield Leaf(utility)
        return
    variable = network.order[position]
    if variable.stochastic:
        outcomes = network.probability_of(variable.name).distribution(assignment)
        options = []
        for outcome in outcomes:
            options.append(list(_policies(network, position + 1, {**assignment, variable.name: outcome})))
        for combination in itertools.product(*options):
            branches = zip(outcomes.items(), combination)
            yield Chance(variable.name, tuple(Branch(v, p, node) for (v, p), node in branches))
        return
    for choice in variable.domain:
        for node in _policies(network, position + 1, {**assignment, variable.name: choice}):
            if isinstance(node, Decide):
                yield Decide(((variable.name, choice), *node.values), node.then)
            else:
                yield Decide(((variable.name, choice),), node)


def expected_utility(network: Network, policy: Policy) -> Utility | None:
    """val(π) from the definition: recomputes every P(I) and val(I); None if the policy is not feasible."""
    total = [Fraction(0)] * network.players
    for path in policy.paths():
        assignment = dict(path.assignment)
        weight = probability(network, assignment)
        if not weight:
            continue
        utility = value(network, assignment)
        if utility is None:
            return None
        total = [a + weight * b for a, b in zip(total, utility)]
    return tuple(total)


def is_solution(network: Network, policy: Policy) -> bool:
    """Whether the policy is feasible and reaches the threshold for every player."""
    utility = expected_utility(network, policy)
    return utility is not None and all(u >= level for u, level in zip(utility, network.threshold))


def solution_policies(network: Network) -> list[Policy]:
    return [policy for policy in feasible_policies(network) if is_solution(network, policy)]
