"""Values of larger games are the same with symmetry and without, also with the players exchanged (002 §4: Ame)."""

import sys
from pathlib import Path

import pytest

from tests.shared import shared
from woodstock import load, solve
from woodstock.game import Game

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

from small_games import small_game

STATES = {
    "bandl3": (1232, 710, 710),
    "bidding_tictactoe": (530_879, 75_321, 37_690),
    "hanoi": (2753, 2154, 2154),
    "small/breakthrough_4": (3_212_224, 1_606_370, 946_893),
    "small/connect_four_4_4": (161_029, 80_541, 80_541),
    "small/reversi_4": (62_789, 14_401, 12_351),
}
"""Without symmetry, up to symmetry, and with the players exchanged."""
QUICK = ("bandl3", "hanoi")


def larger_game(name: str) -> Game:
    if name.startswith("small/"):
        return small_game(name.removeprefix("small/"))
    return load(shared("games", f"{name}.kif"))


def solved_three_times(name: str) -> None:
    game = larger_game(name)
    found = [
        solve(game),
        solve(game, symmetry=True),
        solve(game, symmetry=True, exchange=True),
    ]
    assert found[0].values is not None
    assert all(each.values == found[0].values for each in found)
    assert tuple(each.states for each in found) == STATES[name]


@pytest.mark.parametrize("name", QUICK)
def test_values_and_states(name: str) -> None:
    solved_three_times(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(STATES) - set(QUICK)))
def test_values_and_states_of_larger_ones(name: str) -> None:
    solved_three_times(name)
