"""Engines that err are found, with the shortest play that shows it, and not trusted; sound ones are."""

import pytest

from woodstock import load
from woodstock.arena.match import play_match
from woodstock.arena.seat import Clocks
from woodstock.engines.evaluator import Evaluator
from woodstock.engines.lanes import LaneEngine
from woodstock.engines.selfcheck import compare_engines
from woodstock.engines.stepper import StepperEngine
from woodstock.errors import EvaluationLimit
from woodstock.game import Game, self_check
from woodstock.gdl import parse_kif
from woodstock.gdl.numbers import GoalOutOfRange

WALK = """
(role r) (init (at 1)) (succ 1 2) (succ 2 3) (succ 3 4)
(<= (legal r (go ?y)) (true (at ?x)) (succ ?x ?y)) (legal r stay)
(<= (next (at ?y)) (does r (go ?y)))
(<= (next (at ?x)) (does r stay) (true (at ?x)))
(<= (sees r (now ?y)) (does r (go ?y)))
(<= terminal (true (at 4))) (<= (goal r 100) (true (at 4))) (<= (goal r 0) (not (true (at 4))))
"""
# As a faulty compiler might understand it.
FAULTY = {
    "legal moves of r": WALK.replace("(succ ?x ?y)) (legal", "(succ ?x ?y) (distinct ?x 3)) (legal"),
    "terminal": WALK.replace("terminal (true (at 4))", "terminal (true (at 3))"),
    "goals of r": WALK.replace("goal r 100) (true (at 4))", "goal r 90) (true (at 4))"),
    "fluents": WALK.replace("(does r stay) (true (at ?x))", "(does r stay) (true (at ?x)) (distinct ?x 3)"),
    "percepts": WALK.replace(
        "sees r (now ?y)) (does r (go ?y))", "sees r (now ?y)) (does r (go ?y)) (distinct ?y 3)"
    ),
    "roles": WALK.replace("(role r)", "(role r) (role s) (legal s noop) (goal s 0)"),
}


@pytest.mark.parametrize("what", FAULTY)
def test_a_difference_is_found_and_made_short(what):
    faulty = Game(parse_kif(FAULTY[what]), engine="stepper").engine
    found = compare_engines(Evaluator(parse_kif(WALK)), [faulty], plays=30).difference
    assert found.what == what
    shortest = {"roles": 0, "goals of r": 3, "fluents": 3}
    assert len(found.moves) == shortest.get(what, 2)
    assert found.what in str(found)


@pytest.mark.parametrize(
    "name", ["tictactoe", "connect_four", "orchard_small", "monty_hall", "matching_pennies"]
)
def test_engines_of_bundled_games_agree(name):
    game = load(name)
    engines = [StepperEngine(game.compiled), LaneEngine(game.compiled)]
    verdict = compare_engines(Evaluator(game.rulesheet), engines, plays=5)
    assert verdict.difference is None
    assert verdict.plays == 5
    assert verdict.states > 5


def test_what_errs_is_not_trusted():
    faulty = Game(parse_kif(FAULTY["terminal"]), engine="stepper")
    faulty.rulesheet = parse_kif(WALK)
    game = self_check(faulty, seconds=10.0)
    assert game.engine.name == "evaluator"
    assert "terminal" in game.fallback_reason
    record = play_match(faulty, ["uct:simulations=50"], clocks=Clocks(start=1.0, play=1.0))
    assert record.goal_values == [100]
    assert len(record.moves) >= 3


def test_what_agrees_is_trusted_and_checked_once():
    game = load("tictactoe")
    assert self_check(game) is game
    verdict = game.verdict
    assert self_check(game) is game
    assert game.verdict is verdict


def test_rules_that_the_judge_cannot_answer_leave_the_game_as_it_is(monkeypatch):
    """A state beyond all limits must not cost the match: it may never be reached there."""

    def refuse(self, position, role):
        raise GoalOutOfRange("a goal beyond all bounds")

    monkeypatch.setattr(Evaluator, "goals", refuse)
    game = load("nim")
    assert self_check(game) is game
    assert game.verdict.states == 0


@pytest.mark.parametrize("question", ["initial", "fluents", "terminal", "goals", "legal", "play"])
def test_an_engine_that_fails_differs(monkeypatch, question):
    """Wherever the judge has an answer, an error is a wrong one."""

    def fail(self, *arguments):
        raise RuntimeError("out of order")

    monkeypatch.setattr(LaneEngine, question, fail)
    game = self_check(load("nim"), seconds=10.0)
    assert game.engine.name == "evaluator"
    assert "lanes" in game.fallback_reason
    assert "RuntimeError: out of order" in game.fallback_reason
    assert len(game.verdict.difference.moves) == (question == "play")


def test_an_engine_that_cannot_be_made_differs(monkeypatch):
    def fail(self, compiled):
        raise MemoryError("too large")

    monkeypatch.setattr(LaneEngine, "__init__", fail)
    game = self_check(load("nim"), seconds=10.0)
    assert game.engine.name == "evaluator"
    assert "MemoryError: too large" in game.fallback_reason


def test_a_failure_late_in_a_play_is_found_too(monkeypatch):
    original = StepperEngine.terminal

    def fail_at_three(self, position):
        if "(at 3)" in map(str, self.fluents(position)):
            raise ValueError("a state of no kind")
        return original(self, position)

    game = Game(parse_kif(WALK), engine="stepper")
    monkeypatch.setattr(StepperEngine, "terminal", fail_at_three)
    found = compare_engines(Evaluator(parse_kif(WALK)), [game.engine], plays=30).difference
    assert (found.what, len(found.moves)) == ("terminal", 2)


def test_a_limit_says_nothing_about_the_rules(monkeypatch):
    def refuse(self, position):
        raise EvaluationLimit("too deep")

    monkeypatch.setattr(StepperEngine, "fluents", refuse)
    game = load("nim")
    with pytest.raises(EvaluationLimit):
        compare_engines(Evaluator(game.rulesheet), [StepperEngine(game.compiled)], plays=1)
