"""The network against the reference, which reads the rules and shares nothing with the circuit the network is made from:
the same ends, scores, legal joint moves and successors, by MAC."""

import itertools
import random
from math import prod

import pytest

import woodstock
from woodstock import Game, _core, load
from woodstock.game import State
from woodstock.scsp.game.percept_solver import PerceptSolver
from woodstock.scsp.game.stage_network import StageNetwork

SMALL = ("orchard_small", "cooperative_pennies", "matching_pennies", "nim", "monty_hall", "tictactoe_2x2")
MOST_JOINT_MOVES = 60  # the reference is slow: of larger stages some joint moves are compared


def walk(name: str, states: int, rng: random.Random, *, readable: bool = False) -> int:
    """States of random plays by the reference; how many were compared."""
    game = load(name)
    reference = load(name, engine="reference")
    stage, solver = game.stage, game.stage.solver()
    written = PerceptSolver(stage) if readable else None
    twin = reference.initial_state()
    seen: set[object] = set()
    for _ in range(4 * states):
        compare(stage, solver, reference, twin, rng)
        if written is not None and not twin.terminal:
            compare_written(stage, written, twin)
        seen.add(twin.fluents)
        if len(seen) >= states:
            break
        legal = [twin.legal(role) for role in reference.roles]
        if twin.terminal or not all(legal):
            twin = reference.initial_state()
            continue
        twin = twin.play(dict(zip(reference.roles, [rng.choice(moves) for moves in legal])))
    return len(seen)


def state_of(stage: StageNetwork, twin: State) -> _core.State:
    fluents = stage.completion.fluents
    held = set(map(str, twin.fluents))
    state = _core.State(len(fluents), [n for n, fluent in enumerate(fluents) if str(fluent) in held])
    assert len(state.fluents()) == len(held)
    return state


def compare_written(stage: StageNetwork, written: PerceptSolver, twin: State) -> None:
    """The network as it is written out, solved as any network is: the template's stages."""
    state = state_of(stage, twin)
    solutions = {tuple(s.moves): frozenset(s.next.fluents()) for s in stage.solver().solve(state)}
    assert {s.moves: s.fluents for s in written.solve(state)} == solutions


def compare(
    stage: StageNetwork, solver: _core.StageSolver, reference: Game, twin: State, rng: random.Random
) -> None:
    fluents = stage.completion.fluents
    state = state_of(stage, twin)
    assert solver.terminal(state) == twin.terminal
    if twin.terminal:
        found = dict(zip(stage.completion.roles, solver.scores(state)))
        for role, goal in twin.goals.items():
            assert found[str(role)] == goal
        return
    moves = stage.completion.moves
    found = {
        tuple(str(moves[role][move]) for role, move in enumerate(solution.moves)): {
            str(fluents[f]) for f in solution.next.fluents()
        }
        for solution in solver.solve(state)
    }
    legal = [twin.legal(role) for role in reference.roles]
    assert [str(role) for role in reference.roles] == list(stage.completion.roles)
    assert len(found) == prod(map(len, legal))
    every = list(itertools.islice(itertools.product(*legal), 10_000))
    for joint in rng.sample(every, min(len(every), MOST_JOINT_MOVES)):
        after = twin.play(dict(zip(reference.roles, joint)))
        assert found[tuple(str(move) for move in joint)] == set(map(str, after.fluents))


@pytest.mark.parametrize("name", SMALL)
def test_small_games(name: str) -> None:
    assert walk(name, 4, random.Random(1), readable=True) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(woodstock.bundled()))
def test_every_bundled_game(name: str) -> None:
    assert walk(name, 12, random.Random(2)) >= 2
