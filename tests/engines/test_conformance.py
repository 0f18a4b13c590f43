"""Stepper, lanes, evaluator and reference agree on random states of every game."""

import pytest

import woodstock as ws
from tests.engines.conformance import assert_agreement
from tests.shared import shared, shared_games
from woodstock.engines.evaluator import Evaluator
from woodstock.engines.lanes import LaneEngine
from woodstock.engines.reference import Reference
from woodstock.gdl import read


class Wrong(Reference):
    """Forgets one legal move."""

    name = "wrong"

    def legal(self, position, role):
        return super().legal(position, role)[1:]


class Blind(Reference):
    """Sees nothing."""

    name = "blind"

    def play(self, position, moves):
        after, percepts = super().play(position, moves)
        return after, tuple(() for _ in percepts)


@pytest.mark.parametrize(("kind", "what"), [(Wrong, "legal"), (Blind, "percepts")])
def test_a_wrong_engine_is_found_out(kind, what):
    game = ws.load("monty_hall")
    with pytest.raises(AssertionError, match=f"{what} by {kind.name} and stepper differ"):
        assert_agreement([game.engine, kind(game.rulesheet)], count=20)


@pytest.mark.parametrize("states", [40, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ws.bundled())
def test_our_own_games(name, states):
    game = ws.load(name, engine="stepper")
    sheet = game.rulesheet
    assert_agreement([game.engine, LaneEngine(game.compiled), Evaluator(sheet), Reference(sheet)], states)


@pytest.mark.slow
@pytest.mark.parametrize("name", shared_games())
def test_public_games(name):
    game = ws.load(shared("games", f"{name}.kif"))
    lanes = [LaneEngine(game.compiled)] if game.compiled else []
    assert_agreement([Evaluator(game.rulesheet), game.engine, *lanes, Reference(game.rulesheet)])


@pytest.mark.parametrize("name", ["chess", "small_dominion", "two_generals", "majorities", "hex"])
def test_the_evaluator_on_large_games(name):
    sheet = read(shared("games", f"{name}.kif"))
    assert_agreement([Evaluator(sheet), Reference(sheet)], count=8)
