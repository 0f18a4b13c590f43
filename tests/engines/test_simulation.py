"""Simulations: engines agree on what random games come to, and a seed decides everything."""

from dataclasses import replace

import pytest

import woodstock
from tests.timing import within
from woodstock.engines.simulation import Simulation, simulate


@pytest.fixture(scope="module")
def game() -> woodstock.Game:
    return woodstock.load("tictactoe")


def outcome(result: Simulation) -> Simulation:
    """What does not depend on the clock."""
    return replace(result, seconds=0, cpu_seconds=0, peak_memory_mb=0)


@pytest.mark.parametrize("engine", ["lanes", "stepper"])
def test_random_tictactoe(game: woodstock.Game, engine: str) -> None:
    result = simulate(game.engine_named(engine), playouts=20_000, seed=3)
    assert result.playouts == 20_000
    assert result.engine == engine
    # Of random games x wins 58.5 %, o 28.8 %, by enumeration of all games; three standard errors.
    assert result.mean_goals["xplayer"] == pytest.approx(58.5 + 12.7 / 2, abs=1.0)
    assert result.mean_goals["oplayer"] == pytest.approx(28.8 + 12.7 / 2, abs=1.0)
    assert result.mean_length == pytest.approx(7.6, abs=0.15)
    assert result.mean_length == pytest.approx(result.steps / result.playouts)
    assert result.peak_memory_mb > 1
    assert result.seconds > 0


@pytest.mark.parametrize("engine", ["lanes", "stepper", "evaluator", "reference"])
def test_repeatable(game: woodstock.Game, engine: str) -> None:
    playouts = 3 if engine == "reference" else 2_000
    first = simulate(game.engine_named(engine), playouts=playouts, seed=1)
    assert outcome(first) == outcome(
        simulate(game.engine_named(engine), playouts=playouts, seed=1, threads=2)
    )
    assert first.playouts == playouts
    assert outcome(first) != outcome(simulate(game.engine_named(engine), playouts=playouts, seed=2))


@pytest.mark.parametrize("engine", ["lanes", "stepper", "evaluator", "reference"])
def test_time_binds(game: woodstock.Game, engine: str) -> None:
    with within(3.0):
        result = simulate(game.engine_named(engine), seconds=0.2)
    assert result.seconds > 0.1
    assert result.playouts > 0


def test_errors(game: woodstock.Game) -> None:
    with pytest.raises(woodstock.WoodStockError, match="playouts or of seconds"):
        simulate(game.engine)
    with pytest.raises(woodstock.WoodStockError, match="no engine fast"):
        simulate(game.engine_named("fast"), playouts=1)
