"""Every bundled game has a golden playthrough, and both engines replay it line by line."""

import pytest

import woodstock as ws
from tests.playthroughs import FOLDER, golden, playthrough

LONG = {"breakthrough", "eight_puzzle", "orchard", "reversi"}


def test_every_game_has_one():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(ws.bundled())


@pytest.mark.parametrize("name", ws.bundled())
def test_replay_on_the_stepper(name):
    assert playthrough(name, "stepper").splitlines() == golden(name).read_text().splitlines()


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in LONG else ()) for name in ws.bundled()]
)
def test_replay_on_the_reference(name):
    assert playthrough(name, "reference").splitlines() == golden(name).read_text().splitlines()
