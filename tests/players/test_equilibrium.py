"""Regret minimisation by what roles have observed, held against what is known of small games."""

import itertools
from statistics import mean

import pytest

import woodstock as ws
from woodstock import _core

CARDS = ("jack", "queen", "king")
DEALS = list(itertools.permutations(range(3), 2))


def learned(name: str, *runs: int) -> list[list[_core.Response]]:
    """What the mean strategy is worth after each of these numbers of simulations."""
    game = ws.load(name)
    search = _core.ObservationCfr(game.compiled.engines, 0)
    search.set_root(game.initial_state().position)
    found, before = [], 0
    for simulations in runs:
        if simulations > before:
            search.run(simulations=simulations - before, seed=simulations)
        before = simulations
        found.append(search.responses(game.compiled.engines)[:2])
    return found


def regret(responses: list[_core.Response]) -> float:
    """What both players together would gain by better answers."""
    return sum(each.best - each.value for each in responses)


def kuhn(own: int, first: bool, bets: dict[tuple[str, int], float], other: int) -> float:
    """The points of a player whose strategy is `bets`, against one who always tosses a coin."""

    def bet(player: str, node: str) -> float:
        return bets[node, own] if (player == "first") == first else 0.5

    def showdown(stake: int) -> float:
        return 50 + 25 * stake * (1 if own > other else -1)

    folds = {"first": 75.0, "second": 25.0} if not first else {"first": 25.0, "second": 75.0}
    after_pass_bet = bet("first", "answer") * showdown(2) + (1 - bet("first", "answer")) * folds["first"]
    after_pass = bet("second", "after pass") * after_pass_bet + (1 - bet("second", "after pass")) * showdown(
        1
    )
    after_bet = bet("second", "after bet") * showdown(2) + (1 - bet("second", "after bet")) * folds["second"]
    return bet("first", "open") * after_bet + (1 - bet("first", "open")) * after_pass


def best_answer_to_coins(first: bool) -> float:
    """By all pure strategies of a plain model of Kuhn poker."""
    nodes = ("open", "answer") if first else ("after pass", "after bet")
    places = list(itertools.product(nodes, range(3)))
    return max(
        mean(kuhn(own, first, dict(zip(places, pure)), other) for own, other in DEALS)
        for pure in itertools.product((0.0, 1.0), repeat=len(places))
    )


def test_best_answers_are_those_of_all_pure_strategies():
    (coins,) = learned("kuhn_poker", 0)
    assert coins[0].best == pytest.approx(best_answer_to_coins(first=True))
    assert coins[1].best == pytest.approx(best_answer_to_coins(first=False))
    assert coins[0].value + coins[1].value == pytest.approx(100)


def test_kuhn_poker_is_worth_minus_one_eighteenth_of_a_chip():
    (found,) = learned("kuhn_poker", 100_000)
    assert found[0].value == pytest.approx(50 - 25 / 18, abs=0.2)
    # The value of the game lies between what both can be held to.
    assert 100 - found[1].best <= 50 - 25 / 18 <= found[0].best
    assert regret(found) < 1


@pytest.mark.parametrize(
    ("game", "runs"), [("kuhn_poker", (500, 50_000)), ("liars_dice_small", (5000, 500_000))]
)
def test_exploitability_falls(game, runs):
    early, late = learned(game, *runs)
    assert regret(late) < regret(early) / 3


def test_large_games_are_refused():
    game = ws.load("dark_tictactoe")
    search = _core.ObservationCfr(game.compiled.engines, 0)
    with pytest.raises(ValueError, match="too large"):
        search.responses(game.compiled.engines, most_steps=10_000)
