"""Where a match was decided, as its watchers are told."""

from woodstock import load
from woodstock.cli.session.turning import Turning
from woodstock.moves import Move
from woodstock.players import Decision

ONE, OTHER = load("tictactoe").players
NAMES = {ONE: "cross", OTHER: "ring"}


def noted(*hopes):
    """Turns of both: step, what each expects for itself, and whether the first has proven it."""
    turning = Turning()
    for step, one, other, proven in hopes:
        mine = Decision(Move.parse("noop"), {ONE: one}, proven=proven)
        turning.note(step, {ONE: mine, OTHER: Decision(Move.parse("noop"), {OTHER: other})})
    return turning


def test_the_step_from_which_on_the_winner_expected_it():
    turning = noted((1, 80, 50, False), (2, 60, 40, False), (3, 76, 45, False), (4, 100, 20, True))
    assert turning.told(ONE, NAMES) == (
        "cross expected to win from step 3 on, when ring still expected 45 of 100, and had proven it at step 4."
    )


def test_a_win_that_was_proven_at_once():
    assert noted((1, 100, 50, True), (2, 100, 0, True)).told(ONE, NAMES) == (
        "cross had proven its win at step 1, when ring still expected 50 of 100."
    )
    assert noted((1, 50, 50, False), (2, 100, 0, True)).told(ONE, NAMES) == (
        "cross had proven its win at step 2, when ring expected 0 of 100."
    )


def test_who_never_knew_is_not_said_to_have():
    assert noted((1, 50, 50, False), (2, 60, 40, False)).told(ONE, NAMES) == ""
    assert Turning().told(ONE, NAMES) == ""
