"""Policy search and the hard/chance split against the definitions."""

import itertools
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.papers.test_examples import (
    example_2_of_2016,
    example_2_of_2017,
    example_3_of_2016,
    figure_2_of_2014,
)
from tests.scsp.random_networks import random_network
from woodstock import _core
from woodstock.scsp import STAR, Network, Objective, ProbabilityTable, Variable, relation, uniform
from woodstock.scsp.model.semantics import expected_utility, feasible_policies, is_solution, solution_policies
from woodstock.scsp.model.semantics import solutions as brute_force
from woodstock.scsp.solving.chance import chance_policies, chance_policies_by_fractions
from woodstock.scsp.solving.csp import solutions
from woodstock.scsp.solving.failures import OutOfTime
from woodstock.scsp.solving.policy_solver import PolicySolver
from woodstock.scsp.solving.split import chance_part, feasibility_constraint, hard_part, solve_one_stage

EXAMPLES = [figure_2_of_2014, example_2_of_2017, example_2_of_2016, example_3_of_2016]


@pytest.mark.parametrize("build", EXAMPLES)
def test_examples(build: object) -> None:
    net: Network = build()  # type: ignore[operator]
    assert set(PolicySolver(net).solution_policies()) == set(solution_policies(net))


def test_example_3_of_2016_step_by_step() -> None:
    net = example_3_of_2016()
    hard, chance = hard_part(net), chance_part(net)
    assert [c.name for c in hard.constraints] == ["c3"]
    assert [c.name for c in chance.constraints] == ["c1", "c2"]
    assert [v.name for v in chance.stochastic] == ["y"]
    assert feasibility_constraint(chance).rows == ((2, 1), (2, 2))
    assert all(policy.satisfaction == 1 for policy in chance_policies(chance))
    assert list(solve_one_stage(net)) == [{"x1": 2, "x2": 2}]


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("objective", list(Objective))
@pytest.mark.parametrize("seed", range(40))
def test_random_networks(seed: int, objective: Objective, native: bool) -> None:
    net = random_network(random.Random(seed), objective=objective)
    policies = list(itertools.islice(feasible_policies(net), 1001))
    if len(policies) > 1000:
        pytest.skip("too many policies for brute force")
    utilities = [expected_utility(net, policy) for policy in policies]
    solver = PolicySolver(net, native=native)
    if policies:
        best = tuple(max(u[i] for u in utilities if u) for i in range(net.players))
        assert solver.value() == best
        found = solver.best()
        assert found is not None
        assert (expected_utility(net, found) or ())[0] == best[0]
    else:
        assert solver.value() is None
        assert solver.best() is None
    expected = {policy for policy in policies if is_solution(net, policy)}
    got = list(solver.solution_policies())
    assert len(got) == len(set(got))
    assert set(got) == expected


@pytest.mark.parametrize("seed", range(40))
def test_split_of_random_stages(seed: int) -> None:
    """solve_one_stage gives the decisions of exactly the solution policies, where θ is positive."""
    net = random_network(random.Random(seed), objective=Objective.SATISFACTION, one_stage=True)
    if net.threshold[0] == 0:
        net = net.with_threshold("1/8")
    constrained = {name for c in net.hard for name in c.scope}
    for table in net.probabilities:
        if table.variable in constrained:
            constrained.update(table.scope)
    expected = {
        tuple(sorted((n, v) for n, v in policy.decisions.items() if n in constrained))
        for policy in solution_policies(net)
    }
    got = [tuple(sorted(decisions.items())) for decisions in solve_one_stage(net)]
    assert len(got) == len(set(got))
    assert set(got) == expected


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(list(Objective)))
def test_core_and_fractions_agree(generator: random.Random, objective: Objective) -> None:
    net = random_network(generator, objective=objective)
    core, fractions = PolicySolver(net), PolicySolver(net, native=False)
    assert core._bounds is not None
    assert core.value() == fractions.value()
    # Also below the root: the bounds of every value of the first variable.
    for value in net.order[0].domain if core.value() is not None else ():
        assert core._step(0, {}, value, True) == fractions._step(0, {}, value, True)


@settings(max_examples=100, deadline=None)
@given(st.randoms(use_true_random=False))
def test_stochastic_forward_checking(generator: random.Random) -> None:
    net = random_network(generator, objective=Objective.SATISFACTION, one_stage=True)
    for level in ("0", "1/8", "1/3", "1/2", "1"):
        part = chance_part(net.with_threshold(level))
        assert list(chance_policies(part)) == list(chance_policies_by_fractions(part))


def awkward(denominator: int) -> Network:
    """Chance with a probability of a large denominator."""
    x = Variable("x", (0, 1))
    y = Variable("y", (0, 1, 2), stochastic=True)
    small = Fraction(1, denominator)
    table = ProbabilityTable(
        "y", ("x",), (((0,), ((0, small), (1, 1 - small))), ((STAR,), ((2, Fraction(1)),)))
    )
    differ = relation("differ", (x, y), lambda a, b: a + b != 1)
    return Network.of((x, y), (differ,), (table,), threshold="0", objective=Objective.SATISFACTION)


@pytest.mark.parametrize("denominator", [7, 2**61 - 1, 2**64 + 13, 3**100])
def test_numbers_beyond_the_core_fall_back_on_fractions(denominator: int) -> None:
    net = awkward(denominator)
    assert PolicySolver(net).value() == (1,)
    policies = list(chance_policies(chance_part(net)))
    assert [policy.satisfaction for policy in policies] == [Fraction(1, denominator), 1]
    assert set(PolicySolver(net).solution_policies()) == set(solution_policies(net))


def test_chance_policies_out_of_time() -> None:
    """20 decisions of 3 values, and chance that nothing restricts: 3^20 policies."""
    decisions = [Variable(f"x{i}", (0, 1, 2)) for i in range(20)]
    chance = Variable("y", (0, 1), stochastic=True)
    tables = [relation(f"c{i}", (x, chance), lambda a, b: a + b < 3) for i, x in enumerate(decisions)]
    net = Network.of(
        (*decisions, chance), tables, (uniform(chance),), threshold="1/2", objective=Objective.SATISFACTION
    )
    policies = chance_policies(chance_part(net), seconds=0.2)
    assert next(policies).satisfaction == 1
    with pytest.raises(OutOfTime, match="nodes"):
        list(policies)


@pytest.mark.parametrize("inference", list(_core.Inference))
@pytest.mark.parametrize("filter_", list(_core.Filter))
def test_csp_part(inference: _core.Inference, filter_: _core.Filter) -> None:
    for seed in range(30):
        net = random_network(random.Random(1000 + seed))
        got = [tuple(s.items()) for s in solutions(net, inference=inference, filter=filter_)]
        assert sorted(got) == sorted(tuple(s.items()) for s in brute_force(net))


def test_first_solution_at_once() -> None:
    """A problem with 3^40 solutions gives its first without looking at the others."""
    csp = _core.Csp()
    for _ in range(40):
        csp.add_variable(3)
    csp.add_table([0, 1], [0, -1, -1, 2])
    propagation = _core.Propagation(csp)
    assert _core.CspSearch(propagation).next(seconds=5) is not None
    assert propagation.counters.nodes <= 40


@pytest.mark.parametrize("native", [True, False])
def test_out_of_time(native: bool) -> None:
    """Thirty decisions, each seen by the last one, of which nothing can be remembered."""
    decisions = [Variable(f"x{i}", (0, 1, 2)) for i in range(30)]
    tables = [
        relation(f"c{i}", (x, decisions[-1]), lambda a, b: a != b) for i, x in enumerate(decisions[:-1])
    ]
    net = Network.of(decisions, tables)
    with pytest.raises(OutOfTime, match=r"out of time after \d+ nodes"):
        PolicySolver(net, seconds=0.1, native=native).value()
