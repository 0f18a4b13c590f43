"""Stochastic constraint networks: model, semantics, solvers, exchange."""

from .cells import STAR, Except, OneOf
from .constraint import Constraint, NetworkError, Variable, relation, utility
from .network import Network, Objective, Stage
from .policy import Policy
from .probability import ProbabilityTable, UniformTable, uniform

__all__ = [
    "STAR",
    "Constraint",
    "Except",
    "Network",
    "NetworkError",
    "Objective",
    "OneOf",
    "Policy",
    "ProbabilityTable",
    "Stage",
    "UniformTable",
    "Variable",
    "relation",
    "uniform",
    "utility",
]
