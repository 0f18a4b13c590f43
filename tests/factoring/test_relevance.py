"""Fluents that do not matter and moves that do the same, compared with what the game does."""

import random

import pytest

from woodstock import _core, load
from woodstock.factoring import find_factors
from woodstock.factoring.parts import members
from woodstock.game import Game
from woodstock.gdl import parse_kif

LAMP = """
(role r) (init (lamp 0)) (succ 0 1) (succ 1 2) (succ 2 3) (colour red) (colour blue)
(<= (legal r (press ?c)) (colour ?c))
(<= (legal r (paint ?c)) (colour ?c) (not (true (paint ?c))))
(<= (next (lamp ?n)) (does r (press ?c)) (true (lamp ?m)) (succ ?m ?n))
(<= (next (lamp ?n)) (does r (paint ?c)) (true (lamp ?n)))
(<= (next (paint ?c)) (does r (paint ?c)))
(<= (next (pressed ?c)) (does r (press ?c)))
(<= terminal (true (lamp 3)))
(<= (goal r 100) (true (lamp 3)))
(<= (goal r 0) (not (true (lamp 3))))
"""


def test_what_has_no_say_in_the_end_does_not_matter() -> None:
    compiled = Game(parse_kif(LAMP)).compiled
    factors = find_factors(compiled.circuit)
    idle = {str(compiled.fluents[each]) for each in factors.relevance.idle(factors.wiring)}
    assert {"(pressed red)", "(pressed blue)"} <= idle
    # Whether there is anything to paint decides whether one can wait.
    assert not idle & {"(paint red)", "(paint blue)"}


def test_moves_that_do_the_same_to_what_matters_are_alike() -> None:
    compiled = Game(parse_kif(LAMP)).compiled
    names = [str(move) for move in compiled.moves[0]]
    classes = find_factors(compiled.circuit).relevance.classes[0]
    assert {frozenset(names[place] for place in members(each)) for each in classes} == {
        frozenset({"(press blue)", "(press red)"}),
        frozenset({"(paint blue)"}),
        frozenset({"(paint red)"}),
    }


@pytest.mark.parametrize("name", ["nim", "tictactoe", "breakthrough", "orchard_small", "lamp"])
def test_states_alike_in_what_matters_stay_alike(name: str) -> None:
    """Idle fluents are set at random: the same moves are open as classes, and what matters goes on the same."""
    compiled = (Game(parse_kif(LAMP)) if name == "lamp" else load(name)).compiled
    factors = find_factors(compiled.circuit)
    idle = factors.relevance.idle(factors.wiring)
    relevant = factors.relevance.fluents
    stepper = _core.Stepper(compiled.circuit)
    roles = range(len(compiled.roles))
    source = random.Random(2)
    for _ in range(20):
        state = _core.State(len(compiled.fluents), [f for f, b in enumerate(compiled.circuit.initial) if b])
        for _ in range(60):
            if stepper.terminal(state):
                break
            kept = [each for each in state.fluents() if each in relevant]
            other = _core.State(len(compiled.fluents), [*kept, *(f for f in idle if source.random() < 0.5)])
            assert not stepper.terminal(other)
            assert [stepper.goals(other, role) for role in roles] == [
                stepper.goals(state, role) for role in roles
            ]
            joint = [source.choice(stepper.legal(state, role)) for role in roles]
            twin = []
            for role in roles:
                mine = next(each for each in factors.relevance.classes[role] if each >> joint[role] & 1)
                twin.append(source.choice([m for m in stepper.legal(other, role) if mine >> m & 1]))
            state, beside = stepper.play(state, joint), stepper.play(other, twin)
            assert {f for f in state.fluents() if f in relevant} == {
                f for f in beside.fluents() if f in relevant
            }
