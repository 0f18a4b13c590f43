import functools

import pytest

from tests.players.known_answers import HEAPS, check_dice, check_nim, check_win_in_one, check_win_in_three
from tests.players.native_game import (
    DICE,
    PENNIES,
    STAKES,
    alternating,
    best_value,
    compiled,
    move_text,
    native_search,
    random_states,
    searched,
    stepper,
)
from tests.timing import within
from woodstock import _core
from woodstock.players.catalogue import builtin


def uct(name, role=0, *, lanes=True, **options):
    return native_search("uct", name, role, lanes=lanes, **{"c": 0.4, "playouts": 1, "leaves": 1} | options)


@pytest.mark.parametrize("lanes", [True, False])
@pytest.mark.parametrize("heap", HEAPS)
def test_nim_is_solved_from_every_heap(heap, lanes):
    report, role = check_nim(functools.partial(uct, lanes=lanes), heap)
    chosen = report.moves[report.chosen]
    assert chosen.proven
    assert chosen.values[role] == report.values[role]


def test_tictactoe_values_agree_with_brute_force():
    seen = {}
    states = random_states("tictactoe", 3, seed=5)
    for state in states:
        engine = stepper("tictactoe")
        role = 0 if len(engine.legal(state, 0)) > 1 else 1
        search = uct("tictactoe", role)
        report = searched(search, state, simulations=20_000)
        assert report.proven
        assert report.values[0] == best_value("tictactoe", state, 0, seen)


@pytest.mark.parametrize(("lanes", "playouts", "leaves"), [(True, 8, 16), (True, 1, 1), (False, 1, 1)])
def test_connect_four_win_in_one_and_in_three(lanes, playouts, leaves):
    def search():
        return uct("connect_four", lanes=lanes, playouts=playouts, leaves=leaves)

    assert check_win_in_one(search(), simulations=500).proven
    report = check_win_in_three(search(), simulations=200_000)
    assert (report.proven, report.values[0]) == (True, 100)


def test_chance_is_averaged():
    check_dice(uct(DICE, 1))


def test_simultaneous_moves_are_not_called_solved():
    report = searched(uct(PENNIES), stepper(PENNIES).initial())
    assert not report.proven
    assert report.values[0] == pytest.approx(50, abs=10)
    report = searched(uct(STAKES), stepper(STAKES).initial())
    assert sum(report.values) == pytest.approx(100)


@pytest.mark.parametrize("threads", [1, 2])
def test_same_seed_and_simulations_same_report(threads):
    def outcome(seed):
        report = searched(
            uct("connect_four"),
            stepper("connect_four").initial(),
            simulations=600,
            threads=threads,
            seed=seed,
        )
        return [(move.visits, tuple(move.values)) for move in report.moves], report.line

    assert outcome(3) == outcome(3)
    assert outcome(3) != outcome(4)


def test_subtree_is_kept():
    search = uct("connect_four")
    before = searched(search, stepper("connect_four").initial(), simulations=1000)
    best = before.moves[before.chosen]
    state = alternating("connect_four", str(compiled("connect_four").moves[0][best.move]))
    search.set_root(state)
    assert sum(move.visits for move in search.report().moves) >= best.visits // 2 > 0


def test_every_run_ends_in_time_and_when_told():
    search = uct("connect_four")
    search.set_root(stepper("connect_four").initial())
    with within(0.5):
        assert search.run(seconds=0.05) == _core.SearchEnd.deadline
    flag = _core.StopFlag()
    flag.set()
    assert search.run(stop=flag) == _core.SearchEnd.stopped


def test_memory_is_recycled():
    search = uct("connect_four")
    report = searched(search, stepper("connect_four").initial(), simulations=20_000, memory=1 << 20)
    assert report.nodes * 200 < 1 << 20
    free = searched(uct("connect_four"), stepper("connect_four").initial(), simulations=20_000)
    assert free.nodes > 2 * report.nodes
    assert move_text("connect_four", 0, report) == move_text("connect_four", 0, free)


def test_a_report_without_a_run_names_a_legal_move():
    search = uct("connect_four")
    search.set_root(stepper("connect_four").initial())
    report = search.report()
    assert report.moves[report.chosen].move in stepper("connect_four").legal(
        stepper("connect_four").initial(), 0
    )
    assert report.samples == 0


def test_a_large_tree_does_not_make_a_short_run_late():
    # What a long search left behind is recycled within the next run's time, or not at all.
    search = uct("breakthrough", leaves=64, horizon=1)
    searched(search, stepper("breakthrough").initial(), simulations=40_000)
    large = search.report().nodes
    assert large > 100_000
    with within(1.0):
        search.run(seconds=0.2)


@pytest.mark.parametrize("spec", ["uct", "grave", "cfr"])
def test_a_short_run_uses_all_its_time_however_large_the_tree(spec):
    search = builtin().build(spec).new_search(compiled("connect_four"), 0)
    search.set_root(stepper("connect_four").initial())
    ends = set()
    for seed in range(200):  # how many it takes is the machine's affair
        ends.add(search.run(seconds=0.1, seed=seed))
        if (before := search.report()).nodes > 30_000:
            break
    assert before.nodes > 30_000
    search.run(simulations=4096, seed=99)
    assert search.report().samples > before.samples
    assert ends == {_core.SearchEnd.deadline}


def test_stages_left_behind_are_freed():
    search = uct("connect_four")
    start = stepper("connect_four").initial()
    searched(search, start, simulations=60_000)
    before = search.report().nodes
    assert before > 50_000
    away = alternating("connect_four", "(drop 1) (drop 1)")
    search.set_root(away)
    assert search.report().nodes < before / 2
    assert searched(search, away, simulations=1000).samples > 0
