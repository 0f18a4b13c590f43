from __future__ import annotations

import pytest

from tests.players.native_game import DICE, NIM, PENNIES, compiled, searched, stepper
from woodstock import _core
from woodstock.players.catalogue import builtin
from woodstock.players.macucb import SOLVERS, build_search


def signature(name, solver, simulations):
    search = build_search(compiled(name), 0, _core.MacUcbOptions(), solver)
    report = searched(search, stepper(name).initial(), simulations=simulations)
    return (
        report.chosen,
        report.samples,
        report.stages,
        report.nodes,
        [(move.move, move.visits, move.values, move.proven) for move in report.moves],
        report.line,
    )


@pytest.mark.parametrize(
    ("name", "simulations"),
    [(NIM, 1500), (PENNIES, 1500), (DICE, 1500), ("tictactoe", 1500), ("connect_four", 1500)],
)
def test_every_solver_gives_the_same_search(name, simulations):
    lanes, mac, fc = (signature(name, solver, simulations) for solver in SOLVERS)
    assert lanes == mac == fc


def test_fc_ucb_solves_by_forward_checking():
    kind = {each.name: each for each in builtin()}["fc-ucb"]
    assert {option.name: option.default for option in kind.options}["solver"] == "fc"
    assert builtin().build("fc-ucb:solver=mac,c=0.2") is not None
