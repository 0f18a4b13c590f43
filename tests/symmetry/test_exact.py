"""Values and counts are the same with and without symmetry, states are fewer (002 §4: Ame)."""

from __future__ import annotations

import pytest

from woodstock import load, solve
from woodstock.engines.perft import unique
from woodstock.scsp.game.game_solver import GameSolver
from woodstock.symmetry.native import canonical

SOLVED = [
    "cooperative_pennies",
    "matching_pennies",
    "nim",
    "orchard_small",
    "random_tictactoe_2x2",
    "tictactoe",
    "tictactoe_2x2",
]


@pytest.mark.parametrize("name", SOLVED)
def test_values_are_the_same(name: str) -> None:
    game = load(name)
    horizon = 4 if name == "orchard_small" else None  # its plays may go on for ever
    plain = solve(game, horizon=horizon)
    symmetric = solve(game, horizon=horizon, symmetry=True)
    assert plain.values == symmetric.values
    group = game.symmetries().group
    assert symmetric.states <= plain.states
    assert (symmetric.states < plain.states) == (not group.is_trivial) or name.endswith("pennies")
    if name == "tictactoe":
        assert (plain.states, symmetric.states) == (5478, 765)


@pytest.mark.parametrize("name", ["random_tictactoe_2x2", "tictactoe_2x2", "orchard_small"])
def test_as_many_policies_of_each_utility(name: str) -> None:
    game = load(name)
    group = canonical(game.symmetries().group)
    assert GameSolver(game.stage).policies(3) == GameSolver(game.stage, group=group).policies(3)


def test_a_policy_names_moves_as_they_are_called() -> None:
    game = load("tictactoe_2x2")
    plain, symmetric = solve(game), solve(game, symmetry=True)
    assert str(plain.best_policy()) == str(symmetric.best_policy())


def test_states_of_tictactoe() -> None:
    game = load("tictactoe")
    form = canonical(game.symmetries().group).form
    assert list(unique(game.engine, 9)) == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert list(unique(game.engine, 9, form)) == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
