"""Which games fall into boards, and that a board played alone is what the whole game shows of it."""

import random

import pytest

from tests.factoring.heaps import two_heaps
from tests.factoring.side_by_side import side_by_side
from tests.shared import loaded, rules_of
from woodstock import _core
from woodstock.factoring import find_factors
from woodstock.factoring.factors import Factors
from woodstock.game import Game
from woodstock.gdl import parse_kif

SWITCHES = """
(role r) (init (off a)) (init (off b)) (init (step 1)) (succ 1 2) (succ 2 3) (succ 3 4)
(act flip) (act keep)
(<= (legal r (do ?x ?y)) (act ?x) (act ?y))
(<= (acts a ?x) (does r (do ?x ?y)))
(<= (acts b ?y) (does r (do ?x ?y)))
(<= (next (on ?s)) (acts ?s flip) (true (off ?s)))
(<= (next (off ?s)) (acts ?s flip) (true (on ?s)))
(<= (next (on ?s)) (acts ?s keep) (true (on ?s)))
(<= (next (off ?s)) (acts ?s keep) (true (off ?s)))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= terminal (true (step 4)))
(<= (goal r 100) (true (on a)) (true (on b)))
(<= (goal r 0) (true (off a)))
(<= (goal r 0) (true (off b)))
"""


def game_of(text: str) -> Game:
    return Game(parse_kif(text))


def factors_of(game: Game) -> Factors:
    return find_factors(game.compiled.circuit)


def two_of(name: str) -> Game:
    game = loaded(name)
    first, second = (role.name for role in game.roles)
    return game_of(side_by_side(game.rulesheet, (first, second)))


@pytest.mark.parametrize("name", ["tictactoe", "connect_four", "breakthrough"])
def test_two_games_side_by_side_are_two_boards(name: str) -> None:
    factors = factors_of(two_of(name))
    whole = loaded(name).compiled
    clocks = len(_core.clock_fluents(whole.circuit))
    assert [len(board.fluents) for board in factors.boards] == [len(whole.fluents) - clocks] * 2
    assert factors.obstacle == ""


@pytest.mark.parametrize("name", ["tictactoe", "nim", "connect_four", "eight_puzzle"])
def test_a_game_of_one_board_stays_whole(name: str) -> None:
    factors = factors_of(loaded(name))
    assert len(factors.boards) == 1
    assert factors.obstacle == "there is one board"
    assert factors.subgames == ()


def test_a_move_that_says_what_is_done_on_each_board_is_taken_apart() -> None:
    compiled = game_of(SWITCHES).compiled
    factors = find_factors(compiled.circuit)
    assert [{str(compiled.fluents[each]) for each in board.fluents} for board in factors.boards] == [
        {"(off a)", "(on a)"},
        {"(off b)", "(on b)"},
    ]
    assert [len(board.classes(0, 0b1111)) for board in factors.boards] == [2, 2]


@pytest.mark.parametrize(
    "coupling",
    [
        "(<= (next (on a)) (true (on b)))",  # what is on one board changes the other
        "(<= (legal r stop) (true (on a)) (true (on b)))",  # a move that needs both
        "(legal r stop)",  # a move that no pair of what is done on each is
    ],
)
def test_boards_that_have_to_do_with_each_other_are_one(coupling: str) -> None:
    assert len(factors_of(game_of(SWITCHES + coupling)).boards) == 1


def test_boards_on_which_one_role_plays_alone_are_searched_together() -> None:
    """Each has a coin of its own to lay down: two boards, and how they go together is all that counts."""
    factors = factors_of(loaded("matching_pennies"))
    assert len(factors.boards) == 2
    assert factors.obstacle == "a board is one role's alone"


def test_goals_that_need_several_boards_are_no_matter_of_one() -> None:
    both = two_heaps(3, 4).replace("(<= terminal (gone ?s))", "(<= terminal (gone left) (gone right))")
    factors = factors_of(game_of(both))
    assert len(factors.boards) == 2
    assert factors.obstacle == "a board that ends does not settle the goals"


@pytest.mark.parametrize("name", ["two heaps", "tictactoe", "connect_four"])
def test_a_board_alone_does_what_it_does_in_the_whole_game(name: str) -> None:
    compiled = (game_of(two_heaps(7, 9)) if name == "two heaps" else two_of(name)).compiled
    subgames = find_factors(compiled.circuit).subgames
    assert len(subgames) == 2
    whole = _core.Stepper(compiled.circuit)
    alone = [_core.Stepper(each.circuit) for each in subgames]
    source = random.Random(1)
    settled = 0
    for _ in range(30):
        state = compiled.state(frozenset(f for f, b in zip(compiled.fluents, compiled.circuit.initial) if b))
        while not whole.terminal(state):
            legal = [whole.legal(state, role) for role in range(2)]
            joint = [source.choice(moves) for moves in legal]
            after = whole.play(state, joint)
            for subgame, stepper in zip(subgames, alone):
                here, stands = subgame.project(state), subgame.representative
                assert not stepper.terminal(here)
                for role in range(2):
                    assert set(stepper.legal(here, role)) == {stands[role][move] for move in legal[role]}
                moved = [stands[role][move] for role, move in enumerate(joint)]
                assert stepper.play(here, moved) == subgame.project(after)
            state = after
        ended = [number for number in (0, 1) if alone[number].terminal(subgames[number].project(state))]
        assert ended
        if len(ended) == 1:
            here, stepper = subgames[ended[0]].project(state), alone[ended[0]]
            goals = [stepper.goal(here, role) for role in range(2)]
            assert goals == [whole.goal(state, role) for role in range(2)]
            settled += 1
    assert settled > 0


@pytest.mark.parametrize(
    ("name", "count", "apart"),
    [
        ("connect_four_simultaneous", 2, True),
        ("joint_connect_four_77", 2, True),
        ("chinook", 2, True),
        ("asteroids_parallel", 2, False),
        ("bandl3", 3, False),
        ("joint_buttons_and_lights_25", 1, False),
        ("checkers", 1, False),
        ("blocker", 1, False),
    ],
)
def test_the_boards_of_public_games(name: str, count: int, apart: bool) -> None:
    factors = factors_of(Game(rules_of(name)))
    assert len(factors.boards) == count
    assert (factors.obstacle == "") == apart
