"""Likely symmetries: the board's, and players exchanged, found quickly and tested on random plays."""

import pytest

from woodstock.deadline import Deadline
from woodstock.engines.stepper import StepperEngine
from woodstock.games.library import load
from woodstock.symmetry.group import Group
from woodstock.symmetry.guess import likely_symmetries
from woodstock.symmetry.permutation import Permutation
from woodstock.symmetry.verify import Judge, verify


def judge_of(name: str) -> Judge:
    compiled = load(name).compiled
    return Judge(StepperEngine(compiled), compiled.vocabulary)


def likely(name: str, seconds: float = 60.0) -> list[Permutation]:
    judge = judge_of(name)
    deadline = Deadline.after(seconds)
    return likely_symmetries(load(name).rulesheet, judge, judge.sample(60, 0, deadline), deadline)


@pytest.mark.parametrize(
    ("name", "order"), [("tictactoe", 16), ("connect_four", 4), ("breakthrough", 4), ("reversi", 16)]
)
def test_the_whole_group_of_a_board_is_found_with_its_players_exchanged(name: str, order: int):
    found = likely(name)
    assert sum(each.exchanges_roles for each in found) == 1
    assert Group(judge_of(name).vocabulary, tuple(found)).order == order


@pytest.mark.parametrize("name", ["breakthrough", "reversi"])
def test_what_is_found_holds_on_states_that_it_was_not_tested_on(name: str):
    judge = judge_of(name)
    deadline = Deadline.after(60.0)
    others = judge.sample(200, 1, deadline)
    for each in likely(name):
        test = verify(judge, each, others, deadline)
        assert test.passed, test.difference
        assert test.states == len(others)


def test_a_game_whose_players_differ_has_none_that_exchanges_them():
    assert not any(each.exchanges_roles for each in likely("pacman_shared"))


def test_without_time_nothing_is_found():
    assert likely("breakthrough", 0.0) == []
