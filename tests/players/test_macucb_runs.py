"""How MAC-UCB's runs begin, go on, share work and end."""

import pytest

from tests.players.native_game import (
    best_value,
    mac_ucb,
    random_states,
    signature,
    stepper,
    value_after_choice,
)
from tests.timing import within
from woodstock import _core


@pytest.mark.parametrize("name", ["connect_four", "breakthrough", "connect_four_simultaneous"])
def test_a_run_repeats_whatever_the_threads(name):
    def run(threads, seed):
        search = mac_ucb(name)
        search.set_root(stepper(name).initial())
        search.run(simulations=5000, threads=threads, seed=seed)
        return signature(search.report())

    assert run(1, 7) == run(1, 7) == run(2, 7) == run(3, 7)
    assert run(1, 7) != run(1, 8)


def test_the_subtree_is_kept():
    name = "connect_four"
    search = mac_ucb(name)
    state = stepper(name).initial()
    search.set_root(state)
    search.run(simulations=50_000)
    report = search.report()
    below = report.moves[report.chosen].visits
    state = stepper(name).play(state, report.line[0])
    search.set_root(state)
    assert search.report().samples >= below > 0
    state = stepper(name).play(state, search.report().line[0])
    search.set_root(state)
    assert search.report().samples > 0


@pytest.mark.parametrize("name", ["breakthrough", "connect_four_simultaneous"])
@pytest.mark.parametrize("budget", [{"simulations": 150_000}, {"seconds": 0.2, "threads": 2}])
def test_memory_is_never_exceeded(name, budget):
    limit = 2 << 20
    search = mac_ucb(name)
    search.set_root(stepper(name).initial())
    for seed in range(4):
        search.run(seed=seed, memory=limit, **budget)
        assert search.bytes <= limit
    report = search.report()
    assert report.samples > (300_000 if "simulations" in budget else 0)
    assert len(report.line) > 1


@pytest.mark.parametrize("threads", [1, 2])
def test_deadline_and_stop_flag(threads):
    search = mac_ucb("breakthrough")
    search.set_root(stepper("breakthrough").initial())
    with within(2.0):
        assert search.run(seconds=0.1, threads=threads) == _core.SearchEnd.deadline
    stop = _core.StopFlag()
    stop.set()
    assert search.run(stop=stop, threads=threads) == _core.SearchEnd.stopped


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_that_take_leaves_as_they_come_solve_the_game(threads):
    for state in random_states("tictactoe", 3, seed=8):
        role = 0 if len(stepper("tictactoe").legal(state, 0)) > 1 else 1
        search = mac_ucb("tictactoe", role)
        search.set_root(state)
        assert search.run(seconds=60, threads=threads) == _core.SearchEnd.solved
        assert value_after_choice("tictactoe", state, role, search.report()) == best_value(
            "tictactoe", state, role
        )


def test_a_legal_move_before_any_search():
    search = mac_ucb("breakthrough", 1)
    search.set_root(stepper("breakthrough").initial())
    report = search.report()
    assert [move.move for move in report.moves] == stepper("breakthrough").legal(
        stepper("breakthrough").initial(), 1
    )


def test_the_share_of_solving_follows_the_option():
    def stages(split):
        search = mac_ucb("connect_four", split=split)
        search.set_root(stepper("connect_four").initial())
        search.run(simulations=50_000)
        return search.report().stages

    assert stages(0.5) > 2 * stages(0.05)
