"""What a player thought, as the page is told: the line from here on as changes of the board."""

import woodstock as ws
from woodstock.moves import Move
from woodstock.web.thoughts import MOST_DRAWN, expected


def line(*joints):
    return [tuple(map(Move.parse, joint)) for joint in joints]


def test_a_line_is_told_by_what_it_changes():
    state = ws.load("breakthrough").initial_state()
    steps = line(("(move 1 2 1 3)", "noop"), ("noop", "(move 8 7 7 6)"))
    assert expected(state, steps) == [[{"from": "1 2", "to": "1 3"}], [{"from": "8 7", "to": "7 6"}]]


def test_a_line_ends_where_it_cannot_be_played():
    state = ws.load("tictactoe").initial_state()
    steps = line(("(mark 1 1)", "noop"), ("noop", "(mark 1 1)"), ("(mark 2 2)", "noop"))
    assert expected(state, steps) == [[{"from": "", "to": "1 1"}]]


def test_only_the_next_steps_are_told():
    state = ws.load("connect_four").initial_state()
    steps = line(*([("(drop 4)", "noop"), ("noop", "(drop 4)")] * MOST_DRAWN))
    assert [each[0]["to"] for each in expected(state, steps)] == ["4 1", "4 2", "4 3", "4 4"]
