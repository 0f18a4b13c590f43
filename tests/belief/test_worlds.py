"""Beliefs: the probabilities of hidden states, and what players make of them."""

import random
from collections import Counter

import pytest

from woodstock import load
from woodstock.belief.worlds import Worlds
from woodstock.clock import Clock
from woodstock.game import Game, Move
from woodstock.gdl import parse_kif
from woodstock.players import Observation, Tracker, builtin

URN = """
(role guesser) (role helper) (role random) (init (phase draw))
(ball 1 red) (ball 2 red) (ball 3 red) (ball 4 blue)
(after draw help) (after help guess) (after guess over)
(<= (legal random (draw ?b)) (true (phase draw)) (ball ?b ?c))
(<= (legal random noop) (not (true (phase draw))))
(<= (legal helper (say something)) (true (phase help)))
(<= (legal helper (say nothing)) (true (phase help)) (true (drawn red)))
(<= (legal helper noop) (not (true (phase help))))
(<= (legal guesser (guess red)) (true (phase guess)))
(<= (legal guesser (guess blue)) (true (phase guess)))
(<= (legal guesser noop) (not (true (phase guess))))
(<= (next (phase ?q)) (true (phase ?p)) (after ?p ?q))
(<= (next (drawn ?c)) (does random (draw ?b)) (ball ?b ?c))
(<= (next (drawn ?c)) (true (drawn ?c)))
(<= (next (right)) (does guesser (guess ?c)) (true (drawn ?c)))
(<= (sees guesser ?word) (does helper (say ?word)))
(<= terminal (true (phase over)))
(<= (goal guesser 100) (true right)) (<= (goal guesser 0) (not (true right)))
(goal helper 0)
"""
"""Three of four balls are red; who drew a red one may stay silent."""


def seen(*entries):
    """Observations of own moves and percepts, one after the other."""
    observation = Observation(0)
    for own, *percepts in entries:
        terms = tuple(Move.parse(percept).term for percept in percepts)
        observation = Observation(
            observation.step + 1, own=Move.parse(own), percepts=terms, previous=observation
        )
    return observation


def beliefs(tracker, name):
    """The probability of each fluent of that name."""
    found = Counter()
    for state, weight in tracker.worlds.items():
        for fluent in state.fluents:
            if str(fluent).startswith(f"({name} "):
                found[str(fluent)] += weight
    return dict(found)


def test_ways_that_lead_to_one_state_add_up():
    game = Game(parse_kif(URN))
    tracker = Tracker(game, game.role("guesser"))
    tracker.follow(seen(("noop",)))
    assert beliefs(tracker, "drawn") == pytest.approx({"(drawn red)": 3 / 4, "(drawn blue)": 1 / 4})
    assert len(tracker.worlds) == 2


def test_what_others_could_have_done_instead_counts():
    game = Game(parse_kif(URN))
    tracker = Tracker(game, game.role("guesser"))
    tracker.follow(seen(("noop",), ("noop", "something")))
    # From red it is said half of the time, from blue always: 3/8 to 1/4.
    assert beliefs(tracker, "drawn") == pytest.approx({"(drawn red)": 3 / 5, "(drawn blue)": 2 / 5})


@pytest.mark.parametrize("door", [2, 3])
def test_monty_hall(door):
    game = load("monty_hall")
    tracker = Tracker(game, game.role("candidate"))
    tracker.follow(seen(("noop",), ("(choose 1)",), ("noop", f"(opened {door})")))
    other = 5 - door
    assert beliefs(tracker, "car") == pytest.approx({"(car 1)": 1 / 3, f"(car {other})": 2 / 3})


@pytest.mark.parametrize("spec", ["mac-ucb", "uct", "lookahead"])
def test_switching_wins_two_times_in_three(spec):
    game = load("monty_hall")
    ours = builtin().build(spec, seed=1)
    ours.start(game, game.role("candidate"), Clock.after(2, simulations=2000))
    observation = seen(("noop",), ("(choose 1)",), ("noop", "(opened 2)"))
    decision = ours.play(observation, Clock.after(2, simulations=2000))
    ours.stop(None)
    assert str(decision.move) == "switch"
    assert decision.values[game.role("candidate")] == pytest.approx(
        200 / 3, abs=4 if spec == "lookahead" else 0.1
    )
    assert decision.proven == (spec != "lookahead")  # which knows states, and no beliefs
    assert all(entry.proven == decision.proven for entry in decision.alternatives)
    assert decision.line == ()


def test_the_likelier_colour_is_guessed():
    game = Game(parse_kif(URN))
    ours = builtin().build("mac-ucb:hidden=average", seed=1)
    ours.start(game, game.role("guesser"), Clock.after(2, simulations=500))
    decision = ours.play(seen(("noop",), ("noop", "something")), Clock.after(2, simulations=500))
    ours.stop(None)
    assert str(decision.move) == "(guess red)"
    assert decision.values[game.role("guesser")] == pytest.approx(60, abs=0.1)


@pytest.mark.parametrize("name", ["monty_hall", "urn"])
def test_beliefs_are_the_frequencies_of_random_play(name):
    """Independent of the tracker: play at random, keep the plays that look the same, count the states."""
    game = Game(parse_kif(URN)) if name == "urn" else load(name)
    role = game.players[0]
    source = random.Random(3)
    counts = {}
    for _ in range(3000):
        state, looks, steps = game.initial_state(), [], 0
        while steps < 3 and not state.terminal:
            moves = [source.choice(state.legal(each)) for each in game.roles]
            state = state.play(moves)
            looks.append((str(moves[role.index]), *map(str, state.percepts(role))))
            steps += 1
            if not state.terminal:
                counts.setdefault(tuple(looks), Counter())[state] += 1
    for looks, found in counts.items():
        tracker = Tracker(game, role)
        tracker.follow(seen(*looks))
        total = sum(found.values())
        assert set(tracker.worlds) >= set(found)
        for state, weight in tracker.worlds.items():
            assert weight == pytest.approx(found[state] / total, abs=4 * (0.25 / total) ** 0.5)


def test_a_sample_stands_for_all():
    worlds = Worlds.of({"often": 6.0, "now and then": 3.0, "once": 1.0})
    assert worlds.likeliest == "often"
    assert worlds.weights == pytest.approx((0.6, 0.3, 0.1))
    source = random.Random(1)
    drawn = Counter()
    for _ in range(4000):
        for state, weight in worlds.draw(2, source).items():
            drawn[state] += weight / 4000
    assert drawn["often"] == pytest.approx(0.6, abs=0.03)
    assert drawn["once"] == pytest.approx(0.1, abs=0.03)
    assert worlds.draw(3, source) is worlds
