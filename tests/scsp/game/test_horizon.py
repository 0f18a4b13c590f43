"""T-stage networks agree with the game solved stage by stage."""

from functools import cache

import pytest

from tests.papers.orchard import light_orchard, orchard
from woodstock import load
from woodstock.compile.completion import complete
from woodstock.gdl import parse_kif
from woodstock.grounding import ground
from woodstock.scsp.game.game_solver import GameSolver
from woodstock.scsp.game.horizon import horizon_network
from woodstock.scsp.game.stage_network import StageNetwork, encode
from woodstock.scsp.solving.policy_solver import PolicySolver
from woodstock.scsp.xcsp.reader import read
from woodstock.scsp.xcsp.writer import write_scsp

GAMES = {
    "light orchard": light_orchard(),
    "orchard 1-2-1": orchard(1, 2, 1),
    "cooperative pennies": load("cooperative_pennies").rulesheet,
}


@cache
def stage(name: str) -> StageNetwork:
    sheet = GAMES[name]
    return encode(complete(ground(parse_kif(sheet) if isinstance(sheet, str) else sheet)), name=name)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("horizon", [0, 1, 2])
def test_values_agree(name: str, horizon: int) -> None:
    network = horizon_network(stage(name), horizon)
    solver = GameSolver(stage(name))
    counts = solver.policies(horizon)
    best = tuple(max(utility[i] for utility in counts) for i in range(len(solver.players)))
    assert PolicySolver(network).value() == best


@pytest.mark.parametrize("name", GAMES)
def test_policies_agree(name: str) -> None:
    """As many policies reach a threshold in the network as stage by stage, with the same utilities."""
    solver = GameSolver(stage(name))
    counts = solver.policies(2)
    best = tuple(max(utility[i] for utility in counts) for i in range(len(solver.players)))
    network = horizon_network(stage(name), 2).with_threshold(*best)
    found = list(PolicySolver(network).solution_policies())
    expected = list(solver.solution_policies(best, 2))
    assert len(found) == len(expected) == sum(n for u, n in counts.items() if u == best)
    assert {policy.expected_utility for policy in found} == {best}


def test_stages_and_exchange() -> None:
    network = horizon_network(stage("cooperative pennies"), 2)
    assert len(network.stages) == 3
    assert [stage.stochastic for stage in network.stages] == [
        ("action(random)@0",),
        ("action(random)@1",),
        (),
    ]
    assert read(write_scsp(network)) == network
