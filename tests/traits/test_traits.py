"""What kind of game it is: bundled games by what everybody knows of them, public ones by their descriptions."""

import itertools

import pytest

import woodstock as ws
from tests.shared import shared
from woodstock import _core
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


def test_own_moves_are_known() -> None:
    """Both are told only whether they guessed alike, which tells each the other's guess."""
    alike = """(<= (sees ?r alike) (guesses ?r) (does a (guess ?d)) (does b (guess ?d)))
    (<= (sees ?r apart) (guesses ?r) (does a (guess ?d)) (does b (guess ?e)) (distinct ?d ?e))"""
    told = traits_of(TWO_DOORS + alike)
    assert (told.moves.value, told.moves.evidence) == ("players", Evidence.PROVEN)
    assert told.information.value == "shared"


def test_a_single_player_without_chance_knows_the_state() -> None:
    rules = """(role a) (init (at 1)) (<= (legal a ?m) (move ?m)) (move stay) (move go)
    (<= (next (at 1)) (does a stay) (true (at 1))) (<= (next (at 2)) (does a go)) (<= (sees a here) (true (at 1)))
    (<= terminal (true (at 2))) (<= (goal a 100) (true (at 2))) (<= (goal a 0) (true (at 1)))"""
    assert traits_of(rules).information.value == "perfect"


def untold_roles(circuit: _core.Circuit) -> set[int]:
    """Roles whose moves differ between reachable steps that look the same to a player who did the same."""
    stepper = _core.Stepper(circuit)
    roles = range(circuit.role_count)
    untold: set[int] = set()
    first: dict[tuple[object, ...], tuple[int, ...]] = {}
    waiting, known = [stepper.initial()], {stepper.initial()}
    while waiting:
        state = waiting.pop()
        if stepper.terminal(state):
            continue
        for moves in itertools.product(*(stepper.legal(state, role) for role in roles)):
            seen = stepper.percepts(state, list(moves))
            for player in set(roles) - {circuit.chance_role}:
                look = (player, moves[player], frozenset(what for role, what in seen if role == player))
                before = first.setdefault(look, moves)
                untold |= {role for role in roles if moves[role] != before[role]}
            after = stepper.play(state, list(moves))
            if after not in known:
                known.add(after)
                waiting.append(after)
    return untold


@pytest.mark.parametrize(
    "name", ["guess_dice", "peek", "monty_hall", "kuhn_poker", "liars_dice_small", "mastermind", "war"]
)
def test_told_moves_are_those_of_brute_force(name: str) -> None:
    game = ws.load(name)
    untold = untold_roles(game.compiled.circuit)
    expected = (
        "all" if not untold else "players" if untold == {game.compiled.circuit.chance_role} else "hidden"
    )
    assert game.traits.moves.value == expected


def test_what_players_know_is_not_said_to_be_proven_where_it_is_not() -> None:
    traits = find_traits(
        compile_rules(parse_kif(TWO_DOORS + "(<= (sees ?r (did a ?m)) (guesses ?r) (does a ?m))"))
    )
    assert (traits.information.value, traits.information.evidence) == ("private", Evidence.PLAY)
    assert "private information (taken for it" in str(traits)


def test_no_time_is_no_proof() -> None:
    traits = find_traits(compile_rules(parse_kif(TWO_DOORS + "(sees a nothing)")), seconds=0.0)
    assert traits.turns.evidence in (Evidence.PLAY, Evidence.SEEN)
    assert traits.information.value == "private"


@pytest.mark.parametrize(
    ("name", "information"), [("backgammon", "perfect"), ("kriegttt_5x5", "private"), ("meier", "private")]
)
def test_public_games(name: str, information: str) -> None:
    assert ws.load(shared("games", f"{name}.kif")).information.value == information
