"""What a step changes: arrows for pieces that moved, rings for new ones, nothing where it is too much."""

import woodstock as ws
from woodstock.view.change import Change, changes


def made(state, *joint):
    return changes(state.view, state.play(joint).view)


def test_a_piece_that_moves_and_one_that_is_taken():
    game = ws.load("breakthrough")
    state = game.initial_state()
    assert made(state, "(move 5 2 6 3)", "noop") == (Change("5 2", "6 3"),)
    facing = game.state(["(cell 1 3 white)", "(cell 2 4 black)", "(control white)"])
    assert made(facing, "(move 1 3 2 4)", "noop") == (Change("1 3", "2 4"),)


def test_a_move_that_names_only_a_column_has_a_place():
    state = ws.load("connect_four").initial_state()
    assert made(state, "(drop 4)", "noop") == (Change("", "4 1"),)


def test_of_pieces_that_turn_only_the_new_one_is_told():
    state = ws.load("reversi").initial_state()
    first = state.legal("black")[0]
    words = [str(argument) for argument in first.term.args]
    assert made(state, first, "noop") == (Change("", " ".join(words)),)


def test_a_tile_that_slides():
    state = ws.load("eight_puzzle").initial_state()
    for move in state.legal(state.game.roles[0]):
        (change,) = changes(state.view, state.play((move,)).view)
        assert change.source
        assert change.target


def test_nothing_changes_by_waiting():
    view = ws.load("hex").initial_state().view
    assert changes(view, view) == ()
