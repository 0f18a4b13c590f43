import pytest

from tests.players.fake import LEFT, NOOP, RIGHT, FakeMove, Guess, Nim, percept
from woodstock.clock import Clock
from woodstock.players import InconsistentObservation, Observation, Tracker


def take(n):
    return FakeMove(f"(take {n})")


def test_complete_information_is_one_state():
    tracker = Tracker(Nim(7), LEFT)
    first = Observation(1, (take(2), NOOP), previous=Observation(0))
    tracker.follow(Observation(2, (NOOP, take(1)), previous=first))
    assert tracker.state.heap == 4
    assert len(tracker.worlds) == 1
    assert tracker.legal() == (take(1), take(2))


def test_following_twice_changes_nothing():
    tracker = Tracker(Nim(7), LEFT)
    observation = Observation(1, (take(2), NOOP))
    tracker.follow(observation)
    tracker.follow(observation)
    assert tracker.state.heap == 5


def test_an_impossible_step_is_refused_and_leaves_the_state():
    tracker = Tracker(Nim(7), LEFT)
    with pytest.raises(InconsistentObservation, match=r"step 1: moves \(noop \(take 1\)\)"):
        tracker.follow(Observation(1, (NOOP, take(1))))
    assert tracker.state.heap == 7


def guessing(*answers):
    """Left's observations: the hidden number, then guesses with what was told."""
    entry = Observation(1, own=NOOP, percepts=(), previous=Observation(0))
    for guess, told in answers:
        entry = Observation(
            entry.step + 1, own=FakeMove(f"(guess {guess})"), percepts=(percept(told),), previous=entry
        )
    return entry


def test_percepts_narrow_the_possible_states():
    tracker = Tracker(Guess(), LEFT)
    tracker.follow(guessing())
    assert {world.secret for world in tracker.worlds} == set(range(10))
    tracker.follow(guessing((5, "less"), (3, "notless")))
    assert {world.secret for world in tracker.worlds} == {3, 4}
    with pytest.raises(InconsistentObservation):
        tracker.follow(guessing((5, "less"), (3, "notless"), (3, "less")))


def test_a_sample_that_dies_out_is_found_again_from_the_history():
    for seed in range(8):
        tracker = Tracker(Guess(), LEFT, limit=2, seed=seed)
        tracker.follow(guessing())
        assert len(tracker.worlds) == 2
        tracker.follow(guessing((5, "less"), (3, "notless"), (4, "notless")))
        assert {world.secret for world in tracker.worlds} == {4}


def test_the_other_role_sees_nothing_but_its_own_move():
    tracker = Tracker(Guess(), RIGHT)
    tracker.follow(Observation(1, own=FakeMove("(hide 4)"), percepts=()))
    assert [world.secret for world in tracker.worlds] == [4]


def test_moves_that_are_told_are_followed_even_when_no_time_is_left():
    tracker = Tracker(Nim(7), LEFT)
    tracker.follow(Observation(1, (take(2), NOOP), previous=Observation(0)), Clock.after(0.0))
    assert tracker.state.heap == 5
    assert tracker.exact
    assert tracker.fits


def test_without_time_a_hidden_step_is_guessed_and_found_later():
    tracker = Tracker(Guess(), LEFT, limit=2)
    tracker.follow(guessing(), Clock.after(0.0))
    tracker.follow(guessing((5, "less")), Clock.after(0.0))
    tracker.follow(guessing((5, "less"), (3, "notless"), (4, "notless")))
    assert {world.secret for world in tracker.worlds} == {4}
    assert tracker.fits
