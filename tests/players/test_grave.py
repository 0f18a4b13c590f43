import pytest

from tests.players.known_answers import HEAPS, check_dice, check_nim, check_win_in_three
from tests.players.native_game import DICE, move_text, native_search, searched, stepper


def grave(name, role=0, *, lanes=True, **options):
    settings = {"bias": 1e-5, "playouts": 1, "leaves": 1} | options
    return native_search("grave", name, role, lanes=lanes, **settings)


@pytest.mark.parametrize("heap", HEAPS)
def test_nim_is_solved_from_every_heap(heap):
    check_nim(grave, heap)


def test_chance_is_averaged():
    check_dice(grave(DICE, 1))


@pytest.mark.parametrize("lanes", [True, False])
def test_connect_four_double_threat(lanes):
    check_win_in_three(grave("connect_four", lanes=lanes, playouts=4, leaves=4), simulations=20_000)


@pytest.mark.parametrize("lanes", [True, False])
def test_all_moves_as_first_find_the_middle_with_few_playouts(lanes):
    # Playouts in which white plays in the middle at any time are won more often, whatever came first.
    middle = 0
    for seed in range(8):
        search = grave("connect_four", lanes=lanes, ref=0)
        report = searched(search, stepper("connect_four").initial(), simulations=300, seed=seed)
        middle += move_text("connect_four", 0, report) in {"(drop 3)", "(drop 4)", "(drop 5)"}
    assert middle >= 6


@pytest.mark.parametrize("threads", [1, 2])
def test_same_seed_and_simulations_same_report(threads):
    def outcome(seed):
        search = grave("connect_four", playouts=8, leaves=4)
        report = searched(search, stepper("connect_four").initial(), threads=threads, seed=seed)
        return [(move.visits, tuple(move.values)) for move in report.moves]

    assert outcome(3) == outcome(3)
    assert outcome(3) != outcome(4)


def test_memory_is_recycled():
    start = stepper("connect_four").initial()
    report = searched(grave("connect_four"), start, simulations=10_000, memory=1 << 20)
    assert report.nodes * 200 < 1 << 20
    assert report.samples >= 5_000
