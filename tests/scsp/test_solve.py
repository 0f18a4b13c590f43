"""Policy search and the hard/chance split against the definitions."""

import itertools
import random
from fractions import Fraction

import pytest

from tests.papers.test_examples import (
    example_2_of_2016,
    example_2_of_2017,
    example_3_of_2016,
    figure_2_of_2014,
)
from tests.scsp.random_networks import random_network
from woodstock import _core
from woodstock.scsp import Network, Objective
from woodstock.scsp.csp import solutions
from woodstock.scsp.semantics import expected_utility, feasible_policies, is_solution, solution_policies
from woodstock.scsp.semantics import solutions as brute_force
from woodstock.scsp.solve import PolicySolver, generic_search
from woodstock.scsp.split import (
    chance_part,
    chance_policies,
    feasibility_constraint,
    hard_part,
    solve_one_stage,
)

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


@pytest.mark.parametrize("objective", list(Objective))
@pytest.mark.parametrize("seed", range(40))
def test_random_networks(seed: int, objective: Objective) -> None:
    net = random_network(random.Random(seed), objective=objective)
    policies = list(itertools.islice(feasible_policies(net), 1001))
    if len(policies) > 1000:
        pytest.skip("too many policies for brute force")
    utilities = [expected_utility(net, policy) for policy in policies]
    solver = PolicySolver(net)
    if policies:
        best = tuple(max(u[i] for u in utilities if u) for i in range(net.players))
        assert solver.value() == best
        found = solver.best()
        assert found is not None
        assert (expected_utility(net, found) or ())[0] == best[0]
        reached = generic_search(net)
        assert (reached[0] is not None) == (best[0] >= net.threshold[0])
        if reached[0] is not None:
            assert (expected_utility(net, reached[0]) or ())[0] == reached[1] >= net.threshold[0]
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
    engine = _core.Propagation(csp)
    assert _core.CspSearch(engine).next(seconds=5) is not None
    assert engine.counters.nodes <= 40


def test_out_of_time() -> None:
    with pytest.raises(TimeoutError):
        PolicySolver(random_network(random.Random(3)), seconds=-1.0)._policies((Fraction(0),)).__next__()
