"""Likely symmetries: the board's, and players exchanged, found quickly and tested on random plays."""

import pytest

from woodstock.deadline import Deadline
from woodstock.engines.stepper import StepperEngine
from woodstock.game import Game
from woodstock.games.library import load
from woodstock.gdl import parse_kif
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
    judge = judge_of("breakthrough")
    sample = judge.sample(60, 0, Deadline.after(60.0))
    assert likely_symmetries(load("breakthrough").rulesheet, judge, sample, Deadline.after(0.0)) == []


def test_where_no_play_of_the_sample_is_over_nothing_is_believed():
    judge = judge_of("breakthrough")
    open_still = [seen for seen in judge.sample(200, 0, Deadline.after(60.0)) if not seen.terminal]
    assert len(open_still) >= 60
    rules = load("breakthrough").rulesheet
    assert likely_symmetries(rules, judge, open_still, Deadline.after(60.0)) == []


GOALS_DIFFER = """
(role x) (role o) (init (at 2)) (succ 1 2) (succ 2 3)
(<= (legal ?r (go ?n)) (role ?r) (succ ?n ?m)) (<= (legal ?r (go 3)) (role ?r))
(<= (next (at ?n)) (does x (go ?n)))
(<= terminal (true (at 1))) (<= terminal (true (at 3)))
(<= (goal ?r 100) (role ?r) (true (at 3))) (<= (goal ?r 0) (role ?r) (not (true (at 3))))
"""


def test_goals_where_a_play_is_over_tell_a_map_that_nothing_else_does():
    deadline = Deadline.after(60.0)
    found = []
    alike = GOALS_DIFFER[: GOALS_DIFFER.index("(<= (goal")] + "(<= (goal ?r 50) (role ?r))"
    for rules in (GOALS_DIFFER, alike):
        game = Game(parse_kif(rules))
        judge = Judge(StepperEngine(game.compiled), game.compiled.vocabulary, goals_at_ends=True)
        sample = judge.sample(60, 0, deadline)
        assert all(seen.terminal or seen.goals == ((), ()) for seen in sample)
        found.append(likely_symmetries(game.rulesheet, judge, sample, deadline))
    assert found[0] == []
    assert found[1]
