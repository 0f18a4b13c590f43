"""Decisive moves in playouts against engines that step every move by the rules as they are written."""

from random import Random

import numpy as np
import pytest

import woodstock as ws
from tests.shared import loaded, rules_of
from woodstock._core import Lanes
from woodstock.compile.compiled import Compiled
from woodstock.game import Game
from woodstock.gdl.terms import Term

PLAYOUTS = 2048
PLAYS = {
    "tictactoe": ("reference", 2, 9),
    "connect_four": ("evaluator", 2, 9),
    "breakthrough": ("evaluator", 2, 999),
    "knight_through": ("evaluator", 1, 999),
    "nine_board_tictactoe": ("evaluator", 1, 999),
    "ttcc4_2p": ("evaluator", 1, 999),
    "gomoku_11x11": ("evaluator", 2, 9),
}
"""The engine that steps, how many plays, and how many of the moves in order they are drawn from: with few, lines are made soon."""


def first_moves(lanes: Lanes, compiled: Compiled, state: ws.State, role: int, policy: int) -> set[Term]:
    """The moves that a role's playouts begin with."""
    start = np.array([compiled.state(state.fluents).words], np.uint64)
    outcome = lanes.run(
        start, np.array([PLAYOUTS], np.uint32), 3, first_moves=True, max_steps=1, policy=policy
    )
    begin = compiled.circuit.role_begin(role)
    counts = outcome.first_counts[0]
    return {move for number, move in enumerate(compiled.moves[role], begin) if counts[number]}


def wins(state: ws.State, role: ws.Role, joint: dict[ws.Role, ws.Move]) -> bool:
    after = state.play(joint)
    return after.terminal and after.goals[role] == 100


def joint_moves(state: ws.State, role: ws.Role) -> list[dict[ws.Role, ws.Move]]:
    waiting = {other: state.legal(other)[0] for other in state.game.roles if other != role}
    return [{**waiting, role: move} for move in state.legal(role)]


def blunders(state: ws.State, role: ws.Role, joint: dict[ws.Role, ws.Move]) -> bool:
    after = state.play(joint)
    other = next(r for r in state.game.roles if r != role)
    return not after.terminal and any(wins(after, other, reply) for reply in joint_moves(after, other))


@pytest.mark.parametrize("name", PLAYS)
def test_playouts_begin_with_the_moves_that_the_rules_call_decisive(name):
    engine, plays, narrow = PLAYS[name]
    game, stepped = Game(rules_of(name)), Game(rules_of(name), engine=engine)
    compiled = game.compiled
    lanes = Lanes(compiled.circuit)
    rng = Random(5)
    won = threatened = 0
    for _ in range(plays):
        state = stepped.initial_state()
        while not state.terminal:
            role = max(stepped.roles, key=lambda r: len(state.legal(r)))
            number = stepped.roles.index(role)
            joints = joint_moves(state, role)
            winning = [joint for joint in joints if wins(state, role, joint)]
            legal = {joint[role].term for joint in joints}
            best = {joint[role].term for joint in winning} or legal
            if len(joints) > 1:
                assert first_moves(lanes, compiled, state, number, 0) == legal
                assert first_moves(lanes, compiled, state, number, 1) == best
                if lanes.available_policy(2) == 2:
                    safe = {joint[role].term for joint in joints if not blunders(state, role, joint)}
                    expected = best if winning else safe or legal
                    assert first_moves(lanes, compiled, state, number, 2) == expected
                    threatened += expected < legal and not winning
            won += bool(winning)
            state = state.play(rng.choice(joints[:narrow]))
    assert won > 0
    assert threatened > 0 or lanes.available_policy(2) < 2


def test_uniform_playouts_do_not_change():
    game = loaded("connect_four")
    lanes = Lanes(game.compiled.circuit)
    before = lanes.simulate(2000, 7)
    lanes.simulate(2000, 7, policy=1)
    after = lanes.simulate(2000, 7)
    assert before.steps == after.steps
    assert (before.sums == after.sums).all()


def test_a_policy_that_costs_too_much_gives_way():
    game = loaded("reversi")
    lanes = Lanes(game.compiled.circuit)
    assert lanes.available_policy(2) == 0
    assert lanes.simulate(500, 7, policy=2).steps == lanes.simulate(500, 7).steps
    with pytest.raises(ValueError, match="0, 1 or 2"):
        lanes.available_policy(3)
