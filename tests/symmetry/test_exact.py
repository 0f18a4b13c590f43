"""Values and counts are the same with and without symmetry, states are fewer (002 §4: Ame)."""

import pytest

from tests.shared import loaded
from woodstock import _core, loads, solve
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
    game = loaded(name)
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
    game = loaded(name)
    group = canonical(game.symmetries().group)
    assert GameSolver(game.stage).policies(3) == GameSolver(game.stage, group=group).policies(3)


def test_a_policy_names_moves_as_they_are_called() -> None:
    game = loaded("tictactoe_2x2")
    plain, symmetric = solve(game), solve(game, symmetry=True)
    assert str(plain.best_policy()) == str(symmetric.best_policy())


def test_states_of_tictactoe() -> None:
    game = loaded("tictactoe")
    form = canonical(game.symmetries().group).form
    assert list(unique(game.engine, 9)) == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert list(unique(game.engine, 9, form)) == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]


RACE = """
(role left) (role right) (role random) (player left) (player right)
(init (score left 2)) (init (score right 1)) (init (round 0))
(<= (next (score ?r ?m)) (true (score ?r ?n)) (wins ?r) (up ?n ?m))
(<= (next (score ?r ?n)) (true (score ?r ?m)) (loses ?r) (up ?n ?m))
(<= (next (score ?r ?n)) (true (score ?r ?n)) (not (wins ?r)) (not (loses ?r)))
(<= (wins ?r) (does ?r high) (not (does random (skip ?r))))
(<= (loses ?r) (does ?r high) (does random (skip ?r)) (not (true (score ?r 0))))
(<= (next (round ?m)) (true (round ?n)) (up ?n ?m))
(<= (legal ?r high) (player ?r) (not (true (score ?r 3)))) (<= (legal ?r low) (player ?r))
(<= (legal random (skip ?r)) (player ?r))
(<= terminal (true (round 3)))
(<= (goal ?r ?points) (true (score ?r ?n)) (worth ?n ?points))
(up 0 1) (up 1 2) (up 2 3)
(worth 0 0) (worth 1 20) (worth 2 50) (worth 3 90)
"""


@pytest.mark.parametrize("horizon", [None, 1, 2])
def test_values_are_exchanged_with_the_players(horizon: int | None) -> None:
    game = loads(RACE)
    plain = solve(game, horizon=horizon)
    exchanged = solve(game, horizon=horizon, symmetry=True, exchange=True)
    assert exchanged.values == plain.values
    if horizon is None:
        assert plain.values["left"] > plain.values["right"]
        assert exchanged.states < plain.states


def test_policies_are_not_counted_where_players_change() -> None:
    game = loads(RACE)
    found = game.symmetries()
    group = canonical(found.with_exchange, exchange=True)
    assert (found.group.order, group.order) == (1, 2)
    graph = _core.StageGraph(game.stage.template, 2, game.stage.initial, group=group, exchange=True)
    graph.explore()
    with pytest.raises(ValueError, match="players change"):
        graph.count_policies()


@pytest.mark.parametrize("name", SOLVED)
def test_exchanging_players_changes_no_value(name: str) -> None:
    game = loaded(name)
    horizon = 4 if name == "orchard_small" else None
    assert (
        solve(game, horizon=horizon).values
        == solve(game, horizon=horizon, symmetry=True, exchange=True).values
    )
