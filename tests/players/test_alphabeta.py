import pytest

from tests.players.known_answers import HEAPS, check_deadline, check_dice, check_nim, check_win_in_three
from tests.players.native_game import (
    DICE,
    PENNIES,
    best_value,
    native_search,
    random_states,
    searched,
    stepper,
)


def alphabeta(name, role=0, **options):
    return native_search("alphabeta", name, role, **options)


@pytest.mark.parametrize("heap", HEAPS)
def test_nim_is_solved_from_every_heap(heap):
    check_nim(alphabeta, heap, simulations=100_000)


def test_tictactoe_values_agree_with_brute_force():
    seen = {}
    for state in random_states("tictactoe", 3, seed=6):
        for role in (0, 1):
            report = searched(alphabeta("tictactoe", role, playouts=1), state, simulations=1_000_000)
            assert report.proven
            assert report.values[role] == best_value("tictactoe", state, role, seen if role == 0 else None)


@pytest.mark.parametrize("lanes", [True, False])
def test_connect_four_ending_to_a_depth(lanes):
    search = alphabeta("connect_four", depth=5, lanes=lanes, playouts=4)
    report = check_win_in_three(search, simulations=10_000_000)
    assert report.values[0] == 100
    assert report.depth <= 5


def test_chance_is_averaged():
    check_dice(alphabeta(DICE, 1))


def test_others_who_move_at_once_are_feared():
    report = searched(alphabeta(PENNIES), stepper(PENNIES).initial())
    assert report.values[0] == 0


def test_same_seed_and_simulations_same_report():
    def outcome(seed):
        report = searched(alphabeta("connect_four"), stepper("connect_four").initial(), seed=seed)
        return report.chosen, report.depth, [tuple(move.values) for move in report.moves]

    assert outcome(3) == outcome(3)
    assert outcome(3) != outcome(4)


def test_the_deadline_binds():
    check_deadline(alphabeta("connect_four"), "connect_four")
