"""Hidden moves of long ago that turn out to be wrong are put right, without starting all over."""

from itertools import pairwise, permutations

from woodstock.belief.trial import difference
from woodstock.game import Game, Move
from woodstock.gdl import parse_kif, parse_term
from woodstock.players import Observation, Tracker

SLOTS, PIECES = range(5), "vwxyz"

PLACING = f"""
(role me) (role other) (init (step 0))
{" ".join(f"(piece {piece})" for piece in PIECES)}
{" ".join(f"(after {one} {other})" for one, other in pairwise(range(11)))}
{" ".join(f"(placing {slot}) (revealing {slot + 5} {slot})" for slot in SLOTS)}
(legal me noop)
(<= placed_now (true (step ?n)) (placing ?n))
(<= (used ?p) (true (at ?n ?p)))
(<= (legal other (place ?p)) placed_now (piece ?p) (not (used ?p)))
(<= (legal other noop) (not placed_now))
(<= (next (at ?n ?p)) (true (at ?n ?p)))
(<= (next (at ?n ?p)) (true (step ?n)) (does other (place ?p)))
(<= (next (step ?m)) (true (step ?n)) (after ?n ?m))
(<= (sees me (shown ?slot ?p)) (true (step ?n)) (revealing ?n ?slot) (true (at ?slot ?p)))
(<= terminal (true (step 10)))
(goal me 50) (goal other 50)
"""


def test_few_states_are_enough_to_follow_pieces_placed_unseen():
    game = Game(parse_kif(PLACING))
    noop = Move.parse("noop")
    for seed, order in enumerate(list(permutations(PIECES))[7::40]):
        tracker = Tracker(game, game.role("me"), seed=seed, limit=3)
        entry = Observation(0)
        for step in range(10):
            seen = (parse_term(f"(shown {step - 5} {order[step - 5]})"),) if step >= 5 else ()
            entry = Observation(step + 1, own=noop, percepts=seen, previous=entry)
            tracker.follow(entry)
            assert tracker.fits
            assert not any(difference(world, tracker.role, entry) for world in tracker.worlds)
        for slot, piece in zip(SLOTS, order):
            assert parse_term(f"(at {slot} {piece})") in tracker.state.fluents
