"""Asks clingo whether a game has a state or a step with some property; only "no" is a proof."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from woodstock import _core
from woodstock.scsp.game.mutex.group import Group
from woodstock.scsp.game.mutex.step import MOST_GATES
from woodstock.scsp.game.mutex.step_program import StepProgram, is_satisfiable, new_control

SECONDS_PER_GATE = 1e-4  # to hand a step over to the solver, about; a question may have two
PATIENCE = 4.0
"""How much longer it may take to prove that players know the same: that decides which search plays the game, and should not
hang on what else a machine does."""


def is_possible(
    circuit: _core.Circuit, groups: Sequence[Group], ask: Callable[[StepProgram], int], seconds: float
) -> bool | None:
    """Whether what `ask` returns a literal of may hold; None if that is not known in time."""
    if circuit.gate_count > MOST_GATES or circuit.gate_count * SECONDS_PER_GATE > seconds:
        return None
    control = new_control()
    with control.backend() as backend:
        program = StepProgram(backend, circuit, groups)
        program.forbid(-ask(program))
    return is_satisfiable(control, seconds)
