"""Symmetries and what is learned: found within their time, taken up while learning, and then visible in the weights."""

import random
import threading

import pytest

from tests.players.native_game import compiled, stepper
from woodstock import _core
from woodstock.deadline import Deadline
from woodstock.game import Game
from woodstock.games.library import load
from woodstock.gdl import parse_kif
from woodstock.players.lesson import Lesson
from woodstock.players.likeness import LikenessHunt, Rows, likeness

PATIENCE = 20.0


def generators(name: str) -> Rows:
    game = load(name)
    return likeness(game.rulesheet, game.compiled, Deadline.after(PATIENCE))


def test_a_symmetry_found_takes_the_beginning_of_connect_four_to_itself():
    for fluents, _, roles in generators("connect_four"):
        if roles == [0, 1]:
            start = set(stepper("connect_four").initial().fluents())
            assert {fluents[fluent] for fluent in start} == start


def test_hidden_symmetries_need_no_proof():
    assert len(generators("reversi")) >= 2  # in no graph, and proofs take longer than this test


def test_what_is_likely_is_told_before_all_is_found():
    game = load("sheep_and_wolf_shared")
    told: list[Rows] = []
    rows = likeness(game.rulesheet, game.compiled, Deadline.after(PATIENCE), told.append)
    assert told
    assert all(len(row[0]) == len(game.compiled.fluents) for row in rows)
    fewer = [row for row in told[-1] if row[2] == [0, 1, 2]]
    assert len(rows) >= len(fewer)


BOXES = """
(role x) (role o) (box red) (box green) (box blue)
(<= (init (free ?b)) (box ?b)) (<= (legal x (take ?b)) (true (free ?b))) (legal o wait)
(<= (next (free ?b)) (true (free ?b)) (not (does x (take ?b))))
(<= some (true (free ?b))) (<= terminal (not some)) (goal x 100) (goal o 0)
"""


def test_what_nobody_would_guess_is_found_by_the_whole_search():
    game = Game(parse_kif(BOXES))
    told: list[Rows] = []
    rows = likeness(game.rulesheet, game.compiled, Deadline.after(PATIENCE), told.append)
    assert rows
    assert not told
    assert all(roles == [0, 1] for *_, roles in rows)


def test_positions_are_learned_with_their_images():
    game = load("connect_four")
    lesson = Lesson(compiled("connect_four"))
    lesson.use_likeness(game.rulesheet, PATIENCE)
    for _ in range(100):
        lesson.study(seconds=0.5)
        if lesson.symmetries:
            break
    assert lesson.symmetries
    assert "and their images" in str(lesson)
    evaluation = lesson.evaluation()
    state = game.initial_state()
    source = random.Random(1)
    for _ in range(5):
        state = state.play([source.choice(state.legal(role)) for role in game.roles])
    fluents = set(state.position.fluents())
    for row, _, roles in generators("connect_four"):
        image = _core.State(len(row), sorted(row[fluent] for fluent in fluents))
        goals, images = evaluation.goals(state.position, 2), evaluation.goals(image, 2)
        assert [images[role] for role in roles] == pytest.approx(goals, abs=0.01)


def test_a_hunt_can_be_given_up_at_once():
    game = load("breakthrough")
    hunt = LikenessHunt(game.rulesheet, game.compiled, 3600.0)
    hunt.stop()
    for _ in range(int(PATIENCE / 0.05)):
        if hunt.done:
            break
        threading.Event().wait(0.05)
    assert hunt.done


def test_what_is_repeatable_knows_no_symmetries():
    game = load("tictactoe")
    lesson = Lesson(compiled("tictactoe"))
    lesson.use_likeness(game.rulesheet, PATIENCE)
    lesson.study(positions=500)
    assert not lesson.symmetries
