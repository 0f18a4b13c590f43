"""Full-width search against plain recursion, and the player around it."""

import itertools
from functools import cache, partial

import pytest

from tests.players.known_answers import HEAPS, check_deadline, check_nim, check_roll, check_win_in_three
from tests.players.native_game import (
    DICE,
    NIM,
    PENNIES,
    best_value,
    compiled,
    random_states,
    searched,
    stepper,
)
from tests.timing import within
from woodstock import _core
from woodstock.arena.match import play_match
from woodstock.arena.seat import Clocks
from woodstock.clock import Clock
from woodstock.game import Game
from woodstock.games.library import load
from woodstock.gdl import parse_kif
from woodstock.players import Observation, builtin
from woodstock.players.lesson import learn
from woodstock.players.minimax import MinimaxPlayer


@cache
def evaluation(name: str) -> _core.LinearEvaluation:
    return learn(compiled(name), Clock(), positions=3000, seed=1).evaluation()


def minimax(name: str, role: int = 0, *, learned: bool = True, **settings: int) -> _core.Minimax:
    options = _core.MinimaxOptions()
    for key, value in settings.items():
        options[key] = value
    return _core.Minimax(compiled(name).engines, role, evaluation(name) if learned else None, options)


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize("heap", HEAPS)
def test_nim_is_solved_from_every_heap(heap, learned):
    check_nim(partial(minimax, learned=learned), heap, simulations=100_000)


def test_tictactoe_values_agree_with_brute_force():
    seen = ({}, {})
    for state in random_states("tictactoe", 4, seed=6):
        for role in (0, 1):
            report = searched(minimax("tictactoe", role), state, simulations=1_000_000)
            assert report.proven
            assert report.values[role] == best_value("tictactoe", state, role, seen[role])
            for move in report.moves:
                if move.proven and len(report.moves) > 1:
                    joint = [stepper("tictactoe").legal(state, each)[0] for each in (0, 1)]
                    joint[role] = move.move
                    after = stepper("tictactoe").play(state, joint)
                    assert move.values[role] == best_value("tictactoe", after, role, seen[role])


def plain(name: str, state: _core.State, depth: int) -> float:
    """The value for the first role by recursion without any cuts, estimates at the horizon."""
    engine = stepper(name)
    if engine.terminal(state):
        return float(engine.goal(state, 0) or 0)
    if depth == 0:
        return evaluation(name).goals(state, 2)[0]
    legal = [engine.legal(state, role) for role in (0, 1)]
    values = [plain(name, engine.play(state, joint), depth - 1) for joint in itertools.product(*legal)]
    return max(values) if len(legal[0]) > 1 else min(values)


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("name", ["tictactoe", "connect_four"])
def test_a_depth_is_searched_as_without_cuts(name, depth):
    """A state tells how many moves were made, so that nothing in the table is deeper than asked for, and nothing is looked
    into beyond the depth."""
    for state in random_states(name, 1, seed=2)[:6]:
        for role in (0, 1):
            search = minimax(name, role, depth=depth, exchange=0)
            search.set_root(state)
            search.run()
            report = search.report()
            expected = plain(name, state, depth)
            assert report.values[role] == pytest.approx(expected if role == 0 else 100 - expected, abs=0.02)
            assert report.depth <= depth


def test_an_ending_is_won():
    report = check_win_in_three(minimax("connect_four", depth=5), simulations=10_000_000)
    assert (report.values[0], report.proven) == (100, True)


def test_chance_is_averaged():
    report = check_roll(minimax(DICE, 1, learned=False))
    assert report.values[1] == pytest.approx(45, abs=0.01)


def test_the_deadline_binds():
    check_deadline(minimax("connect_four"), "connect_four")


def test_the_same_seed_and_simulations_make_the_same_match():
    def moves(seed: int) -> list[tuple[str, ...]]:
        specs = [f"minimax:simulations=200,positions=2000,seed={seed}", "random:seed=1"]
        return [tuple(map(str, joint)) for joint in play_match(load("connect_four"), specs, seed=1).moves]

    assert moves(1) == moves(1)


def test_the_player_learns_in_the_start_clock_and_says_so():
    game = load("connect_four")
    player = builtin().build("minimax:ponder=false")
    assert isinstance(player, MinimaxPlayer)
    with within(3.0):
        player.start(game, game.roles[0], Clock.after(1.0))
    assert player.lesson.objection == ""
    state = game.initial_state()
    with within(1.0):
        decision = player.play(Observation(0), Clock.after(0.3))
    assert decision.move in state.legal(game.roles[0])
    assert decision.note.startswith("an evaluation learned from ")
    player.stop(None)


def test_no_time_to_learn_is_no_reason_not_to_move():
    game = load("breakthrough")
    player = builtin().build("minimax")
    player.start(game, game.roles[0], Clock.after(0.01))
    state = game.initial_state()
    decision = player.play(Observation(0), Clock.after(0.2))
    assert decision.move in state.legal(game.roles[0])
    player.stop(None)


POINTLESS = NIM.replace("left 0)", "left 100)").replace("right 0)", "right 100)")


@pytest.mark.parametrize(
    ("rules", "why"),
    [(PENNIES, "roles move at the same time"), (POINTLESS, "every game ends alike"), (NIM, "")],
)
def test_where_nothing_can_be_learned_playouts_decide(rules, why):
    game = Game(parse_kif(rules, "rules"), name="rules")
    player = builtin().build("minimax:simulations=300,positions=5000")
    role = game.roles[0]
    player.start(game, role, Clock())
    state = game.initial_state()
    decision = player.play(Observation(0), Clock(simulations=300))
    assert decision.move in state.legal(role)
    assert ("playouts decide" in decision.note) == bool(why)
    assert why in decision.note
    player.stop(None)


def test_puzzles_are_left_to_their_own_search():
    record = play_match(load("eight_puzzle"), ["minimax:simulations=2000"], seed=1, clocks=Clocks(5, 1))
    assert record.is_completed
