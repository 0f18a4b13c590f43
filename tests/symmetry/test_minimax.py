"""The minimax level: 004, Example 5, and moves of equal value elsewhere."""

import pytest

from tests.shared import loaded
from woodstock.cli.symmetry import of_minimax, of_state, state_of
from woodstock.errors import IllegalMove
from woodstock.symmetry.minimax import minimax_stage

PLAYED = ["(chooserow x1)", "(mark x1 y1 1)", "(choosecol y2)", "(mark x2 y2 2)"]


def test_example_5() -> None:
    """All four moves of player 1 are symmetric by their values; by structure there are two orbits."""
    game = loaded("random_tictactoe_2x2")
    state = state_of(game, None, PLAYED)
    structural = of_state(game.symmetries(), state)["state"]
    assert structural["order"] == 2
    assert sorted(map(len, structural["move_orbits"]["1"])) == [2, 2]
    found = of_minimax(game, state, 60.0)
    assert [len(orbit) for orbit in found["move_orbits"]["1"]] == [4]
    assert {tuple(entry["values"]) for entry in found["values"]} == {(100.0, 0.0)}


def test_values_tell_moves_apart() -> None:
    """Tictactoe after a corner: only the centre does not lose; all else is one orbit, of value 0."""
    game = loaded("tictactoe")
    state = state_of(game, None, ["(mark 1 1)"])
    found = of_minimax(game, state, 60.0)
    assert sorted(map(len, found["move_orbits"]["oplayer"])) == [1, 7]
    assert ["(mark 2 2)"] in found["move_orbits"]["oplayer"]


def test_structural_orbits_are_within_minimax_orbits() -> None:
    game = loaded("tictactoe")
    for played in ([], ["(mark 1 2)"], ["(mark 2 2)", "(mark 1 1)"]):
        state = state_of(game, None, played)
        role = next(role for role in game.roles if len(state.legal(role)) > 1)
        by_value = of_minimax(game, state, 60.0)["move_orbits"][role.name]
        for orbit in of_state(game.symmetries(), state)["state"]["move_orbits"][role.name]:
            assert any(set(orbit) <= set(other) for other in by_value)


def test_a_depth_bounds_what_is_seen() -> None:
    """Within one transition nothing is won at the start, so that all moves are alike."""
    game = loaded("tictactoe")
    assert game.compiled is not None
    stage = minimax_stage(game.stage.template, -1, game.initial_state().position, depth=1)
    assert [len(orbit) for orbit in stage.orbits[0]] == [9]
    assert set(stage.actions.values()) == {(0, 0)}


def test_a_state_by_moves() -> None:
    game = loaded("tictactoe")
    assert state_of(game, None, ["(mark 1 1) noop"]) == state_of(game, None, ["(mark 1 1)"])
    fluents = " ".join(map(str, state_of(game, None, ["(mark 1 1)"]).fluents))
    assert state_of(game, fluents, []) == state_of(game, None, ["(mark 1 1)"])
    with pytest.raises(IllegalMove):
        state_of(game, None, ["(mark 9 9)"])
