"""Learning from Python: what is repeatable, what is learned, what is refused."""

from collections import Counter

import numpy as np
import pytest

from tests.players.native_game import DICE, NIM, PENNIES, compiled, stepper
from tests.timing import within
from woodstock import _core
from woodstock.clock import Clock
from woodstock.games.library import load
from woodstock.players.lesson import Lesson, learn
from woodstock.players.weights import weights_of


def test_a_seed_and_a_number_of_positions_decide_what_is_learned():
    def weights(seed: int) -> np.ndarray:
        return learn(compiled("tictactoe"), Clock(), positions=2000, seed=seed).evaluation().weights

    assert np.array_equal(weights(1), weights(1))
    assert not np.array_equal(weights(1), weights(2))


def test_nim_is_learned():
    lesson = learn(compiled(NIM), Clock(), positions=5000)
    state = stepper(NIM).initial()
    assert lesson.evaluation().goals(state, 2)[0] > 60  # seven: one is taken, and multiples of three lose
    assert sum(lesson.evaluation().goals(state, 2)) == pytest.approx(100)


def test_what_is_learned_beats_knowing_nothing():
    game = compiled("connect_four")
    none = Lesson(game).evaluation()
    learned = learn(game, Clock(), positions=20_000, seed=3).evaluation()
    points, games = _core.evaluation_duel(game.engines, learned, none, games=200, seed=5)
    assert games == 200
    assert points > 120


def test_of_several_candidates_one_is_left():
    options = _core.LearnerOptions()
    options["candidates"] = 3
    options["patterns"] = 0
    lesson = Lesson(compiled("tictactoe"), options, seed=1)
    lesson.study(positions=3000)
    assert lesson.report.candidates == 1
    assert len(lesson.report.duels) == 2
    assert lesson.positions >= 3000


def test_rows_of_four_are_patterns():
    """A board of 7 × 6 has 24 horizontal, 21 vertical and 24 diagonal rows of four, for each colour."""
    lesson = Lesson(compiled("connect_four"))
    lesson.survey()
    plain, with_patterns = lesson.candidates()
    assert not plain.patterns
    assert all(len(pattern.fluents) == 4 for pattern in with_patterns.patterns)
    assert Counter(pattern.kind for pattern in with_patterns.patterns) == {0: 69, 1: 69}
    assert with_patterns.weights.shape[1] == plain.weights.shape[1] + 4 * (69 + 69 + 2)


def test_patterns_are_worth_learning_in_a_game_of_rows():
    game = compiled("connect_four")
    learned = []
    for patterns in (1, 0):
        options = _core.LearnerOptions()
        options["patterns"] = patterns
        learner = _core.Learner(game.engines, options, 1)
        learner.run(positions=10_000)
        learned.append(next(each for each in learner.candidates() if bool(each.patterns) == bool(patterns)))
    points, games = _core.evaluation_duel(game.engines, *learned, games=200, seed=5)
    assert games == 200
    assert points > 120


def test_pairs_are_worth_learning_where_fluents_alone_say_little():
    """What a heap of Nim is worth depends on the other ones, and on whose turn it is."""
    game = compiled("nim")
    points = 0.0
    for seed in range(1, 5):
        learned = []
        for pairs in (256, 0):
            options = _core.LearnerOptions()
            options["pairs"] = pairs
            learned.append(learn(game, Clock(), options=options, positions=40_000, seed=seed).evaluation())
        assert learned[0].pairs
        assert not learned[1].pairs
        points += _core.evaluation_duel(game.engines, *learned, games=400, seed=5)[0]
    assert points > 0.55 * 1600


def test_learning_ends_with_the_clock_and_goes_on():
    with within(1.0):
        lesson = learn(compiled("connect_four"), Clock.after(0.2))
    before = lesson.positions
    lesson.study(positions=2000)
    assert lesson.positions >= before + 2000


def test_trust_compares_with_playouts_on_other_games():
    lesson = learn(compiled("tictactoe"), Clock(), positions=5000)
    trust = lesson.trust(games=100, seed=9)
    assert trust.games >= 100
    assert 0 <= trust.net <= 1
    assert 0 < trust.playouts <= 1
    assert trust.ratio == pytest.approx(trust.net / trust.playouts)


@pytest.mark.parametrize(
    ("name", "why"),
    [(PENNIES, "same time"), (DICE, "nobody to learn against"), ("eight_puzzle", "nobody to learn against")],
)
def test_objections_have_reasons(name, why):
    lesson = learn(compiled(name), Clock(), positions=100)
    assert why in lesson.objection
    assert str(lesson) == f"nothing learned: {lesson.objection}"


def test_weights_are_shown_on_the_board():
    game = load("breakthrough")
    lesson = learn(game.compiled, Clock(), positions=8000, seed=1)
    (shown,) = weights_of(game.compiled, lesson.evaluation(), sorted(game.initial_state().fluents, key=str))
    pieces = {str(piece.content): piece for piece in shown.pieces}
    assert shown.role == "white"
    assert pieces["white"].mean > pieces["black"].mean
    assert len(pieces["white"].rows) == 8
    text = "\n".join(shown.lines())
    assert "white for white" in text


def test_a_lesson_that_is_stopped_gives_up_no_candidate():
    stop = _core.StopFlag()
    stop.set()
    lesson = Lesson(compiled("connect_four"))
    lesson.survey()
    lesson.study(seconds=1.0, stop=stop)
    assert lesson.report.candidates == 2
    assert lesson.report.duels == []


def test_what_was_learned_before_is_not_unlearned():
    """Steps are short where learning goes on: a few hundred positions do not lose to the weights as they were."""
    game = compiled("connect_four")
    lesson = learn(game, Clock(), positions=40_000, seed=2)
    kept = lesson.evaluation()
    resumed = Lesson(game, seed=3)
    resumed.survey()
    resumed.resume(kept.weights.ravel().tolist(), positions=1, games=1, seconds=1.0)
    resumed.study(positions=500)
    points, games = _core.evaluation_duel(game.engines, resumed.evaluation(), kept, games=200, seed=5)
    assert games == 200
    assert points > 80


def test_patterns_are_not_looked_for_at_any_price():
    """Hex defines its goals by paths, which cannot be multiplied out."""
    lesson = Lesson(compiled("hex"))
    lesson.survey()
    assert len(lesson.candidates()) == 1
