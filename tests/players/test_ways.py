"""Every way that `woodstock` may search a game by does so; which of them it chooses is in `test_judgement`."""

import pytest

import woodstock as ws
from woodstock import _core
from woodstock.players.judgement import WORTH, Means
from woodstock.players.lesson import Lesson
from woodstock.players.lore import Lore
from woodstock.players.ways import ways_of

OPENING = ("(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)")
"""Either player wins with the third of its row."""


@pytest.mark.parametrize("means", list(Means))
def test_each_way_takes_the_win(means: Means) -> None:
    game = ws.load("tictactoe")
    compiled = game.compiled
    lesson = Lesson(compiled)
    lesson.study(positions=500)
    learner = _core.PreferenceLearner(compiled.engines, seed=1)
    assert learner.collect(seconds=None)
    learner.improve()
    lore = Lore(lesson.evaluation(), learner.preferred(), WORTH)
    ways = ways_of(compiled)
    assert set(ways) == set(Means)
    stepper = compiled.engines.new_stepper()
    state = stepper.initial()
    names = [[str(move) for move in moves] for moves in compiled.moves]
    for number, word in enumerate(OPENING):
        joint = [0, 0]
        for role in (0, 1):
            wanted = word if role == number % 2 else "noop"
            joint[role] = next(move for move in stepper.legal(state, role) if names[role][move] == wanted)
        state = stepper.play(state, joint)
    search = ways[means](lore, 0)
    search.set_root(state)
    search.run(simulations=1000, seed=1)
    report = search.report()
    assert names[0][report.moves[report.chosen].move] == "(mark 1 3)"
