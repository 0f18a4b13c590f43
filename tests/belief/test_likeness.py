"""What looks like the percepts is tried first, so that little time suffices where there are very many moves."""

import random

from woodstock.belief.likeness import Likeness
from woodstock.belief.trial import difference
from woodstock.game import Game, Move
from woodstock.gdl import parse_kif, parse_term
from woodstock.players import Observation, Tracker

DEAL = """
(role player) (role random) (init (phase deal))
(card 1) (card 2) (card 3) (card 4) (card 5) (card 6) (card 7) (card 8) (card 9)
(<= (legal random (deal ?a ?b ?c ?d)) (true (phase deal)) (card ?a) (card ?b) (card ?c) (card ?d))
(<= (legal random noop) (true (phase show)))
(<= (legal player noop) (true (phase deal)))
(<= (legal player (show ?a)) (true (hand ?a)))
(<= (next (hand ?a)) (does random (deal ?a ?b ?c ?d)))
(<= (next (phase show)) (true (phase deal)))
(<= (sees player (cards ?a ?b ?c ?d)) (does random (deal ?a ?b ?c ?d)))
(<= terminal (true (phase over)))
(goal player 0)
"""
"""6,561 deals, and only the one that was seen allows the right move."""


def test_one_of_thousands_of_deals_is_found_with_few_tries():
    game = Game(parse_kif(DEAL))
    for seed in range(5):
        tracker = Tracker(game, game.role("player"), seed=seed, limit=1)
        seen = (parse_term("(cards 7 3 9 2)"),)
        tracker.follow(Observation(1, own=Move.parse("noop"), percepts=seen))
        assert [str(move) for move in tracker.legal()] == ["(show 7)"]


def test_order_counts_and_nothing_seen_is_like_nothing():
    seen = Likeness([parse_term("(hand 1 2)"), parse_term("noise")])
    assert (
        seen.of(parse_term("(deal 1 2)"))
        > seen.of(parse_term("(deal 2 1)"))
        > seen.of(parse_term("(deal 3 4)"))
    )
    assert not Likeness([])


def test_the_most_alike_come_first_and_equals_in_random_order():
    seen = Likeness([parse_term("(hand 1 2)")])
    terms = [parse_term(f"(deal {a} {b})") for a in (1, 2, 3) for b in (1, 2, 3)]
    firsts = [seen.first(terms, 4, random.Random(seed)) for seed in range(20)]
    assert all(terms[places[0]] == parse_term("(deal 1 2)") for places in firsts)
    counts = [[seen.of(terms[place]) for place in places] for places in firsts]
    assert all(each == sorted(each, reverse=True) for each in counts)
    assert len(set(map(tuple, firsts))) > 1
    assert sorted(seen.first(terms, 9, random.Random(0))) == list(range(9))


CODED = DEAL.replace("(sees player (cards ?a ?b ?c ?d))", "(sees player (code ?s)) (code ?a ?s)") + "".join(
    f"(code {n} x{n * n % 11})" for n in range(1, 10)
)
"""What is seen is a code of the first card."""


def test_percepts_unlike_any_move_are_solved_for_on_the_reference():
    game = Game(parse_kif(CODED), engine="reference")
    tracker = Tracker(game, game.role("player"), limit=1)
    tracker.follow(Observation(1, own=Move.parse("noop"), percepts=(parse_term("(code x5)"),)))
    assert [str(move) for move in tracker.legal()] in (["(show 4)"], ["(show 7)"])


def test_what_turns_out_impossible_is_put_right_from_the_last_steps():
    """The other one is dealt a card unseen and then shows it: the deal is drawn again, not the whole match."""
    game = Game(parse_kif(SHOWN), engine="reference")
    for seed in range(2):
        tracker = Tracker(game, game.role("player"), seed=seed, limit=2)
        entry = Observation(0)
        noop = Move.parse("noop")
        for round in range(4):
            entry = Observation(entry.step + 1, own=noop, percepts=(), previous=entry)
            shown = (parse_term(f"(shown {1 + round * 7 % 9})"),)
            entry = Observation(entry.step + 1, own=noop, percepts=shown, previous=entry)
        tracker.follow(entry)
        assert all(parse_term("(round 5)") in world.fluents for world in tracker.worlds)
        assert all(not difference(world, tracker.role, entry) for world in tracker.worlds)


SHOWN = """
(role player) (role other) (role random) (init (round 1)) (init dealing)
(card 1) (card 2) (card 3) (card 4) (card 5) (card 6) (card 7) (card 8) (card 9)
(<= (legal random (deal ?a)) (true dealing) (card ?a))
(<= (legal random noop) (not (true dealing)))
(legal player noop)
(<= (legal other noop) (true dealing))
(<= (legal other (show ?a)) (true (hand ?a)))
(<= (next (hand ?a)) (does random (deal ?a)))
(<= (next dealing) (not (true dealing)))
(<= (next (round ?n)) (true (round ?n)) (true dealing))
(<= (next (round ?m)) (true (round ?n)) (not (true dealing)) (after ?n ?m))
(after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 6) (after 6 7)
(<= (sees player (shown ?a)) (does other (show ?a)))
(<= terminal (true (round 8)))
(goal player 0) (goal other 0)
"""
