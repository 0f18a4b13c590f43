"""The exported CSP part of stages, enumerated by ACE and Choco: the same solutions as ours."""

import importlib.util
from pathlib import Path

import pytest

from tests.random_play import random_states
from tests.scsp.xcsp.outside import ace_jar, ace_solutions, choco_solutions
from tests.shared import loaded
from woodstock import _core
from woodstock.scsp import Network
from woodstock.scsp.solving.csp import solutions
from woodstock.scsp.xcsp.writer import write_csp

GAMES = (
    "tictactoe",
    "connect_four",
    "cooperative_pennies",
    "matching_pennies",
    "monty_hall",
    "nim",
    "orchard_small",
    "random_tictactoe_2x2",
    "tictactoe_2x2",
    "eight_puzzle",
)
TRIED_BY_ACE = ("connect_four", "monty_hall", "orchard_small", "eight_puzzle")
"""Of each kind one, unless there is time: ACE comes up anew for every network."""

needs_choco = pytest.mark.skipif(
    importlib.util.find_spec("pychoco") is None, reason="pychoco is not installed (extra `outside`)"
)
needs_ace = pytest.mark.skipif(ace_jar() is None, reason="needs Java and pycsp3 (extra `outside`)")


def injected_stages(name: str) -> list[Network]:
    """Two states of random play that are not terminal."""
    stage = loaded(name).stage
    stepper = _core.Stepper(stage.completion.circuit)
    states = [s for s in random_states(stepper, 12, seed=5) if not stepper.terminal(s)]
    return [stage.injected(state) for state in (states[0], states[-1])]


def ours(network: Network) -> set[tuple[object, ...]]:
    return {tuple(s[v.name] for v in network.variables) for s in solutions(network)}


@needs_choco
@pytest.mark.parametrize("name", GAMES)
def test_choco(name: str) -> None:
    for network in injected_stages(name):
        found = ours(network)
        assert found
        assert choco_solutions(network) == found


@needs_ace
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in TRIED_BY_ACE else pytest.mark.slow) for name in GAMES]
)
def test_ace(name: str, tmp_path: Path) -> None:
    for number, network in enumerate(injected_stages(name)):
        file = tmp_path / f"{name}{number}.xml"
        file.write_text(write_csp(network))
        assert ace_solutions(file, network) == ours(network)
