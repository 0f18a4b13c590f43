"""Information-set search where it matters: to learn something, to keep something secret, and to be legal."""

import pytest

import woodstock as ws
from tests.players.native_game import native_search, searched, stepper
from woodstock.arena.match import play_match
from woodstock.arena.seat import Clocks
from woodstock.gdl import parse_term
from woodstock.players import Clock, Observation, builtin

# The hider hides a coin, then plays on or stops for 30; the seeker, who has not seen it, guesses for 100 or 0.
SECRET = """
(role hider) (role seeker)
(side left) (side right)
(init hiding)
(<= (legal hider (hide ?s)) (true hiding) (side ?s))
(<= (legal hider play) (true deciding))
(<= (legal hider stop) (true deciding))
(<= (legal hider noop) (true guessing))
(<= (legal seeker (guess ?s)) (true guessing) (side ?s))
(<= (legal seeker noop) (not (true guessing)))
(<= (next deciding) (true hiding))
(<= (next guessing) (does hider play))
(<= (next (coin ?s)) (does hider (hide ?s)))
(<= (next (coin ?s)) (true (coin ?s)))
(<= (next stopped) (does hider stop))
(<= (next (guessed ?s)) (does seeker (guess ?s)))
(<= (sees ?p played) (role ?p) (does hider play))
(<= over (true (guessed ?s)))
(<= over (true stopped))
(<= terminal over)
(<= right (true (guessed ?s)) (true (coin ?s)))
(<= (goal hider 30) (true stopped))
(<= (goal hider 100) (not (true stopped)) (not right))
(<= (goal hider 0) right)
(<= (goal seeker 70) (true stopped))
(<= (goal seeker 0) (not (true stopped)) (not right))
(<= (goal seeker 100) right)
"""


def decision(game, role, spec, *seen):
    """What a player decides after its own moves, each with what it saw then."""
    entry = Observation(0)
    for step, (own, *percepts) in enumerate(seen, 1):
        terms = tuple(map(parse_term, percepts))
        entry = Observation(step, own=ws.Move.parse(own), percepts=terms, previous=entry)
    player = builtin().build(spec)
    player.start(game, game.role(role), Clock())
    found = player.play(entry, Clock())
    player.stop(None)
    return found


def test_knowing_is_worth_its_price():
    found = decision(ws.load("peek"), "guesser", "ismcts:simulations=20000", ("noop",))
    assert str(found.move) == "peek"
    assert found.values[ws.load("peek").role("guesser")] == pytest.approx(90, abs=2)
    assert not found.proven


@pytest.mark.parametrize(
    ("spec", "move"),
    [("ismcts", "play"), ("cfr", "play"), ("mac-ucb", "play"), ("mac-ucb:hidden=average", "stop")],
)
def test_a_secret_is_worth_something_to_those_who_can_keep_it(spec, move):
    game = ws.loads(SECRET)
    separator = "," if ":" in spec else ":"
    found = decision(game, "hider", f"{spec}{separator}simulations=40000", ("(hide left)",))
    assert str(found.move) == move


@pytest.mark.parametrize("spec", ["ismcts", "cfr"])
def test_what_nobody_can_know_is_a_matter_of_chance(spec):
    game = ws.loads(SECRET)
    found = decision(game, "seeker", f"{spec}:simulations=20000", ("noop",), ("noop", "played"))
    assert found.values[game.role("seeker")] == pytest.approx(50, abs=6)


def test_kings_call_and_jacks_fold():
    game = ws.load("kuhn_poker")
    for card, answer in (("king", "bet"), ("jack", "pass")):
        seen = (("noop", f"(card {card})"), ("noop", "(said first bet)"))
        assert str(decision(game, "second", "ismcts:simulations=20000", *seen).move) == answer


@pytest.mark.parametrize("spec", ["mac-ucb", "woodstock"])
def test_who_plays_says_what_suits_the_game(spec):
    found = decision(ws.load("kuhn_poker"), "first", f"{spec}:simulations=500", ("noop", "(card king)"))
    assert found.note.startswith("ismcts")
    assert "private" in found.note


def test_moves_at_the_same_time_are_chosen_apart():
    report = searched(native_search("ismcts", "matching_pennies"), stepper("matching_pennies").initial())
    assert report.values[0] == pytest.approx(50, abs=15)


@pytest.mark.parametrize("threads", [1, 2])
def test_same_seed_same_decision(threads):
    def outcome(seed):
        spec = f"ismcts:simulations=3000,seed={seed},threads={threads}"
        found = decision(ws.load("dark_tictactoe"), "oplayer", spec, ("noop", "(turn oplayer)"))
        return [(str(each.move), each.value, each.samples) for each in found.alternatives]

    assert outcome(1) == outcome(1)
    assert outcome(1) != outcome(2)


@pytest.mark.parametrize("game", ["dark_tictactoe", "kuhn_poker", "liars_dice_small", "mastermind"])
def test_matches_without_a_fault(game):
    game = ws.load(game)
    specs = [f"ismcts:simulations=300,seed={seed}" for seed in range(len(game.players))]
    record = play_match(game, specs, clocks=Clocks(10.0, 10.0), seed=3)
    assert record.is_completed
    assert not any(error for errors in record.errors for error in errors)
