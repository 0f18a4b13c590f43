"""What looks like the percepts is tried first, so that little time suffices where there are very many moves."""

from woodstock.game import Game, Move
from woodstock.gdl import parse_kif, parse_term
from woodstock.players import Observation, Tracker
from woodstock.players.likeness import Likeness

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
