"""Algorithm 1 of 2014, as printed: backtracking over the variables in order, summing over chance, maximising over
decisions. For one player, exact and slow; `PolicySolver` is what to use."""

from __future__ import annotations

from fractions import Fraction

from woodstock.scsp.model.cells import Value
from woodstock.scsp.model.network import Network
from woodstock.scsp.model.policy import Branch, Chance, Leaf, Node, Policy, decide
from woodstock.scsp.model.semantics import value as value_of


def generic_search(network: Network) -> tuple[Policy | None, Fraction]:
    """2014, Algorithm 1, for one player: a policy that reaches the threshold if there is one, with what it
    reaches; otherwise None and the most that can be reached."""
    node, reached = _generic(network, network.threshold[0], 0, {})
    return (Policy(node) if node is not None and reached >= network.threshold[0] else None), reached


def _generic(
    network: Network, need: Fraction, position: int, assignment: dict[str, Value]
) -> tuple[Node | None, Fraction]:
    utility = value_of(network, assignment)
    if utility is None:
        return None, Fraction(-1)
    if position == len(network.order):
        return Leaf(utility), utility[0]
    variable = network.order[position]
    name = variable.name
    if variable.stochastic:
        total = Fraction(0)
        branches = []
        for outcome, probability in network.probability_of(name).distribution(assignment).items():
            wanted = (need - total) / probability
            node, reached = _generic(network, wanted, position + 1, {**assignment, name: outcome})
            if node is None:
                return None, Fraction(-1)
            branches.append(Branch(outcome, probability, node))
            total += probability * reached
        return Chance(name, tuple(branches)), total
    best: tuple[Node | None, Fraction] = (None, Fraction(-1))
    for choice in variable.domain:
        node, reached = _generic(network, need, position + 1, {**assignment, name: choice})
        if node is not None and reached > best[1]:
            best = (decide(((name, choice),), node), reached)
            if reached >= need:
                break
    return best
