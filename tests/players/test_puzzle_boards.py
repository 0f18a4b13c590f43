"""Boards of a single player, put together to one line."""

import threading

import pytest

from tests.factoring.test_boards import SWITCHES
from tests.shared import rules_of
from woodstock import _core, load
from woodstock.compile.compiled import Compiled
from woodstock.game import Game
from woodstock.gdl import parse_kif
from woodstock.players.puzzle.boards import plan_boards
from woodstock.players.puzzle.player import reaches


def planned(compiled: Compiled | None, goal: int = 100) -> bool:
    initial = compiled.circuit.initial
    root = _core.State(len(initial), [fluent for fluent, holds in enumerate(initial) if holds])
    moves = plan_boards(compiled.circuit, root, goal, threading.Event())
    if moves is None:
        return False
    assert reaches(_core.Stepper(compiled.circuit), root, moves, goal)
    return True


def test_lines_of_boards_meet_at_the_same_step() -> None:
    assert planned(Game(parse_kif(SWITCHES)).compiled)


def test_a_board_does_not_end_the_game_before_the_others_are_there() -> None:
    """Over when either lamp is on: both have to be lit at the same step, though each could be before."""
    early = SWITCHES.replace("(<= terminal (true (step 4)))", "(<= terminal (true (on ?s)))")
    late = "(<= (next (ready ?s)) (true (off ?s)) (side ?s))(side a)(side b)"
    assert planned(Game(parse_kif(early + late)).compiled)


def test_what_cannot_be_reached_is_not_found() -> None:
    stuck = SWITCHES.replace(
        "(<= (next (on ?s)) (acts ?s flip)", "(<= (next (on ?s)) (acts ?s flip) (true (on ?s))"
    )
    assert not planned(Game(parse_kif(stuck)).compiled)


def test_a_game_of_one_board_is_left_to_others() -> None:
    assert not planned(load("eight_puzzle").compiled)


@pytest.mark.parametrize("name", ["bandl3", "asteroids_parallel"])
def test_public_puzzles_of_several_boards(name: str) -> None:
    assert planned(Game(rules_of(name)).compiled)
