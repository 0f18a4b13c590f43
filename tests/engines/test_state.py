import copy
import pickle

import pytest

from woodstock._core import State


@pytest.mark.parametrize("count", [1, 64, 70, 300])
def test_states_are_values(count):
    fluents = list(range(0, count, 3))
    state = State(count, fluents)
    assert state.fluents() == fluents
    assert [f for f in range(count) if state.holds(f)] == fluents
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert copy.copy(state) == state
    assert hash(again) == hash(state)
    assert again.hash == state.hash
    assert State.of_words(count, state.words) == state
    assert {state: "seen"}[again] == "seen"
    assert state != State(count, fluents[1:])
    assert state != "state"
    assert state != None  # noqa: E711
    assert str(State(5, [1, 4])) == "State(5, [1, 4])"


def test_zobrist_hash_is_a_homomorphism():
    def word(fluent):
        return State(200, [fluent]).hash

    assert State(200, [3, 77, 150]).hash == word(3) ^ word(77) ^ word(150)
    assert len({word(f) for f in range(200)}) == 200


def test_fluents_out_of_range_are_refused():
    with pytest.raises(IndexError, match="fluent 5 of a game with 5 fluents"):
        State(5, [5])
    with pytest.raises(IndexError):
        State(5, [1]).holds(5)
    with pytest.raises(ValueError, match="beyond 5 fluents"):
        State.of_words(5, [1 << 5])
