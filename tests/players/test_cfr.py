import pytest

from tests.players.known_answers import HEAPS, check_nim, check_roll, check_win_in_three
from tests.players.native_game import (
    DICE,
    PENNIES,
    STAKES,
    compiled,
    move_text,
    native_search,
    searched,
    stepper,
)


def cfr(name, role=0, **options):
    return native_search("cfr", name, role, **options)


def weights(name, role, report):
    return {str(compiled(name).moves[role][move.move]): move.weight for move in report.moves}


@pytest.mark.parametrize("role", [0, 1])
def test_matching_pennies_are_played_half_and_half(role):
    report = searched(cfr(PENNIES, role), stepper(PENNIES).initial(), simulations=20_000)
    assert weights(PENNIES, role, report) == pytest.approx({"heads": 0.5, "tails": 0.5}, abs=0.02)
    assert report.values[role] == pytest.approx(50, abs=2)


@pytest.mark.parametrize("role", [0, 1])
def test_unequal_stakes_are_played_one_to_two(role):
    report = searched(cfr(STAKES, role), stepper(STAKES).initial(), simulations=40_000)
    assert weights(STAKES, role, report) == pytest.approx({"heads": 1 / 3, "tails": 2 / 3}, abs=0.03)
    assert report.values[0] == pytest.approx(100 / 3, abs=2)


@pytest.mark.parametrize("threads", [1, 2])
def test_moves_are_drawn_by_the_average_strategy(threads):
    # The seed decides the draw, so that no opponent can foresee it.
    start = stepper(PENNIES).initial()
    reports = [
        searched(cfr(PENNIES), start, simulations=1000, threads=threads, seed=seed) for seed in range(60)
    ]
    assert 15 < [move_text(PENNIES, 0, report) for report in reports].count("heads") < 45


@pytest.mark.parametrize("heap", HEAPS)
def test_nim_is_won_from_every_won_heap(heap):
    check_nim(cfr, heap, simulations=20_000)


def test_chance_is_averaged():
    check_roll(cfr(DICE, 1))


@pytest.mark.parametrize("lanes", [True, False])
def test_connect_four_double_threat(lanes):
    check_win_in_three(cfr("connect_four", lanes=lanes), simulations=40_000)


@pytest.mark.parametrize("threads", [1, 2])
def test_same_seed_and_simulations_same_report(threads):
    def outcome(seed):
        search = cfr("connect_four_simultaneous")
        start = stepper("connect_four_simultaneous").initial()
        report = searched(search, start, threads=threads, seed=seed)
        return report.chosen, [(move.visits, move.weight, tuple(move.values)) for move in report.moves]

    assert outcome(3) == outcome(3)
    assert outcome(3) != outcome(4)
