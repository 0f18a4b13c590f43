"""Algorithm 1 of 2014 as printed: what it returns for the papers' examples, and what it returns by definition."""

import random
from fractions import Fraction
from pathlib import Path

import pytest

from tests.papers.test_examples import (
    example_2_of_2016,
    example_2_of_2017,
    example_3_of_2016,
    figure_2_of_2014,
)
from woodstock import load
from woodstock.scsp import Network, Objective, Variable, relation, uniform
from woodstock.scsp.game.game_solver import GameSolver
from woodstock.scsp.papers.algorithm_1 import Algorithm1
from woodstock.scsp.papers.translation.network import Translation2014
from woodstock.scsp.solving.failures import OutOfTime
from woodstock.scsp.solving.policy_solver import PolicySolver
from woodstock.scsp.solving.raising import raise_threshold, smallest_step
from woodstock.scsp.xcsp.reader import read_file

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"


def test_example_2_of_2017() -> None:
    """(π, 1/3), as RIA 2017 prints it; the same policy is worth 4/9."""
    net = example_2_of_2017()
    assert Algorithm1(net).run() == ((("d1", 1), ("d2", 1)), Fraction(1, 3))
    assert PolicySolver(net).value() == (Fraction(1),)  # d1 = d2 = 2 always satisfies


def test_figure_2_of_2014() -> None:
    policy, reached = Algorithm1(figure_2_of_2014()).run()
    assert (dict(policy)["x"], reached) == (0, Fraction(2, 3))


def test_chance_returns_once_the_threshold_is_reached() -> None:
    """Two outcomes of four suffice for 1/2: the others are never looked at."""
    y = Variable("y", (0, 1, 2, 3), stochastic=True)
    search = Algorithm1(Network.of((y,), (), (uniform(y),), threshold="1/2"))
    assert search.run() == ((), Fraction(1, 2))
    assert search.nodes == 2


def test_inconsistent_values_are_skipped() -> None:
    """An outcome that no constraint allows is not a failure, as it is for a feasible policy, but worth nothing."""
    y, x = Variable("y", (0, 1), stochastic=True), Variable("x", (0, 1))
    net = Network.of((x, y), (relation("c", (x, y), lambda a, b: a == b),), (uniform(y),), threshold="3/4")
    assert PolicySolver(net).value() is None
    assert Algorithm1(net).run() == ((), Fraction(1, 2))


@pytest.mark.parametrize("seed", range(30))
def test_what_it_returns_by_definition(seed: int) -> None:
    """Random networks: with a threshold above all it returns the most; with one that can be reached, at least that; and
    raised by itself the threshold ends at the most."""
    net = small_network(random.Random(seed))
    most = best_by_definition(net, {}, 0)
    assert Algorithm1(net).run(Fraction(2)) == ((), most)
    for level in (Fraction(1, 5), most / 2, most):
        _policy, reached = Algorithm1(net).run(level)
        assert (reached >= level) == (most >= level)
        assert reached <= most
    *_, before, last = [(None, None, most), *raise_threshold(Algorithm1(net).run, smallest_step(net))]
    assert last[2] == most < last[0]
    assert before[2] == most


def small_network(rng: random.Random) -> Network:
    x1, x2 = (Variable(n, tuple(range(rng.randint(2, 3)))) for n in ("x1", "x2"))
    y1, y2 = (Variable(n, tuple(range(rng.randint(2, 3))), stochastic=True) for n in ("y1", "y2"))
    allowed = {(a, b, c) for a in range(3) for b in range(3) for c in range(3) if rng.random() < 0.6}
    constraints = (
        relation("c1", (x1, y1, x2), lambda a, b, c: (a, b, c) in allowed),
        relation("c2", (y1, x2, y2), lambda a, b, c: (c, b, a) in allowed),
    )
    return Network.of(
        (x1, y1, x2, y2), constraints, (uniform(y1), uniform(y2)), objective=Objective.SATISFACTION
    )


def best_by_definition(net: Network, assignment: dict[str, object], i: int) -> Fraction:
    """The largest probability of satisfying everything: sum over chance, maximum over decisions, 1 at a leaf."""
    if any(
        set(c.scope) <= set(assignment) and c.row_of(assignment) is None  # type: ignore[arg-type]
        for c in net.hard
    ):
        return Fraction(0)
    if i == len(net.order):
        return Fraction(1)
    variable = net.order[i]
    parts = [best_by_definition(net, {**assignment, variable.name: v}, i + 1) for v in variable.domain]
    return sum(parts, Fraction(0)) / len(parts) if variable.stochastic else max(parts)


@pytest.mark.parametrize("name", ["verger_2_2_1", "orchard_small"])
@pytest.mark.parametrize("horizon", [2, 3])
def test_a_game(name: str, horizon: int) -> None:
    """On the network of 2014: the probability of winning with the best decisions, as the stages of our network give it."""
    game = load(name if name == "orchard_small" else str(BENCHMARKS / "rulesheets" / f"{name}.kif"))
    net = Translation2014(game.rulesheet).horizon(horizon, "bob")
    assert Algorithm1(net).run(Fraction(1))[1] == GameSolver(game.stage).value(horizon)[0] == 0


@pytest.mark.slow
def test_horizon_4_of_the_small_orchard() -> None:
    game = load(str(BENCHMARKS / "rulesheets" / "verger_2_2_1.kif"))
    search = Algorithm1(Translation2014(game.rulesheet).horizon(4, "bob"))
    assert search.run(Fraction(1, 2)) == ((), Fraction(27, 128))
    assert GameSolver(game.stage).value(4) == (Fraction(27, 128),)
    policy, reached = search.run(Fraction(1, 10))
    assert Fraction(1, 10) <= reached <= Fraction(27, 128)
    assert ("a_bob@0", "noop") in policy


def test_out_of_time() -> None:
    rulesheet = load("orchard_small", engine="reference").rulesheet
    with pytest.raises(OutOfTime):
        Algorithm1(Translation2014(rulesheet).horizon(6, "bob"), seconds=0.01).run(Fraction(1))


@pytest.mark.parametrize("build", [figure_2_of_2014, example_2_of_2016, example_2_of_2017, example_3_of_2016])
def test_the_files_are_the_examples(build: object) -> None:
    """The networks that commands solve are those of the tests."""
    net: Network = build()  # type: ignore[operator]
    file = read_file(BENCHMARKS / "networks" / f"{build.__name__}.xml")  # type: ignore[attr-defined]
    assert (file.variables, file.stages, file.probabilities) == (net.variables, net.stages, net.probabilities)
    assert (file.constraints, file.threshold, file.objective) == (
        net.constraints,
        net.threshold,
        net.objective,
    )
