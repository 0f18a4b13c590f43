"""How the time of a search divides stands in its decisions."""

import pytest

import woodstock as ws
from woodstock.belief.observation import Observation
from woodstock.cli.session.reason import Reason
from woodstock.clock import Clock
from woodstock.players.catalogue import builtin
from woodstock.players.player import Decision
from woodstock.players.work import Work


def decided(spec: str) -> tuple[ws.Game, Decision]:
    game = ws.load("connect_four")
    player = builtin().build(spec)
    player.start(game, game.players[0], Clock(simulations=500))
    decision = player.play(Observation(0), Clock(simulations=500))
    player.stop(None)
    return game, decision


@pytest.mark.parametrize(
    "spec",
    ["mac-ucb", "mac-ucb:solver=mac", "fc-ucb", "mac-ucb-2016:playouts=lanes", "fc-ucb-2016:playouts=lanes"],
)
def test_solvers_say_how_their_time_divides(spec: str) -> None:
    game, decision = decided(spec)
    assert decision.work.solving > 0
    assert decision.work.sampling > 0
    assert decision.work.symmetry == 0
    lines = list(Reason(0, game.initial_state(), game.players[0], spec, decision).lines())
    assert any(line.startswith("  time     solving ") and "playouts" in line for line in lines)


def test_searches_without_stages_to_solve_say_nothing_of_it() -> None:
    _, decision = decided("uct")
    assert decision.work == Work()


def test_with_symmetries_canonical_forms_have_their_share() -> None:
    game = ws.load("tictactoe")
    player = builtin().build("mac-ucb-sym:ponder=false")
    player.start(game, game.players[0], Clock.after(20.0, simulations=200))
    work = player.play(Observation(0), Clock(simulations=200)).work
    player.stop(None)
    assert work.symmetry > 0
