"""Beliefs followed in the core: against joint moves tried one by one, and what is done when a sample dies out."""

import random
from collections.abc import Iterator

import pytest

from woodstock import _core
from woodstock.belief.inconsistent import InconsistentObservation
from woodstock.belief.observation import Observation
from woodstock.belief.tracker import Tracker
from woodstock.game import Game, Role, State
from woodstock.games.library import load
from woodstock.gdl import parse_term

MANY = 100_000


def observed(game: Game, role: Role, seed: int, most: int) -> Iterator[tuple[Observation, State]]:
    """What a role is told in a random play, and the state that the play is in."""
    source = random.Random(seed)
    state, entry = game.initial_state(), Observation(0)
    while entry.step < most:
        moves = [source.choice(state.legal(each)) for each in game.roles]
        state = state.successor(moves)
        if state.terminal:
            return
        entry = Observation(
            entry.step + 1, own=moves[role.index], percepts=state.percepts(role), previous=entry
        )
        yield entry, state


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("guess_dice", 3),
        ("peek", 4),
        ("monty_hall", 4),
        ("number_guessing", 4),
        ("kuhn_poker", 4),
        ("dark_tictactoe", 3),
    ],
)
def test_the_core_believes_what_trying_out_every_joint_move_says(name: str, steps: int) -> None:
    game = load(name)
    compared = 0
    for seed in range(3):
        for role in game.players:
            fast, slow = Tracker(game, role), Tracker(game, role, limit=MANY)
            slow.particles = None
            for entry, truth in observed(game, role, seed, steps):
                fast.follow(entry)
                slow.follow(entry)
                assert slow.exact
                assert fast.fits
                assert fast.particles.track.exact
                believed = dict(fast.particles.worlds(MANY).items())
                open_worlds = {state: weight for state, weight in slow.worlds.items() if not state.terminal}
                total = sum(open_worlds.values())
                assert believed == pytest.approx({s: weight / total for s, weight in open_worlds.items()})
                assert truth in believed
                assert set(fast.worlds) <= set(believed)
                compared += 1
    assert compared >= 3


@pytest.mark.parametrize("name", ["kuhn_poker", "dark_tictactoe", "liars_dice_small"])
def test_lines_lead_to_the_states_that_a_search_is_told(name: str) -> None:
    game = load(name)
    stepper = _core.Stepper(game.compiled.circuit)
    for role in game.players:
        tracker = Tracker(game, role)
        for entry, _ in observed(game, role, 5, 4):
            tracker.follow(entry)
            everything = tracker.particles.traced(MANY)
            few = tracker.particles.traced(3)
            assert len(everything) == len(tracker.particles)
            assert len(few) <= 3
            assert {state for state, _, _ in few} <= {state for state, _, _ in everything}
            assert [weight for _, weight, _ in few] == sorted((weight for _, weight, _ in few), reverse=True)
            for state, _, line in everything:
                now = stepper.initial()
                for joint in line:
                    assert all(move in stepper.legal(now, each) for each, move in enumerate(joint))
                    now = stepper.play(now, joint)
                assert now == state
                assert len(line) == entry.step


def test_a_line_that_is_not_known_is_not_told() -> None:
    game = load("dark_tictactoe")
    role = game.players[0]
    tracker = Tracker(game, role)
    for entry, _ in observed(game, role, 5, 4):
        tracker.follow(entry)
        elsewhere = tracker.particles.restarted(tracker.worlds, {}, exact=True)
        assert len(elsewhere.traced(MANY)) == len(tracker.worlds)
        assert not any(line for _, _, line in elsewhere.traced(MANY))


def test_what_cannot_be_seen_is_refused_and_changes_nothing() -> None:
    game = load("number_guessing")
    role = game.players[0]
    for entry, _ in observed(game, role, 1, 2):
        tracker = Tracker(game, role)
        tracker.follow(entry)
        before = dict(tracker.worlds.items())
        for percepts in ((parse_term("nonsense"),), (*(entry.percepts or ()), parse_term("(number 0)"))):
            wrong = Observation(entry.step + 1, own=entry.own, percepts=percepts, previous=entry)
            with pytest.raises(InconsistentObservation, match="cannot have happened"):
                tracker.follow(wrong)
            assert dict(tracker.worlds.items()) == before
            assert tracker.particles is not None
            assert len(tracker.particles)


def test_a_sample_that_dies_out_is_found_again() -> None:
    game = load("number_guessing")
    role = game.players[0]
    died = 0
    for seed in range(12):
        full, small = Tracker(game, role), Tracker(game, role, limit=2, seed=seed)
        for entry, _ in observed(game, role, seed, 4):
            before = small.particles
            full.follow(entry)
            small.follow(entry)
            assert small.fits
            assert set(small.worlds) <= set(full.worlds)
            died += small.particles.began != before.began
            assert small.exact == (len(full.worlds) <= 2 and small.particles.track.exact)
    assert died > 0


def test_a_large_belief_is_exact_in_the_core_and_shown_in_part() -> None:
    game = load("mastermind")
    role = game.players[0]
    tracker = Tracker(game, role, seed=1)
    for entry, _ in observed(game, role, 1, 1):
        tracker.follow(entry)
    assert tracker.particles is not None
    assert tracker.exact == (len(tracker.particles) <= tracker.limit)
    assert len(tracker.worlds) == min(len(tracker.particles), tracker.limit)
