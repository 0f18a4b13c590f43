"""Games solved stage by stage: the core against Python's fractions, and both against the policies themselves."""

import itertools
import random
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.shared import loaded
from tests.small_games import rulesheets
from woodstock import _core
from woodstock.compile.completion import complete
from woodstock.errors import WoodStockError
from woodstock.gdl import parse_kif
from woodstock.grounding import ground
from woodstock.scsp.game.fraction_solver import FractionSolver
from woodstock.scsp.game.game_solver import GameSolver
from woodstock.scsp.game.stage_network import StageNetwork, encode
from woodstock.scsp.solving.failures import EndlessPlay, OutOfMemory, OutOfTime

GAMES = (
    "tictactoe_2x2",
    "random_tictactoe_2x2",
    "matching_pennies",
    "cooperative_pennies",
    "monty_hall",
    "orchard_small",
)


def stage_of(text: str) -> StageNetwork:
    return encode(complete(ground(parse_kif(text))))


def check(network: StageNetwork, horizon: int | None) -> None:
    """Everything the core says is what the fractions say."""
    core, reference = GameSolver(network), FractionSolver(network)
    assert core.value(horizon) == reference.value(horizon)
    assert core.value(horizon, worst=True) == reference.value(horizon, worst=True)
    counts = core.policies(horizon)
    assert counts == reference.policies(horizon)
    best = core.best(horizon, most_nodes=500)
    key = (network.initial, horizon)
    assert sum(best.expected_utility) == sum(reference.totals(horizon)[key]) == max(map(sum, counts))
    policies = list(
        itertools.islice(core.solution_policies((Fraction(0),) * len(core.players), horizon), 500)
    )
    if sum(counts.values()) <= 500:
        found: dict[tuple[Fraction, ...], int] = {}
        for policy in policies:
            found[policy.expected_utility] = found.get(policy.expected_utility, 0) + 1
        assert found == counts
        assert len(set(policies)) == len(policies)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("horizon", range(4))
def test_core_and_fractions_agree(name: str, horizon: int) -> None:
    check(loaded(name).stage, horizon)


@pytest.mark.parametrize("name", ["tictactoe_2x2", "matching_pennies", "cooperative_pennies", "monty_hall"])
def test_to_the_end(name: str) -> None:
    check(loaded(name).stage, None)


WITH_CHANCE = "(role random) (legal random (roll a)) (<= (legal random (roll ?v)) (true (p ?v)))"


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rulesheets(), st.booleans(), st.integers(0, 3))
def test_random_games(text: str, chance: bool, horizon: int) -> None:
    text = (
        text.replace("(role y)", WITH_CHANCE).replace("does y (go", "does random (roll") if chance else text
    )
    text = "\n".join(line for line in text.splitlines() if not chance or "legal y" not in line)
    text = text.replace("(does y noop)", "(does random (roll c))") if chance else text
    text = "\n".join(line for line in text.splitlines() if not chance or "(goal y" not in line)
    network = stage_of(text)
    core, reference = GameSolver(network), FractionSolver(network)
    assert core.value(horizon) == reference.value(horizon)
    assert core.value(horizon, worst=True) == reference.value(horizon, worst=True)
    if horizon <= 2:
        counts = reference.policies(horizon)
        assert core.policies(horizon) == counts
        assert sum(core.best(horizon).expected_utility) == max(map(sum, counts))


def test_value_is_that_of_the_best_policy_found_by_listing_all() -> None:
    solver = GameSolver(loaded("orchard_small").stage)
    listed = [policy.expected_utility for policy in solver.solution_policies((Fraction(0),), 3)]
    assert max(listed) == solver.value(3)
    assert min(listed) == solver.value(3, worst=True)


def test_stages_are_those_the_solver_gives() -> None:
    network = loaded("random_tictactoe_2x2").stage
    solver, reference = GameSolver(network), FractionSolver(network)
    generator = random.Random(1)
    for _ in range(20):
        state = network.initial
        while True:
            solved = solver.solve(state)
            assert solved == reference.solve(state)
            if solved.utility is not None:
                break
            outcome = generator.choice([o for _, outcomes in solved.actions for o in outcomes])
            state = outcome.state


def test_large_numbers_of_outcomes_fall_back_on_fractions() -> None:
    """Dice of 2 to 60 faces, one after another: their least common multiple has 84 bits."""
    faces = " ".join(f"(face {die} {n})" for die in range(2, 61) for n in range(die))
    steps = " ".join(f"(succ {die} {die + 1})" for die in range(2, 61))
    network = stage_of(
        f"""(role a) (role random) {faces} {steps} (init (die 2)) (init lucky)
        (legal a noop) (<= (legal random (roll ?n)) (true (die ?d)) (face ?d ?n))
        (<= (next (die ?e)) (true (die ?d)) (succ ?d ?e))
        (<= (next lucky) (true lucky) (not (does random (roll 0))))
        (<= terminal (true (die 61))) (<= (goal a 100) (true lucky)) (<= (goal a 0) (not (true lucky)))"""
    )
    assert GameSolver(network).value() == (Fraction(1, 60),)  # 1/2 · 2/3 · … · 59/60
    assert GameSolver(network).value(3) == (0,)


def test_goals_below_zero() -> None:
    network = stage_of(
        """(role a) (role random) (init start) (legal a noop) (legal random x) (legal random y) (legal random z)
        (<= (next up) (does random x)) (<= (next down) (does random y)) (<= (next level) (does random z))
        (<= terminal (not (true start))) (<= (goal a 90) (true up)) (<= (goal a -60) (true down))
        (<= (goal a 0) (true level)) (<= (goal a 0) (true start))"""
    )
    assert GameSolver(network).value() == (Fraction(1, 10),)
    assert GameSolver(network).value(0) == (0,)
    assert GameSolver(network).policies() == FractionSolver(network).policies()


def test_policies_that_need_not_end_are_refused_without_a_horizon() -> None:
    solver = GameSolver(loaded("orchard_small").stage)
    with pytest.raises(EndlessPlay, match="give a horizon"):
        solver.policies()
    with pytest.raises(EndlessPlay, match="give a horizon"):
        solver.best()
    assert solver.value(2) == (0,)


def test_out_of_time_names_the_stages_done() -> None:
    with pytest.raises(OutOfTime, match=r"out of time after \d+ stages; give more"):
        GameSolver(loaded("reversi").stage, 0.3).value()


def test_out_of_memory() -> None:
    network = loaded("connect_four").stage
    solver = GameSolver(network)
    solver._graph = solver._counted = _core.StageGraph(
        network.template, -1, network.initial, most_bytes=100_000
    )
    with pytest.raises(OutOfMemory, match="shorter horizon"):
        solver.value()
    assert issubclass(OutOfMemory, WoodStockError)


def test_tictactoe() -> None:
    solver = GameSolver(loaded("tictactoe").stage)
    assert solver.value() == (Fraction(1, 2), Fraction(1, 2))
    assert solver.nodes == 5478
    assert sum(solver.policies().values()) == 255168  # the plays of the game
