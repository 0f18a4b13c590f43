"""Messages in every order: what the course of a match makes of them."""

from tests.net.rules import GUESS, NIM, WALK
from woodstock.game import Game
from woodstock.gdl import parse_kif
from woodstock.net.worker.course import Course
from woodstock.net.worker.wire import Step


def course(rules=NIM, role="left"):
    game = Game(parse_kif(rules), engine="reference")
    return Course(game, game.role(role))


def told(*moves, answered=None):
    return Step(seen=list(moves), answered=answered)


NIL = Step(seen=None)


def started(rules=NIM, role="left"):
    match = course(rules, role)
    match.advance(NIL)
    return match


def heap(match):
    return {
        str(fluent) for world in match.tracker.worlds for fluent in world.fluents if "heap" in str(fluent)
    }


def test_in_order():
    match = course()
    assert not match.advance(NIL).repeated
    assert not match.advance(told("(take 2)", "noop")).note
    match.advance(told("noop", "(take 1)"))
    assert heap(match) == {"(heap 2)"}
    assert match.observation.step == 2
    assert [entry.step for entry in match.observation.since(0)] == [1, 2]


def test_a_repeated_first_message():
    match = started()
    assert match.advance(NIL, repeats=True).repeated


def test_a_repetition_is_what_cannot_be_news():
    match = started()
    match.advance(told("(take 2)", "noop"))
    assert match.advance(told("(take 2)", "noop"), repeats=True).repeated
    assert match.observation.step == 1
    walk = started(WALK, "robot")
    walk.advance(told("ahead"))
    assert not walk.advance(told("ahead"), repeats=True).repeated


def test_one_lost_message_with_one_explanation():
    match = started()
    match.advance(told("(take 2)", "noop"))
    match.advance(told("noop", "(take 1)"))
    verdict = match.advance(told("noop", "(take 1)", answered="(take 1)"))
    assert verdict.note == "a message was lost; ((take 1) noop) assumed"
    assert heap(match) == {"(heap 0)"}
    assert [str(move) for move in match.observation.previous.moves] == ["(take 1)", "noop"]


def test_one_lost_message_with_several_explanations():
    match = started()
    verdict = match.advance(told("noop", "(take 1)"))
    assert "unknown moves" in verdict.note
    assert heap(match) == {"(heap 3)", "(heap 2)"}
    assert match.observation.step == 2


def test_nonsense_changes_nothing():
    match = started()
    for step in (told("(jump 9)", "noop"), told("noop"), told("noop", "noop", "noop")):
        assert "ignored" in match.advance(step).note
    assert match.observation.step == 0
    assert heap(match) == {"(heap 5)"}


def test_turns_are_counted_where_the_manager_counts():
    match = course(GUESS)
    match.advance(Step(seen=None, turn=0))
    match.advance(Step(seen=[], turn=1, last="noop"))
    assert match.advance(Step(seen=[], turn=1, last="noop"), repeats=True).repeated
    assert len(match.tracker.worlds) == 3
    match.advance(Step(seen=["wrong"], turn=2, last="(guess 1)"))
    hidden = {
        str(fluent) for world in match.tracker.worlds for fluent in world.fluents if "hidden" in str(fluent)
    }
    assert hidden == {"(hidden 2)", "(hidden 3)"}


def test_lost_turns_leave_everything_possible():
    match = course(GUESS)
    verdict = match.advance(Step(seen=["wrong"], turn=2, last="(guess 1)"))
    assert "1 messages were lost" in verdict.note
    assert match.observation.step == 2
    assert len(match.tracker.worlds) == 2


def test_a_faster_engine_takes_over_in_mid_match():
    match = started()
    match.advance(told("(take 2)", "noop"))
    match.offer(Game(parse_kif(NIM), engine="stepper"))
    match.advance(told("noop", "(take 1)"))
    assert match.game.engine.name == "stepper"
    assert heap(match) == {"(heap 2)"}
