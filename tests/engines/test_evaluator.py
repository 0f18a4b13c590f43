"""The evaluator: its limits, threads, positions and search. What rules mean is tested in test_reference."""

import pickle
import threading

import pytest

from tests.shared import shared
from tests.timing import within
from woodstock import _core
from woodstock.belief.tracker import Tracker
from woodstock.engines.evaluator import Evaluator
from woodstock.engines.perft import perft
from woodstock.errors import EvaluationError, EvaluationLimit
from woodstock.game import Game, Move
from woodstock.games.library import load
from woodstock.gdl import parse_kif, parse_term, read
from woodstock.players import Clock, Observation
from woodstock.players.fallback import Fallback

TOWER = "(role a) (legal a go) (init (at z)) (<= (next (at (f ?x))) (true (at ?x)))"


def test_terms_may_grow_step_by_step():
    engine = Evaluator(parse_kif(TOWER))
    position = engine.initial()
    for _ in range(3):
        position, _ = engine.play(position, engine.legal(position, 0))
    assert {str(each) for each in engine.fluents(position)} == {"(at (f (f (f z))))"}


@pytest.mark.parametrize(
    ("rules", "what"),
    [
        ("(<= (n ?x) (true (at ?x))) (<= (n (f ?x)) (n ?x)) (<= (legal a ?x) (n ?x))", "nested more than"),
        ("(<= (n ?x) (true (on ?y)) (n (f ?x))) (<= (legal a x) (true (at ?x)) (n ?x))", "nested more than"),
        ("(<= p (true (at z)) (not q)) (<= q (not p)) (<= (legal a x) p)", "negation"),
    ],
)
def test_what_is_endless_is_an_error_and_the_engine_lives_on(rules, what):
    engine = Evaluator(parse_kif(f"(role a) (init (at z)) (init (on z)) {rules} (<= terminal (true (on y)))"))
    with pytest.raises(EvaluationError, match=what):
        engine.legal(engine.initial(), 0)
    assert not engine.terminal(engine.initial())
    assert engine.terminal(engine.position([parse_term("(on y)")]))


def test_a_limit_is_an_evaluation_error():
    assert issubclass(EvaluationLimit, EvaluationError)


def test_positions_are_values():
    game = load("tictactoe", engine="evaluator")
    engine = game.engine
    one = game.initial_state()
    two = engine.position(one.fluents)
    assert two == one.position
    assert hash(two) == hash(one.position)
    assert two != engine.position([])
    assert pickle.loads(pickle.dumps(one)) == one
    assert Evaluator(game.rulesheet).initial().hash == two.hash


def test_threads_share_an_engine():
    engine = load("connect_four", engine="evaluator").engine
    results = [None] * 4

    def walk(index):
        position, seen = engine.initial(), []
        for step in range(12):
            legal = [engine.legal(position, role) for role in range(2)]
            seen.append(legal)
            position, _ = engine.play(position, [moves[(step * 5) % len(moves)] for moves in legal])
        results[index] = (seen, engine.fluents(position))

    threads = [threading.Thread(target=walk, args=(index,)) for index in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [results[0]] * 4


def test_simulations_do_not_depend_on_threads():
    native = load("tictactoe", engine="evaluator").engine.native
    one, two = (native.simulate(200, seed=4, threads=threads) for threads in (1, 3))
    assert (one.playouts, one.steps, one.mean_goals) == (200, two.steps, two.mean_goals)


@pytest.mark.parametrize(("name", "depth"), [("tictactoe", 4), ("connect_four", 4)])
def test_perft(name, depth):
    assert perft(load(name, engine="evaluator").engine, depth) == perft(load(name).engine, depth)


def test_what_cannot_be_ground_plays_on_the_evaluator():
    game = Game(parse_kif(TOWER))
    assert game.engine.name == "evaluator"
    assert game.fallback_reason


def test_search_takes_a_win_and_is_repeatable():
    game = load("tictactoe", engine="evaluator")
    state = game.initial_state()
    for x, o in (
        ("(mark 1 1)", "noop"),
        ("noop", "(mark 2 1)"),
        ("(mark 1 2)", "noop"),
        ("noop", "(mark 2 2)"),
    ):
        state = state.play([Move.parse(x), Move.parse(o)])
    moves = []
    for _ in range(2):
        search = _core.RuleSearch(game.engine.program)
        report = search.search(state.position, simulations=400, seed=2)
        assert report.simulations == 400
        best = max(report.moves[0], key=lambda entry: entry.visits)
        assert str(game.engine.term(best.move)) == "(mark 1 3)"
        moves.append([(entry.move, entry.visits, entry.value) for entry in report.moves[0]])
    assert moves[0] == moves[1]


def test_search_keeps_to_its_clock_on_chess():
    game = Game(read(shared("games", "chess.kif")), engine="evaluator")
    tracker = Tracker(game, game.roles[0])
    tracker.follow(Observation(0))
    with within(5.0):
        decision = Fallback().decide(tracker, Clock.after(0.3))
    assert decision.move in tracker.legal()


def test_the_fallback_searches_the_worlds_of_a_hidden_game():
    game = load("monty_hall", engine="evaluator")
    role = next(role for role in game.roles if not role.is_chance)
    tracker = Tracker(game, role)
    tracker.follow(Observation(0))
    assert Fallback().decide(tracker, Clock.after(None, simulations=50)).move in tracker.legal()


def test_a_fact_with_functions_is_told_from_calls_with_deeper_ones():
    """The fact agrees with the call in its outermost function only."""
    sheet = parse_kif(
        "(role r) (won (pair b m)) (won (pair (g a) m)) (init (at a)) (init (at b))"
        "(<= (legal r (go ?x ?y)) (true (at ?x)) (won (pair (g ?x) ?y)))"
        "(<= (legal r (up ?x)) (true (at ?x)) (not (won (pair (g ?x) m))))"
        "(<= (next (at ?y)) (does r (go ?x ?y))) (<= terminal (true (at m))) (goal r 100)"
    )
    engine = Evaluator(sheet)
    assert [str(move) for move in engine.legal(engine.initial(), 0)] == ["(go a m)", "(up b)"]
