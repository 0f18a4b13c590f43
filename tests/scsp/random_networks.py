"""Small random networks for tests against brute force."""

import random
from fractions import Fraction

from woodstock.scsp import (
    STAR,
    Constraint,
    Except,
    Network,
    Objective,
    OneOf,
    ProbabilityTable,
    UniformTable,
    Variable,
)
from woodstock.scsp.model.cells import Cell
from woodstock.scsp.model.probability import Probability


def random_cell(generator: random.Random, variable: Variable) -> Cell:
    kind = generator.randrange(10)
    if kind < 2:
        return STAR
    if kind == 2:
        return Except(generator.choice(variable.domain))
    if kind == 3:
        return OneOf(*generator.sample(variable.domain, min(2, len(variable.domain))))
    return generator.choice(variable.domain)


def random_constraint(
    generator: random.Random, name: str, variables: list[Variable], density: float, soft: int = 0
) -> Constraint:
    scope = generator.sample(variables, min(len(variables), generator.randint(1, 3)))
    size = 1
    for variable in scope:
        size *= len(variable.domain)
    count = max(1, round(size * density))
    rows = tuple(tuple(random_cell(generator, v) for v in scope) for _ in range(count))
    utilities = None
    if soft:
        utilities = tuple(tuple(Fraction(generator.randint(0, 4), 4) for _ in range(soft)) for _ in rows)
    return Constraint(name, tuple(v.name for v in scope), rows, utilities)


def random_probability(generator: random.Random, variable: Variable, before: list[Variable]) -> Probability:
    flags = [v for v in before if not v.stochastic]
    if not flags or generator.random() < 0.4:
        return UniformTable(variable.name, tuple((value, None, 0) for value in variable.domain))
    given = generator.choice(flags)
    rows = []
    for value in given.domain:
        weights = [generator.randint(0, 3) for _ in variable.domain]
        weights[generator.randrange(len(weights))] += 1
        shares = tuple((v, Fraction(w, sum(weights))) for v, w in zip(variable.domain, weights))
        rows.append(((value,), shares))
    return ProbabilityTable(variable.name, (given.name,), tuple(rows))


def random_network(
    generator: random.Random, *, objective: Objective = Objective.UTILITY, one_stage: bool = False
) -> Network:
    players = generator.randint(1, 2) if objective is Objective.UTILITY else 1
    count = generator.randint(3, 5)
    kinds = [generator.random() < 0.35 for _ in range(count)]
    kinds[0] = False
    if one_stage:
        kinds.sort()
    variables = [
        Variable(f"v{i}", tuple(range(generator.randint(2, 3))), stochastic)
        for i, stochastic in enumerate(kinds)
    ]
    decision = [v for v in variables if not v.stochastic]
    constraints = [
        random_constraint(
            generator, f"hard{i}", decision if objective is Objective.UTILITY else variables, 0.6
        )
        for i in range(generator.randint(1, 3))
    ]
    if objective is Objective.UTILITY:
        constraints += [
            random_constraint(generator, f"soft{i}", variables, 0.5, soft=players)
            for i in range(generator.randint(1, 2))
        ]
    probabilities = [
        random_probability(generator, v, variables[:i]) for i, v in enumerate(variables) if v.stochastic
    ]
    threshold = [Fraction(generator.randint(0, 4), 4) for _ in range(players)]
    return Network.of(variables, constraints, probabilities, threshold=threshold, objective=objective)
