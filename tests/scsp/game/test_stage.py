"""The stage of a game: its solutions are the engine's joint moves and successors, on every state."""

import itertools

import pytest

from tests.random_play import random_states
from tests.shared import rules_of, shared, shared_games
from woodstock import _core, load
from woodstock.compile.completion import Completion, complete
from woodstock.gdl import parse_kif
from woodstock.grounding import ground
from woodstock.scsp.game.mutex.groups import FluentGroups, fluent_groups

SMALL = ("tictactoe", "pennies", "connect_four", "scissor_paper_rock", "monty_hall", "hanoi", "eight_puzzle")


def completion_of(name: str) -> Completion:
    return complete(ground(rules_of(name)))


def check_agreement(circuit: _core.Circuit, solver: _core.StageSolver, states: list[_core.State]) -> int:
    """Compares terminal, scores, legal moves and successors; the number of solutions compared."""
    stepper = _core.Stepper(circuit)
    roles = range(stepper.role_count)
    compared = 0
    for state in states:
        assert solver.terminal(state) == stepper.terminal(state)
        assert solver.scores(state) == [stepper.goal(state, role) for role in roles]
        if stepper.terminal(state):
            assert solver.solve(state) == []
            continue
        legal = [stepper.legal(state, role) for role in roles]
        if all(legal):
            assert solver.legal(state) == legal
        joint = list(itertools.islice(itertools.product(*legal), 2001))
        if len(joint) <= 2000:
            solutions = [(tuple(s.moves), s.next) for s in solver.solve(state)]
            assert len(solutions) == len(set(solutions))
            assert set(solutions) == {(moves, stepper.play(state, list(moves))) for moves in joint}
            compared += len(solutions)
    return compared


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("grouped", [True, False])
def test_agreement(name: str, grouped: bool) -> None:
    completion = completion_of(name)
    groups = [group.members for group in fluent_groups(completion).groups] if grouped else []
    stage = _core.StageTemplate(completion.circuit, groups)
    states = random_states(_core.Stepper(completion.circuit), 50, seed=1)
    assert check_agreement(completion.circuit, _core.StageSolver(stage), states) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", shared_games())
def test_agreement_on_every_game(name: str) -> None:
    game = load(str(shared("games", f"{name}.kif")))
    if game.compiled is None:
        pytest.skip(f"{name} is not ground: {game.fallback_reason}")
    completion = game.compiled.completion
    groups = [group.members for group in fluent_groups(completion).groups]
    stage = _core.StageTemplate(completion.circuit, groups)
    states = random_states(_core.Stepper(completion.circuit), 50, seed=1)
    check_agreement(completion.circuit, _core.StageSolver(stage), states)


@pytest.mark.parametrize("inference", list(_core.Inference))
@pytest.mark.parametrize("filter_", list(_core.Filter))
def test_every_solver_agrees(inference: _core.Inference, filter_: _core.Filter) -> None:
    completion = completion_of("tictactoe")
    stage = _core.StageTemplate(completion.circuit, [g.members for g in fluent_groups(completion).groups])
    states = random_states(_core.Stepper(completion.circuit), 12, seed=2)
    solver = _core.StageSolver(stage, inference, filter_)
    assert check_agreement(completion.circuit, solver, states) > 0
    assert solver.counters.propagations > 0


def test_singleton_consistency_leaves_the_legal_moves() -> None:
    completion = completion_of("tictactoe")
    solver = _core.StageSolver(_core.StageTemplate(completion.circuit, []))
    state = _core.Stepper(completion.circuit).initial()
    assert solver.legal(state, singleton=True) == solver.legal(state)


def test_deadline_binds() -> None:
    completion = completion_of("connect_four")
    solver = _core.StageSolver(_core.StageTemplate(completion.circuit, []))
    state = _core.Stepper(completion.circuit).initial()
    assert len(solver.solve(state, seconds=60)) == 7


def test_a_state_that_breaks_a_group_is_refused() -> None:
    completion = completion_of("tictactoe")
    stage = _core.StageTemplate(completion.circuit, [g.members for g in fluent_groups(completion).groups])
    with pytest.raises(ValueError, match="mutex group"):
        _core.StageSolver(stage).solve(_core.State(len(completion.fluents), []))


def names(completion: Completion, groups: FluentGroups) -> set[frozenset[str]]:
    return {frozenset(str(completion.fluents[f]) for f in group.fluents) for group in groups.groups}


def test_groups_of_tictactoe() -> None:
    completion = completion_of("tictactoe")
    groups = fluent_groups(completion)
    cells = {
        frozenset(f"(cell {x} {y} {mark})" for mark in "xob")
        for x, y in itertools.product((1, 2, 3), repeat=2)
    }
    assert groups.complete
    assert not any(group.optional for group in groups.groups)
    assert names(completion, groups) == cells | {frozenset(("(control xplayer)", "(control oplayer)"))}


def test_optional_groups_of_connect_four() -> None:
    completion = completion_of("public/connect_four")
    optional = [group for group in fluent_groups(completion).groups if group.optional]
    assert len(optional) == 48
    assert all(len(group.fluents) == 2 for group in optional)


def test_a_group_that_only_play_suggests_is_not_accepted() -> None:
    """`(p 1)` and `(p 2)` exclude each other until the hundredth step, which random play never reaches."""
    steps = "\n".join(f"(succ {i} {i + 1})" for i in range(100))
    text = f"""(role a) (init (step 0)) (init (p 1)) {steps}
      (legal a wait) (<= (legal a go) (true (step ?n)) (true (ready ?n)))
      (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
      (<= (next (p 1)) (true (p 1))) (<= (next (p 2)) (does a go))
      (<= (next (ready ?m)) (true (step ?n)) (succ ?n ?m) (true (step 97)))
      (<= terminal (true (step 100))) (goal a 100)"""
    completion = complete(ground(parse_kif(text)))
    numbers = {str(fluent): number for number, fluent in enumerate(completion.fluents)}
    pair = {numbers["(p 1)"], numbers["(p 2)"]}
    assert not any(pair <= set(group.fluents) for group in fluent_groups(completion, seed=3).groups)
