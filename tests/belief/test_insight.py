"""What a person is told of a game that hides something: all that follows, and nothing that does not."""

import random

import pytest

from woodstock.belief.insight import Insight
from woodstock.belief.observation import Observation
from woodstock.games.library import load
from woodstock.view.model import UNKNOWN


@pytest.mark.parametrize("name", ["dark_tictactoe", "kuhn_poker", "mastermind", "monty_hall", "peek"])
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_shown_as_certain_is_so(name: str, seed: int) -> None:
    game, source = load(name), random.Random(seed)
    role, state, seen = game.players[0], game.initial_state(), Observation(0)
    insight = Insight(game, role)
    while not state.terminal:
        look = insight.look(seen)
        for known, true in zip(look.view.grids, state.view.grids, strict=True):
            for where, place in known.places.items():
                sure = [piece for piece in place.pieces if piece.certain]
                assert all(piece in true.places[where].pieces for piece in sure)
        for drawn, strip in zip(look.view.strips, state.view.strips, strict=True):
            for slot, real in zip(drawn.slots, strip.slots, strict=True):
                assert all(piece in real.pieces for piece in slot.pieces if piece.certain)
        moves = tuple(source.choice(state.legal(each)) for each in game.roles)
        state = state.play(moves)
        seen = Observation(seen.step + 1, own=moves[role.index], percepts=state.percepts(role), previous=seen)


def test_going_back_forgets_what_came_after() -> None:
    game = load("monty_hall")
    insight = Insight(game, game.role("candidate"))
    start = insight.look(Observation(0))
    state = game.initial_state().play({"random": "(hide 1)", "candidate": "noop"})
    hidden = insight.look(Observation(1, own=None, percepts=state.percepts("candidate")))
    assert hidden.note.startswith("3 states are possible")
    assert any(piece.kind == UNKNOWN for slot in hidden.view.strips[0].slots for piece in slot.pieces)
    assert insight.look(Observation(0)) == start
