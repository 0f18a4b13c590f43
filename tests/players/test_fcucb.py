import pytest

from tests.players.native_game import DICE, NIM, PENNIES, compiled, searched, signature, stepper
from woodstock import _core
from woodstock.players.catalogue import builtin
from woodstock.players.macucb import SOLVERS, build_search


@pytest.mark.parametrize("name", [NIM, PENNIES, DICE, "tictactoe", "connect_four"])
def test_every_solver_gives_the_same_search(name):
    searches = (build_search(compiled(name), 0, _core.MacUcbOptions(), solver) for solver in SOLVERS)
    start = stepper(name).initial()
    lanes, mac, fc = (signature(searched(search, start, simulations=1500)) for search in searches)
    assert lanes == mac == fc


def test_fc_ucb_solves_by_forward_checking():
    kind = {each.name: each for each in builtin()}["fc-ucb"]
    assert {option.name: option.default for option in kind.options}["solver"] == "fc"
    assert builtin().build("fc-ucb:solver=mac,c=0.2") is not None
