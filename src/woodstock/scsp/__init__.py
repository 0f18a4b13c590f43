"""Stochastic constraint networks: model, semantics, solvers, exchange."""

from woodstock.scsp.model.cells import STAR, Except, OneOf
from woodstock.scsp.model.constraint import Constraint, NetworkError, Variable, relation, utility
from woodstock.scsp.model.network import Network, Objective, Stage
from woodstock.scsp.model.policy import Policy
from woodstock.scsp.model.probability import ProbabilityTable, UniformTable, uniform

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
