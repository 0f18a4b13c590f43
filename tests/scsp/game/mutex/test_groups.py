"""Mutex groups: what small parts of a game prove, the whole step proves as well; no play breaks them."""

import pytest

from tests.random_play import random_states
from woodstock import _core, load
from woodstock.compile.compiled import compile_rules
from woodstock.gdl import parse_kif
from woodstock.scsp.game.mutex import cones, step
from woodstock.scsp.game.mutex.groups import _candidates, _family, _survive_play, fluent_groups
from woodstock.scsp.game.mutex.step import prove_in_step


@pytest.mark.parametrize("name", ["tictactoe", "connect_four", "breakthrough", "nim", "orchard_small"])
def test_cones_prove_no_more_than_the_step(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cones, "LEAST_GATES", 0)
    monkeypatch.setattr(cones, "LEAST_PART", 1)
    compiled = load(name).compiled
    circuit, fluents = compiled.circuit, compiled.fluents
    candidates = _survive_play(circuit, _candidates(fluents, circuit.initial), seconds=1.0, seed=3)
    families = [_family(group, fluents) for group in candidates]
    found = cones.prove_in_cones(circuit, [], candidates, families, 20.0)
    assert found
    whole = prove_in_step(circuit, [], candidates, 20.0)
    assert whole is not None
    assert set(found) <= set(whole)


def test_a_part_that_needs_a_false_group_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Assumptions that are not proved themselves support nothing."""
    monkeypatch.setattr(cones, "LEAST_GATES", 0)
    monkeypatch.setattr(cones, "LEAST_PART", 1)
    compiled = load("tictactoe").compiled
    circuit, fluents = compiled.circuit, compiled.fluents
    wrong = [group for group in _candidates(fluents, circuit.initial) if len(group.fluents) > 9]
    families = [_family(group, fluents) for group in wrong]
    assert cones.prove_in_cones(circuit, [], wrong, families, 20.0) == []


def test_groups_of_a_large_circuit_hold_in_play() -> None:
    compiled = load("reversi").compiled
    assert compiled.circuit.gate_count >= cones.LEAST_GATES
    groups = fluent_groups(compiled.completion, seconds=30.0)
    assert len(groups.groups) == 65  # 64 cells and control
    for state in random_states(_core.Stepper(compiled.circuit), 60, seed=4):
        held = set(state.fluents())
        assert all(group.allows(len(held.intersection(group.fluents))) for group in groups.groups)


def test_without_time_nothing_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cones, "LEAST_GATES", 0)
    compiled = load("tictactoe").compiled
    found = fluent_groups(compiled.completion, seconds=0.0)
    assert not found.groups
    assert not found.complete


def test_where_candidates_would_be_too_many_the_fluents_of_a_name_are_the_only_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled = load("orchard_small").compiled
    every = fluent_groups(compiled.completion)
    monkeypatch.setattr("woodstock.scsp.game.mutex.groups.MOST_MEMBERS", 0)
    few = fluent_groups(compiled.completion)
    assert few.candidates < every.candidates
    assert few.groups == every.groups  # its state is one fluent with three arguments


def test_a_step_too_large_to_hand_over_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step, "MOST_GATES", 10)
    compiled = load("tictactoe").compiled
    found = fluent_groups(compiled.completion)
    assert not found.groups
    assert not found.complete


def test_a_game_that_is_over_at_once_has_no_groups() -> None:
    """Nothing refutes them, but the network would have no stage to read the score from."""
    sheet = parse_kif(
        "(role r) (n a) (n b) (init step) (<= (legal r (go ?x)) (n ?x)) terminal"
        "(<= (next (full ?x ?y)) (n ?x) (n ?y)) (<= (goal r 7) (true (full ?x ?y)))"
    )
    compiled = compile_rules(sheet)
    groups = fluent_groups(compiled.completion).groups
    assert groups == ()
    stage = _core.StageTemplate(compiled.circuit, [group.members for group in groups])
    assert _core.StageSolver(stage).scores(_core.Stepper(compiled.circuit).initial()) == [None]
