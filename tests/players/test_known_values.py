"""Every search player on games whose values are known: Bouton's nim, small tictactoe, matching pennies."""

import itertools
import random
from functools import reduce
from operator import xor

import pytest

from woodstock.games.library import load
from woodstock.players import Clock, Observation, builtin

SOLVERS = ["mac-ucb", "uct", "grave", "cfr", "alphabeta"]


def heaps(state):
    return [int(str(fluent.args[1])) for fluent in state.fluents if fluent.name == "heap"]


def nim_positions(count):
    """Won positions of the bundled nim with at most eight left, reached by random play, with the play."""
    game, source, found = load("nim"), random.Random(4), []
    while len(found) < count:
        state, entry = game.initial_state(), Observation(0)
        while not state.terminal:
            if sum(heaps(state)) <= 8 and reduce(xor, heaps(state)):
                found.append((state, entry))
                break
            moves = tuple(source.choice(state.legal(role)) for role in game.roles)
            state = state.play(moves)
            entry = Observation(entry.step + 1, moves=moves, previous=entry)
    return game, found


@pytest.mark.parametrize("spec", SOLVERS)
def test_nim_is_won_from_won_positions(spec):
    game, positions = nim_positions(6)
    for state, entry in positions:
        role = next(role for role in game.roles if str(state.legal(role)[0]) != "noop")
        player = builtin().build(f"{spec}:simulations={100_000 if spec == 'cfr' else 20_000},seed=1")
        player.start(game, role, Clock())
        move = player.play(entry, Clock()).move
        player.stop(None)
        after = state.play(tuple(move if each == role else state.legal(each)[0] for each in game.roles))
        assert reduce(xor, heaps(after)) == 0, (spec, heaps(state), str(move))


def expectation(state, role):
    """What the role can expect against chance, by brute force."""
    if state.terminal:
        return state.goals[role]
    legal = [state.legal(each) for each in state.game.roles]
    by_own = {}
    for moves in itertools.product(*legal):
        by_own.setdefault(moves[role.index], []).append(expectation(state.play(moves), role))
    return max(sum(values) / len(values) for values in by_own.values())


@pytest.mark.parametrize("spec", SOLVERS)
def test_small_tictactoe_against_chance(spec):
    game = load("tictactoe_2x2")
    role = game.players[0]
    player = builtin().build(f"{spec}:simulations=5000,seed=1")
    player.start(game, role, Clock())
    decision = player.play(Observation(0), Clock())
    player.stop(None)
    assert decision.values[role] == pytest.approx(expectation(game.initial_state(), role))
    assert decision.proven


@pytest.mark.parametrize("spec", SOLVERS)
def test_tictactoe_is_never_lost(spec):
    """Against an opponent that plays at random, with few simulations; a lost game is a wrong move."""
    game, source = load("tictactoe"), random.Random(8)
    for role in game.players:
        player = builtin().build(f"{spec}:simulations=5000,seed=2")
        player.start(game, role, Clock())
        state, entry = game.initial_state(), Observation(0)
        while not state.terminal:
            own = player.play(entry, Clock()).move
            moves = tuple(own if each == role else source.choice(state.legal(each)) for each in game.roles)
            state = state.play(moves)
            entry = Observation(entry.step + 1, moves=moves, previous=entry)
        player.stop(entry)
        assert state.goals[role] >= 50


def test_matching_pennies_are_drawn_half_and_half_by_cfr():
    game = load("matching_pennies")
    drawn = []
    for seed in range(30):
        player = builtin().build(f"cfr:simulations=500,seed={seed}")
        player.start(game, game.roles[0], Clock())
        drawn.append(str(player.play(Observation(0), Clock()).move))
        player.stop(None)
    assert 6 < drawn.count("(retourne pile)") < 24
