"""The statistics of the lanes' random play: exact distributions, uniform choices."""

from collections import Counter
from itertools import product
from random import Random

import numpy as np
import pytest

from tests.engines.lane_games import lanes_of, legal_moves
from tests.hand_games import TRUE, deal_and_play, dice_nim, pennies, plain, tictactoe
from woodstock._core import Circuit


def exact_results(circuit):
    """Distribution of (length, goals) over uniformly random play, by enumeration."""
    open_states = {tuple(circuit.initial): 1.0}
    results = Counter()
    length = 0
    while open_states:
        following = Counter()
        for fluents, weight in open_states.items():
            now = plain(circuit, fluents)
            if now.terminal:
                results[length, tuple(max(goal, 0) for goal in now.goals)] += weight
                continue
            joints = list(product(*legal_moves(circuit, fluents)))
            for joint in joints:
                following[plain(circuit, fluents, frozenset(joint)).next] += weight / len(joints)
        open_states = following
        length += 1
    return results


def chi_squared(observed, expected):
    total = sum(observed.values())
    assert set(observed) <= set(expected)
    return sum((observed[key] - total * p) ** 2 / (total * p) for key, p in expected.items())


def limit(freedom):
    """A chi² value exceeded with probability below 1e-6 (Wilson and Hilferty)."""
    return freedom * (1 - 2 / (9 * freedom) + 4.8 * (2 / (9 * freedom)) ** 0.5) ** 3


@pytest.mark.parametrize("make", [tictactoe, dice_nim, pennies, deal_and_play])
@pytest.mark.parametrize("playouts", [100, 20_000])
def test_playouts_follow_the_exact_distribution(make, playouts):
    """Also with refilled lanes: playouts that finish early must not be preferred."""
    circuit = make()
    expected = exact_results(circuit)
    lanes = lanes_of(circuit)
    rounds = max(1, 20_000 // playouts)
    observed = Counter()
    for seed in range(rounds):
        outcome = lanes.run(lanes.initial[None], np.array([playouts], np.uint32), seed, details=True)
        observed.update(zip(outcome.lengths.tolist(), map(tuple, outcome.goals.tolist()), strict=True))
    assert chi_squared(observed, expected) < limit(len(expected))
    outcome = lanes.simulate(200_000, 5)
    mean = sum(p * length for (length, _), p in expected.items())
    spread = sum(p * (length - mean) ** 2 for (length, _), p in expected.items()) ** 0.5
    assert abs(outcome.mean_length - mean) <= 5 * spread + 1e-9 / 200_000**0.5
    for role in range(circuit.role_count):
        value = sum(p * goals[role] for (_, goals), p in expected.items())
        square = sum(p * goals[role] ** 2 for (_, goals), p in expected.items())
        spread = (square - value**2) ** 0.5
        assert abs(outcome.sums[0, role] / 200_000 - value) <= 5 * spread / 200_000**0.5
        assert abs(outcome.squares[0, role] / 200_000 - square) <= 0.05 * square


def lottery(moves, legal):
    """One step among `moves` moves of which the state lets `legal` be legal; remembers the move."""
    c = Circuit(2 * moves + 1, [moves])
    c.legal = [c.fluent(m) for m in range(moves)]
    c.next = [c.fluent(m) for m in range(moves)] + [c.move(m) for m in range(moves)] + [TRUE]
    c.terminal = c.fluent(2 * moves)
    c.goals = [[0, 100, TRUE]]
    c.initial = [int(m in legal) for m in range(moves)] + [0] * (moves + 1)
    return c


@pytest.mark.parametrize("count", range(1, 41))
def test_move_choice_is_uniform(count):
    rng = Random(count)
    moves = count + rng.randint(0, 30)
    legal = rng.sample(range(moves), count)
    lanes = lanes_of(lottery(moves, legal))
    outcome = lanes.run(lanes.initial[None], np.array([200 * count], np.uint32), count, first_moves=True)
    counts = {m: int(outcome.first_counts[0, m]) for m in range(moves)}
    assert sum(counts.values()) == 200 * count
    played = Counter({m: n for m, n in counts.items() if n})
    assert chi_squared(played, dict.fromkeys(legal, 1 / count)) < limit(count)


def test_move_choice_over_thousands_of_moves():
    lanes = lanes_of(lottery(3000, range(0, 3000, 3)))
    outcome = lanes.run(lanes.initial[None], np.array([100_000], np.uint32), 1, first_moves=True)
    counts = Counter({m: int(n) for m, n in enumerate(outcome.first_counts[0]) if n})
    assert chi_squared(counts, dict.fromkeys(range(0, 3000, 3), 0.001)) < limit(1000)


def test_no_legal_move_and_no_goal():
    c = Circuit(2, [3, 2])
    c.legal = [c.fluent(0), c.fluent(0), c.fluent(0), TRUE, TRUE]
    c.next = [c.fluent(0), c.any_of([c.move(3), c.fluent(1)])]
    c.terminal = c.fluent(1)
    c.goals = [[1, 7, TRUE]]
    lanes = lanes_of(c)
    outcome = lanes.simulate(1000, 1)
    assert outcome.sums.tolist() == [[0, 7000]]
    assert outcome.undefined.tolist() == [1000, 0]
    terminal, _, moves, *_ = lanes.expand(lanes.initial)
    assert not terminal
    assert moves.tolist() == [[-1, 3], [-1, 4]]
