import time
from collections import Counter

from tests.players.fake import LEFT, NOOP, RIGHT, FakeMove, Guess, Nim, NimState
from woodstock.players import Clock, Observation
from woodstock.players.simple import FirstLegalPlayer, LookaheadPlayer, RandomPlayer


def started(player, game, role=LEFT):
    player.start(game, role, Clock.after(1.0))
    return player


def test_random_is_uniform_and_repeatable():
    moves = [started(RandomPlayer(seed), Nim(5)).play(Observation(0), Clock()).move for seed in range(400)]
    again = [started(RandomPlayer(seed), Nim(5)).play(Observation(0), Clock()).move for seed in range(400)]
    assert moves == again
    assert all(150 < count < 250 for count in Counter(moves).values())


def test_first_legal_is_the_alphabetically_first():
    player = started(FirstLegalPlayer(), Nim(5))
    assert str(player.play(Observation(0), Clock()).move) == "(take 1)"


def test_lookahead_takes_the_win_and_explains_it():
    player = started(LookaheadPlayer(), Nim(2))
    decision = player.play(Observation(0), Clock.after(None, simulations=50))
    assert str(decision.move) == "(take 2)"
    assert decision.samples == 50
    assert decision.values[LEFT] == 100.0
    assert {str(entry.move): entry.value for entry in decision.alternatives} == {
        "(take 1)": 0.0,
        "(take 2)": 100.0,
    }


def test_lookahead_uses_its_clock_and_keeps_it():
    clock = Clock.after(0.3)
    decision = started(LookaheadPlayer(), Nim(500)).play(Observation(0), clock)
    assert decision.samples > 0
    assert 0.0 <= clock.remaining() < 0.3


def test_lookahead_begins_no_step_that_takes_longer_than_what_is_left(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    class SlowState(NimState):
        def play(self, moves):
            now[0] += 0.1
            after = super().play(moves)
            return SlowState(after.heap, after.turn)

    class Slow(Nim):
        def initial_state(self):
            return SlowState(self.heap)

    clock = Clock.after(0.55)
    started(LookaheadPlayer(), Slow(500)).play(Observation(0), clock)
    assert not clock.expired


def test_lookahead_with_no_time_at_all_still_plays_a_legal_move():
    decision = started(LookaheadPlayer(), Nim(9)).play(Observation(0), Clock.after(0.0))
    assert decision.move in Nim(9).initial_state().legal(LEFT)


def test_incomplete_information():
    player = started(RandomPlayer(1), Guess(), RIGHT)
    hidden = player.play(Observation(0), Clock()).move
    assert str(hidden).startswith("(hide")
    assert player.play(Observation(1, own=hidden, percepts=()), Clock()).move == NOOP


def test_a_move_replaced_by_the_manager_is_followed():
    player = started(FirstLegalPlayer(), Nim(3))
    player.play(Observation(0), Clock())
    last = Observation(2, (NOOP, FakeMove("(take 1)")), previous=Observation(1, (FakeMove("(take 1)"), NOOP)))
    assert str(player.play(last, Clock()).move) == "(take 1)"
