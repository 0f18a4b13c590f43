"""Values of games that may come back to a state, against every policy of small random ones."""

import itertools
import random
from fractions import Fraction

import pytest

from woodstock import Game, load
from woodstock.gdl import parse_kif
from woodstock.scsp.game.cyclic_values import CyclicGame
from woodstock.scsp.game.game_solver import EndlessPlay, GameSolver

ENDS = {10: Fraction(0), 11: Fraction(1), 12: Fraction(1, 3)}


def random_game(rng: random.Random) -> CyclicGame:
    states = range(rng.randint(1, 4))
    targets = [*states, *states, *ENDS]
    actions = {
        state: [tuple(rng.choices(targets, k=rng.randint(1, 3))) for _ in range(rng.randint(1, 3))]
        for state in states
    }
    return CyclicGame(actions, ENDS)


def value_of(game: CyclicGame, policy: dict[int, int]) -> list[float]:
    """By playing on and on: from 0, so that plays without an end stay there."""
    value = dict.fromkeys(game.actions, 0.0) | {state: float(worth) for state, worth in ENDS.items()}
    for _ in range(3000):
        for state, number in policy.items():
            action = game.actions[state][number]
            value[state] = sum(value[after] for after in action) / len(action)
    return [value[state] for state in game.actions]


@pytest.mark.parametrize("worst", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_against_every_policy(seed: int, worst: bool) -> None:
    game = random_game(random.Random(seed))
    choices = [range(len(actions)) for actions in game.actions.values()]
    every = [value_of(game, dict(zip(game.actions, policy))) for policy in itertools.product(*choices)]
    best = [min(values) if worst else max(values) for values in zip(*every)]
    found, chosen = game.values(worst=worst)
    assert [float(found[state]) for state in game.actions] == pytest.approx(best, abs=1e-9)
    assert value_of(game, chosen) == pytest.approx(best, abs=1e-9)


def test_the_small_orchard_without_a_horizon() -> None:
    """107/288, as computed by hand in tests/papers; bob may also waste baskets for ever, and then wins nothing."""
    solver = GameSolver(load("orchard_small").stage)
    assert solver.value() == solver.joint() == (Fraction(107, 288),)
    assert solver.value(worst=True) < solver.value()


def test_refused() -> None:
    with pytest.raises(EndlessPlay, match="give a horizon"):
        CyclicGame({0: [(0, 1)]}, {1: Fraction(-1)}).values()
    ring = {state: [((state + 1) % 1000, 1000)] for state in range(1000)}
    with pytest.raises(EndlessPlay, match="1,000 states lead to each other"):
        CyclicGame(ring, {1000: Fraction(1)}).values()
    two = """(role a) (role b) (init (p 0)) (<= (legal ?r ?m) (role ?r) (move ?m)) (move 0) (move 1)
    (<= (next (p ?m)) (does a ?m) (does b ?n)) (<= terminal (true (p 2))) (goal a 50) (goal b 50)"""
    with pytest.raises(EndlessPlay, match="several players"):
        GameSolver(Game(parse_kif(two)).stage).value()
