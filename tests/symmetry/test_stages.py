"""Symmetries of several stages from a state: moves that are alike are worth the same within these (004 §4.2)."""

import random
from functools import cache

import pytest

from tests.shared import loaded
from tests.symmetry.bias import BIASED
from woodstock import loads
from woodstock.compile.completion import Completion
from woodstock.deadline import Deadline
from woodstock.game import Game, State
from woodstock.symmetry.minimax import minimax_stage
from woodstock.symmetry.stages import Stages, stages_of
from woodstock.symmetry.whole import whole_completion


@cache
def completion_of(game: Game) -> Completion:
    completion = whole_completion(game.rulesheet, Deadline.after(20))
    assert completion is not None
    return completion


def stages_from(game: Game, state: State, stages: int) -> tuple[Stages, frozenset[int]]:
    vocabulary = game.symmetries(hidden=False).vocabulary
    fluents = frozenset(vocabulary.fluent_number[fluent] for fluent in state.fluents)
    return stages_of(completion_of(game), vocabulary, fluents, stages, Deadline.after(20)), fluents


def orbits(found: Stages, state: State, role: int) -> tuple[tuple[int, ...], ...]:
    numbers = state.game.symmetries(hidden=False).vocabulary.move_numbers[role]
    return found.group.move_orbits(role, [numbers[move.term] for move in state.legal(state.game.roles[role])])


@pytest.mark.parametrize("stages", [1, 2, 3])
@pytest.mark.parametrize("name", ["tictactoe", "tictactoe_2x2", "random_tictactoe_2x2", "nim"])
def test_moves_that_are_alike_are_worth_the_same(name: str, stages: int) -> None:
    game = loaded(name)
    compiled = game.compiled
    chance = random.Random(name)
    state = game.initial_state()
    merged = 0
    for _ in range(4):
        found, _fluents = stages_from(game, state, stages)
        values = minimax_stage(
            game.stage.template, compiled.circuit.chance_role, compiled.state(state.fluents), depth=stages
        )
        for place, role in enumerate(values.players):
            for orbit in orbits(found, state, role):
                merged += len(orbit) > 1
                for move in orbit[1:]:
                    assert _worths(values.actions, place, move) == _worths(values.actions, place, orbit[0])
        state = state.play(tuple(chance.choice(state.legal(role)) for role in game.roles))
        if state.terminal:
            break
    assert merged or name == "nim"


def _worths(actions: object, place: int, move: int) -> list[object]:
    """What a move is worth with whatever the others do."""
    assert isinstance(actions, dict)
    return sorted(worth for joint, worth in actions.items() if joint[place] == move)


def test_as_alike_as_in_the_whole_game() -> None:
    game = loaded("tictactoe")
    state = game.initial_state()
    found, fluents = stages_from(game, state, 9)
    whole = game.symmetries(hidden=False).group.stabiliser(fluents)
    assert len(orbits(found, state, 0)) == 3
    assert all(
        any(set(orbit) <= set(wider) for wider in orbits(found, state, 0))
        for orbit in whole.move_orbits(0, tuple(range(9)))
    )


LATE = """
(role player) (init (step 1))
(<= (legal player a) (true (step 1))) (<= (legal player b) (true (step 1))) (<= (legal player go) (true (step 2)))
(<= (next (at a)) (does player a)) (<= (next (at b)) (does player b))
(<= (next won) (does player go) (true (at a)))
(<= (next (step 2)) (true (step 1))) (<= (next (step 3)) (true (step 2)))
(<= terminal (true (step 3)))
(<= (goal player 100) (true won)) (<= (goal player 0) (not (true won)))
"""


def test_what_the_next_steps_do_not_reach_is_no_difference() -> None:
    state = loads(LATE).initial_state()
    assert state.game.symmetries().group.is_trivial
    found, _ = stages_from(state.game, state, 1)
    assert len(orbits(found, state, 0)) == 1
    names = [found.group.vocabulary.name(thing) for orbit in found.group.orbits for thing in orbit]
    assert names == ["(at 2 (at a))", "(at 2 (at b))", "(at 1 a)", "(at 1 b)"]
    found, _ = stages_from(state.game, state, 2)
    assert len(orbits(found, state, 0)) == 2


def test_rules_in_other_words_are_the_same() -> None:
    state = loads(BIASED).initial_state()
    found, _ = stages_from(state.game, state, 1)
    assert len(orbits(found, state, 0)) == 1
