"""Searches on canonical states: every move is named as it is called at the root, lines can be played, values are exact."""

import random
from collections.abc import Callable

import pytest

from tests.players.native_game import named_search
from tests.shared import loaded
from woodstock import _core
from woodstock.compile.compiled import Compiled
from woodstock.game import Game
from woodstock.symmetry.native import canonical

Make = Callable[[Compiled, int], _core.Search]


def uct(compiled: Compiled, role: int) -> _core.Search:
    return named_search("uct").make(compiled.engines, role, {"playouts": 4, "leaves": 4})


def grave(compiled: Compiled, role: int) -> _core.Search:
    return named_search("grave").make(compiled.engines, role, {"playouts": 4, "leaves": 4})


def mac_ucb(compiled: Compiled, role: int) -> _core.Search:
    return _core.MacUcb(compiled.engines, role)


def wide_mac_ucb(compiled: Compiled, role: int) -> _core.Search:
    options = _core.MacUcbOptions()
    options["wide"] = 1
    options["least"] = 16
    return _core.MacUcb(compiled.engines, role, options)


SEARCHES = pytest.mark.parametrize("make", [uct, grave, mac_ucb, wide_mac_ucb])
GAMES = (
    "tictactoe",
    "connect_four",
    "random_tictactoe_2x2",
    "breakthrough",
    "matching_pennies",
    "orchard_small",
)


def compiled_of(game: Game) -> Compiled:
    return game.compiled


@SEARCHES
@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_of_a_root_is_about_that_root(name: str, make: Make) -> None:
    """At every state of a play: all legal moves and no others, a line that can be played, successors that follow."""
    game = loaded(name)
    compiled = compiled_of(game)
    group = canonical(game.symmetries().group)
    assert group.order > 1
    stepper = _core.Stepper(compiled.circuit)
    search = make(compiled, 0)
    assert search.set_symmetry(group)
    source = random.Random(name)
    state = stepper.initial()
    roles = range(len(compiled.roles))
    steps = 0
    while not stepper.terminal(state) and steps < 12:
        search.set_root(state)
        search.run(simulations=3000, seed=steps)
        report = search.report()
        assert [entry.move for entry in report.moves] == sorted(stepper.legal(state, 0))
        after = state
        for joint in report.line:
            assert not stepper.terminal(after)
            assert all(joint[role] in stepper.legal(after, role) for role in roles)
            after = stepper.play(after, joint)
        found = search.successors(state, 0)
        for successor in found:
            assert stepper.play(state, successor.moves) == successor.state
        joints = [tuple(successor.moves) for successor in found]
        assert len(set(joints)) == len(joints)
        state = stepper.play(state, [source.choice(stepper.legal(state, role)) for role in roles])
        steps += 1


@SEARCHES
@pytest.mark.parametrize("name", ["tictactoe", "nim", "tictactoe_2x2", "random_tictactoe_2x2"])
def test_solved_roots_have_the_value_of_the_game(name: str, make: Make) -> None:
    game = loaded(name)
    compiled = compiled_of(game)
    for steps in range(3):
        stepper = _core.Stepper(compiled.circuit)
        source = random.Random(steps)
        state = stepper.initial()
        for _ in range(steps):
            joint = [source.choice(stepper.legal(state, role)) for role in range(len(compiled.roles))]
            state = stepper.play(state, joint)
        values = []
        for with_symmetry in (False, True):
            search = make(compiled, 0)
            if with_symmetry:
                search.set_symmetry(canonical(game.symmetries().group))
            search.set_root(state)
            search.run(simulations=200_000, seed=1)
            report = search.report()
            if report.proven:
                values.append(pytest.approx(report.values, abs=1e-3))
        assert len(values) < 2 or values[0].expected == values[1]


@SEARCHES
def test_fewer_states_are_needed(make: Make) -> None:
    """Tictactoe's 5,478 states are 765 with the square's symmetries."""
    game = loaded("tictactoe")
    compiled = compiled_of(game)
    search = make(compiled, 0)
    search.set_symmetry(canonical(game.symmetries().group))
    search.set_root(_core.Stepper(compiled.circuit).initial())
    search.run(simulations=200_000, seed=1)
    report = search.report()
    assert report.proven
    assert report.values[0] == pytest.approx(50)
    assert report.nodes <= 765
    assert 0 < report.images <= report.forms


def lopsided(compiled: Compiled) -> _core.State:
    """A state of connect_four or breakthrough after each player's first legal move."""
    stepper = _core.Stepper(compiled.circuit)
    state = stepper.initial()
    for _ in range(2):
        state = stepper.play(state, [stepper.legal(state, role)[0] for role in range(len(compiled.roles))])
    return state


@SEARCHES
@pytest.mark.parametrize("name", ["connect_four", "breakthrough"])
def test_below_a_root_without_symmetries_nothing_changes(name: str, make: Make) -> None:
    game = loaded(name)
    compiled = compiled_of(game)
    said = []
    for with_symmetry in (False, True):
        search = make(compiled, 0)
        if with_symmetry:
            search.set_symmetry(canonical(game.symmetries().group))
        search.set_root(lopsided(compiled))
        search.run(simulations=8000, seed=5)
        report = search.report()
        assert not report.forms_used
        said.append((report.nodes, report.samples, [(each.move, each.values) for each in report.moves]))
    assert said[0] == said[1]


@SEARCHES
def test_forms_end_where_a_match_leaves_the_symmetric_states(make: Make) -> None:
    """The tree begins anew, so that none has some states turned and others not."""
    game = loaded("breakthrough")
    compiled = compiled_of(game)
    search = make(compiled, 0)
    search.set_symmetry(canonical(game.symmetries().group))
    search.set_root(_core.Stepper(compiled.circuit).initial())
    search.run(simulations=4000, seed=5)
    assert search.report().forms_used
    made = search.report().forms
    assert made > 0
    search.set_root(lopsided(compiled))
    assert search.report().samples == 0
    search.run(simulations=4000, seed=6)
    assert not search.report().forms_used
    assert search.report().forms == made


@SEARCHES
def test_several_threads_say_the_same_as_one(make: Make) -> None:
    game = loaded("connect_four")
    compiled = compiled_of(game)
    group = canonical(game.symmetries().group)
    said = []
    for threads in (1, 2):
        search = make(compiled, 0)
        search.set_symmetry(group)
        search.set_root(_core.Stepper(compiled.circuit).initial())
        search.run(simulations=4000, seed=3, threads=threads)
        report = search.report()
        said.append([(entry.move, entry.values) for entry in report.moves])
        assert len(report.moves) == 7
    if isinstance(make(compiled, 0), _core.MacUcb):
        assert said[0] == said[1]
