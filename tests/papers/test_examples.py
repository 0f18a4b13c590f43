"""Worked examples of the papers on hand-built networks, checked against the definitions."""

import pickle
from fractions import Fraction

from woodstock.scsp import Network, Objective, Policy, Variable, relation, uniform, utility
from woodstock.scsp.model.policy import Decide
from woodstock.scsp.model.semantics import expected_utility, feasible_policies, is_solution, solution_policies


def figure_2_of_2014() -> Network:
    """x and z are decisions, y is a fair three-sided die; x = z is hard, x + y ≥ 1 is worth 1; θ = 1/2."""
    x, z = Variable("x", (0, 1, 2)), Variable("z", (0, 1, 2))
    y = Variable("y", (0, 1, 2), stochastic=True)
    same = relation("C_h", (x, z), lambda a, c: a == c)
    gain = utility("C_s", (x, y), lambda a, b: int(a + b >= 1))
    return Network.of((x, y, z), (same, gain), (uniform(y),), threshold="1/2")


def example_2_of_2017() -> Network:
    """RIA 2017, Example 2: x_d1 = x_d2, x_d1 + x_s1 > 1, x_d2 + x_s2 > 1, θ = 1/3, by satisfaction."""
    d1, d2 = Variable("d1", (0, 1, 2)), Variable("d2", (0, 1, 2))
    s1, s2 = Variable("s1", (0, 1, 2), stochastic=True), Variable("s2", (0, 1, 2), stochastic=True)
    constraints = (
        relation("c1", (d1, d2), lambda a, b: a == b),
        relation("c2", (d1, s1), lambda a, b: a + b > 1),
        relation("c3", (d2, s2), lambda a, b: a + b > 1),
    )
    return Network.of(
        (d1, s1, d2, s2),
        constraints,
        (uniform(s1), uniform(s2)),
        threshold="1/3",
        objective=Objective.SATISFACTION,
    )


def example_2_of_2016() -> Network:
    """Cooperative matching pennies over two rounds: alice and bob choose and keep, chance flips; θ = 1/2."""
    choices = {name: Variable(name, ("H", "T")) for name in ("x1a", "x1b", "x2a", "x2b")}
    y1, y2 = Variable("y1", ("U",), stochastic=True), Variable("y2", ("H", "T"), stochastic=True)
    constraints = (
        relation("c_a", (choices["x1a"], choices["x2a"]), lambda a, b: a == b),
        relation("c_b", (choices["x1b"], choices["x2b"]), lambda a, b: a == b),
        utility("c_s", (choices["x2a"], choices["x2b"], y2), lambda a, b, c: (int(a == b == c),) * 2),
    )
    order = (choices["x1a"], choices["x1b"], y1, choices["x2a"], choices["x2b"], y2)
    return Network.of(order, constraints, (uniform(y1), uniform(y2)), threshold=("1/2", "1/2"))


def example_3_of_2016() -> Network:
    """The figure with the relations is not in the text; these give the outcome it reports: the chance part
    has the policies (2, 1) and (2, 2), the whole has (2, 2)."""
    x1, x2 = Variable("x1", (1, 2, 3)), Variable("x2", (0, 1, 2))
    y = Variable("y", (0, 1, 2), stochastic=True)
    constraints = (
        relation("c1", (x1, y), lambda a, b: a - b in (0, 1, 2)),
        relation("c2", (x2, y), lambda a, b: a + b >= 1),
        relation("c3", (x1, x2), lambda a, b: a == b),
    )
    return Network.of(
        (x1, x2, y), constraints, (uniform(y),), threshold="3/4", objective=Objective.SATISFACTION
    )


def policy_with(net: Network, **choices: object) -> Policy:
    """The only feasible policy whose every path makes these choices."""
    (found,) = (
        policy
        for policy in feasible_policies(net)
        if all(dict(path.assignment)[name] == v for path in policy.paths() for name, v in choices.items())
    )
    return found


def test_figure_2_of_2014() -> None:
    net = figure_2_of_2014()
    shown = policy_with(net, x=0, z=0)
    assert shown.expected_utility == expected_utility(net, shown) == (Fraction(2, 3),)
    assert is_solution(net, shown)
    assert [path.utility for path in shown.paths()] == [(0,), (1,), (1,)]
    assert not is_solution(net.with_threshold("3/4"), shown)
    # z must repeat x on each of the three branches: one feasible policy per value of x.
    assert [policy.decisions["x"] for policy in feasible_policies(net)] == [0, 1, 2]
    assert str(shown).splitlines()[:3] == ["x = 0", "y = 0 [1/3]", "  z = 0"]


def test_example_2_of_2017_has_satisfaction_four_ninths() -> None:
    net = example_2_of_2017()
    shown = policy_with(net, d1=1, d2=1)
    assert expected_utility(net, shown) == (Fraction(4, 9),)
    assert is_solution(net, shown)
    paths = list(shown.paths())
    assert len(paths) == 9
    assert paths[0].utility == (0,)
    assert paths[-1].utility == (1,)
    assert len(net.stages) == 2  # Example 3: a 2-SCSP
    assert [policy.decisions["d1"] for policy in solution_policies(net)] == [1, 2]


def test_example_2_of_2016() -> None:
    net = example_2_of_2016()
    shown = policy_with(net, x1a="H", x1b="H", x2a="H", x2b="H")
    assert expected_utility(net, shown) == (Fraction(1, 2), Fraction(1, 2))
    winners = {(p.decisions["x1a"], p.decisions["x1b"]) for p in solution_policies(net)}
    assert winners == {("H", "H"), ("T", "T")}


def test_example_3_of_2016() -> None:
    (only,) = solution_policies(example_3_of_2016())
    assert isinstance(only.root, Decide)
    assert only.decisions == {"x1": 2, "x2": 2}


def test_networks_and_policies_are_plain_data() -> None:
    net = example_2_of_2017()
    policies = list(feasible_policies(net))
    assert pickle.loads(pickle.dumps((net, policies))) == (net, policies)
