"""Circuits for tests of the lanes, and plain looks at them."""

import numpy as np
import pytest

from tests.hand_games import deal_and_play, dice_nim, pennies, plain, random_game, tictactoe
from woodstock._core import Lanes

EXECUTORS = ["machine", "interpreter", "portable"]


def lanes_of(circuit, executor="auto", phase_limit=8):
    try:
        return Lanes(circuit, executor, phase_limit)
    except RuntimeError as error:
        pytest.skip(str(error))


def words(fluents):
    result = np.zeros((len(fluents) + 63) // 64, np.uint64)
    for f, holds in enumerate(fluents):
        if holds:
            result[f // 64] |= np.uint64(1) << np.uint64(f % 64)
    return result


def bits(row, count):
    return tuple(int(row[i // 64]) >> (i % 64) & 1 for i in range(count))


def legal_moves(circuit, fluents):
    legal = plain(circuit, fluents).legal
    return [
        [m for m in range(circuit.role_begin(r), circuit.role_begin(r + 1)) if legal[m]]
        for r in range(circuit.role_count)
    ]


def walk(circuit, rng, steps):
    """Pairs of a state and a legal joint move on a random walk that ignores terminal."""
    pairs = []
    fluents = tuple(circuit.initial)
    for _ in range(steps):
        joint = [rng.choice(moves) if moves else -1 for moves in legal_moves(circuit, fluents)]
        pairs.append((fluents, joint))
        fluents = plain(circuit, fluents, frozenset(joint)).next
    return pairs


def games():
    yield "tictactoe", tictactoe()
    yield "dice_nim", dice_nim()
    yield "pennies", pennies()
    yield "deal_and_play", deal_and_play()
    for seed in range(3):
        yield f"random{seed}", random_game(seed)
        yield f"cycle{seed}", random_game(seed, cycle=3)
        yield f"tail{seed}", random_game(seed, cycle=2, tail=3)


GAMES = dict(games())
