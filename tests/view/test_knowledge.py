"""What somebody knows: question marks where possible states differ, and nothing that only one of them has."""

import woodstock as ws
from woodstock.view.knowledge import known_view
from woodstock.view.text import draw_text


def test_places_that_differ_are_question_marks():
    game = ws.load("tictactoe")
    one = game.initial_state().play(["(mark 1 1)", "noop"])
    other = game.initial_state().play(["(mark 2 2)", "noop"])
    shown = draw_text(known_view([one.view, other.view]))
    assert shown == "3  . . .\n2  . ? .\n1  ? . .\n   1 2 3\n(control oplayer)"


def test_slots_that_differ_are_question_marks():
    game = ws.load("monty_hall")
    start = game.initial_state()
    after = [start.play({"random": move, "candidate": "noop"}) for move in start.legal("random")]
    shown = draw_text(known_view([state.view for state in after]))
    assert shown.splitlines()[1:4] == ["1  ?", "2  ?", "3  ?"]
    assert "car" not in "".join(shown.splitlines()[1:])


def test_what_is_likely_is_drawn_with_a_question_mark():
    start = ws.load("tictactoe").initial_state()
    views = [start.play([move, "noop"]).view for move in ("(mark 1 1)", "(mark 2 2)")]
    shown = draw_text(known_view(views, [0.8, 0.2]))
    assert shown.splitlines()[:3] == ["3   .  .  .", "2   .  ?  .", "1  x?  .  ."]
    assert draw_text(known_view(views[:1], [1.0])) == draw_text(views[0])


def test_a_close_call_is_left_to_the_person():
    start = ws.load("tictactoe").initial_state()
    views = [start.play([move, "noop"]).view for move in ("(mark 1 1)", "(mark 2 2)")]
    for weights in ([2 / 3, 1 / 3], [0.5, 0.5]):
        assert draw_text(known_view(views, weights)).splitlines()[:3] == ["3  . . .", "2  . ? .", "1  ? . ."]


def test_of_guesses_nothing_is_certain():
    state = ws.load("tictactoe").initial_state().play(["(mark 1 1)", "noop"])
    assert draw_text(known_view([state.view], guessed=True)).splitlines()[2] == "1  x?  .  ."


def test_what_one_has_is_certain_whatever_others_tried():
    start = ws.load("dark_tictactoe").initial_state()
    mine = start.play(["(mark 1 1)", "noop"])
    views = [mine.play(["noop", move]).view for move in ("(mark 1 1)", "(mark 2 2)")]
    shown = draw_text(known_view(views)).splitlines()
    assert shown[:3] == ["3  . . .", "2  . ? .", "1  x . ."]
