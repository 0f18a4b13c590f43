"""What kind of game it is: bundled games by what everybody knows of them, public ones by their descriptions."""

import pytest

import woodstock as ws
from tests.shared import shared
from woodstock.compile.compiled import compile_rules
from woodstock.gdl import parse_kif
from woodstock.traits.evidence import Evidence
from woodstock.traits.traits import Traits, find_traits

TWO_DOORS = """
(role a) (role b) (role random) (door left) (door right)
(init (step 1)) (succ 1 2) (succ 2 3)
(<= (legal random (open ?d)) (true (step 1)) (door ?d))
(<= (legal random noop) (not (true (step 1))))
(<= (legal ?r (guess ?d)) (guesses ?r) (true (step 2)) (door ?d))
(<= (legal ?r noop) (guesses ?r) (not (true (step 2))))
(guesses a) (guesses b)
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= (next (opened ?d)) (does random (open ?d)))
(<= (next (opened ?d)) (true (opened ?d)))
(<= (next (guess ?r ?d)) (does ?r (guess ?d)))
(<= terminal (true (step 3)))
(<= (goal ?r 100) (guesses ?r) (true (opened ?d)) (true (guess ?r ?d)))
(<= (goal ?r 0) (guesses ?r) (not (right ?r)))
(<= (right ?r) (true (opened ?d)) (true (guess ?r ?d)))
"""


def traits_of(text: str) -> Traits:
    return find_traits(compile_rules(parse_kif(text)))


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("nim", "2 players, turns, constant sum, perfect information"),
        ("matching_pennies", "2 players, simultaneous, constant sum, perfect information"),
        (
            "cooperative_pennies",
            "2 players, simultaneous, cooperative, chance oblivious, perfect information",
        ),
        ("orchard", "one player, chance oblivious, perfect information"),
        ("monty_hall", "one player, chance influenced by players, shared information"),
        ("eight_puzzle", "one player, perfect information"),
    ],
)
def test_bundled_games(name: str, line: str) -> None:
    assert str(ws.load(name).traits) == line


def test_what_is_not_proven_says_so() -> None:
    traits = ws.load("tictactoe").traits
    assert traits.turns.evidence is Evidence.PROVEN
    # Both could have a line in states that play never reaches.
    assert traits.payoffs.evidence is Evidence.PLAY
    assert "not refuted in" in str(traits.payoffs)


def test_everybody_sees_the_move_of_chance() -> None:
    seen = traits_of(TWO_DOORS + "(<= (sees ?r (opened ?d)) (guesses ?r) (does random (open ?d)))")
    # The guesses are not seen, but each player's own guess is all that it still may not know of the end.
    assert seen.information.value == "private"
    told = traits_of(
        TWO_DOORS
        + "(<= (sees ?r (opened ?d)) (guesses ?r) (does random (open ?d)))"
        + "(<= (sees ?r (did ?q ?m)) (guesses ?r) (guesses ?q) (does ?q ?m))"
    )
    assert (told.information.value, told.information.evidence) == ("perfect", Evidence.PROVEN)


def test_shared_information_needs_everybodys_moves() -> None:
    moves = "(<= (sees ?r (did ?q ?m)) (guesses ?r) (guesses ?q) (does ?q ?m))"
    shared = traits_of(TWO_DOORS + moves)
    assert (shared.information.value, shared.information.evidence) == ("shared", Evidence.PROVEN)
    one_sees_more = traits_of(TWO_DOORS + moves + "(<= (sees a (opened ?d)) (does random (open ?d)))")
    assert (one_sees_more.information.value, one_sees_more.information.evidence) == ("private", Evidence.SEEN)


def test_no_time_is_no_proof() -> None:
    traits = find_traits(compile_rules(parse_kif(TWO_DOORS + "(sees a nothing)")), seconds=0.0)
    assert traits.turns.evidence in (Evidence.PLAY, Evidence.SEEN)
    assert traits.information.value == "private"


@pytest.mark.parametrize(
    ("name", "information"), [("backgammon", "shared"), ("kriegttt_5x5", "private"), ("meier", "private")]
)
def test_public_games(name: str, information: str) -> None:
    assert ws.load(shared("games", f"{name}.kif")).information.value == information
