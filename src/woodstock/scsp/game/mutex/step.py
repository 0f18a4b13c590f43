"""Mutex groups proved by the whole step of a game: no legal joint move from a state in which all groups hold leads to
one in which some fails. clingo looks for such a move; what it finds refutes candidates, and when it finds none those left
are invariants (Houdini)."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import clingo

from woodstock import _core
from woodstock.scsp.game.mutex.group import Group
from woodstock.scsp.game.mutex.step_program import StepProgram, new_control

MOST_GATES = 250_000  # handing over a larger step to the solver takes longer than there is time


def prove_in_step(
    circuit: _core.Circuit, known: list[Group], candidates: list[Group], seconds: float
) -> list[Group] | None:
    """Drops candidates that are refuted, or take too long, until a pass over those left proves each from all of
    them and the known groups; None if time runs out first."""
    if not candidates:
        return []
    if seconds <= 0 or circuit.gate_count > MOST_GATES:
        return None
    deadline = time.perf_counter() + seconds
    patience = seconds / 10
    control = new_control()
    uses, fails = _program(control, circuit, known, candidates)
    active = set(range(len(candidates)))
    stable = False
    while active and not stable:
        stable = True
        for k in sorted(active):
            if k not in active:
                continue
            assumptions = [use if j in active else -use for j, use in enumerate(uses)]
            wait = min(patience, deadline - time.perf_counter())
            if wait <= 0:
                return None
            with control.solve(assumptions=[*assumptions, fails[k]], async_=True, yield_=True) as handle:
                handle.resume()
                finished = handle.wait(wait)
                model = handle.model() if finished else None
                refuted = {k} if not finished else set()
                if model is not None:
                    refuted = {j for j in active if model.is_true(fails[j])}
                handle.cancel()
            if refuted:
                active -= refuted
                stable = False
    return [candidates[k] for k in sorted(active)]


def _program(
    control: clingo.Control, circuit: _core.Circuit, known: list[Group], candidates: list[Group]
) -> tuple[list[int], list[int]]:
    """One step of the game; the literals that switch each candidate on and that say it fails."""
    uses, fails = [], []
    with control.backend() as backend:
        program = StepProgram(backend, circuit, known)
        step, after = program.step(), circuit.next
        for group in candidates:
            use = program.switch()
            program.keep(step, group, use)
            then = step.literals(after[fluent] for fluent in group.fluents)
            ways = program.broken(then, optional=group.optional)
            uses.append(use)
            fails.append(program.any_way([use, *way] for way in ways))
    return uses, fails
