"""What every search must find in games whose answers are known: the best take of nim, by brute force; that the gambler
rolls; two wins of Connect Four. And the clock that every one must keep."""

from collections.abc import Callable

import pytest

from tests.players.native_game import DICE, NIM, alternating, best_value, move_text, searched, stepper
from tests.timing import within
from woodstock import _core

HEAPS = range(7)


def check_nim(
    make: Callable[[str, int], _core.Search], heap: int, **budget: object
) -> tuple[_core.SearchReport, int]:
    """Nim after one was taken `heap` times: left is to move on even ones. The report, and whose move it is."""
    state = alternating(NIM, "(take 1) " * heap)
    role = heap % 2
    report = searched(make(NIM, role), state, **budget)
    assert report.proven
    assert report.moves[report.chosen].values[role] == best_value(NIM, state, role)
    return report, role


def check_roll(search: _core.Search) -> _core.SearchReport:
    report = searched(search, stepper(DICE).initial())
    assert move_text(DICE, 1, report) == "roll"
    return report


def check_dice(search: _core.Search) -> None:
    report = check_roll(search)
    assert report.proven
    assert report.values[1] == pytest.approx(45)


def check_win_in_one(search: _core.Search, **budget: object) -> _core.SearchReport:
    """Three in a row with an open end: white plays it."""
    state = alternating("connect_four", "(drop 1) (drop 7) (drop 2) (drop 7) (drop 3) (drop 6)")
    report = searched(search, state, **budget)
    assert move_text("connect_four", 0, report) == "(drop 4)"
    assert report.values[0] == pytest.approx(100)
    return report


def check_win_in_three(search: _core.Search, **budget: object) -> _core.SearchReport:
    """Two in the middle of an empty row: a third one makes two threats."""
    state = alternating("connect_four", "(drop 4) (drop 4) (drop 5) (drop 5)")
    report = searched(search, state, **budget)
    assert move_text("connect_four", 0, report) in {"(drop 3)", "(drop 6)"}
    return report


def check_deadline(search: _core.Search, game: str) -> None:
    search.set_root(stepper(game).initial())
    with within(0.5):
        assert search.run(seconds=0.1) == _core.SearchEnd.deadline
    assert search.report().depth >= 1
