"""A game's rules compiled to the native core: ground program, completion, circuit, stepper and lanes.

Every engine of the core works with numbers: fluents are numbered as in `fluents`, moves per role as in `moves`.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import cached_property

from woodstock import _core
from woodstock.gdl import Rulesheet
from woodstock.gdl.terms import Term
from woodstock.grounding import Completion, GroundProgram, Limits, complete, ground


@dataclass(frozen=True)
class Compiled:
    program: GroundProgram
    completion: Completion
    circuit: _core.Circuit
    seconds: dict[str, float] = field(default_factory=dict, compare=False)  # by pass

    @property
    def roles(self) -> tuple[str, ...]:
        return self.completion.roles

    @property
    def fluents(self) -> tuple[Term, ...]:
        return self.completion.fluents

    @property
    def moves(self) -> tuple[tuple[Term, ...], ...]:
        return self.completion.moves

    @property
    def percepts(self) -> tuple[Term, ...]:
        return self.completion.percepts

    @cached_property
    def fluent_number(self) -> dict[Term, int]:
        return {term: number for number, term in enumerate(self.fluents)}

    @cached_property
    def move_numbers(self) -> tuple[dict[Term, int], ...]:
        return tuple({term: number for number, term in enumerate(moves)} for moves in self.moves)


def compile_rules(rulesheet: Rulesheet, limits: Limits | None = None) -> Compiled:
    """Ground, complete and compile a rulesheet; raises GroundingError where a limit is hit."""
    start = time.perf_counter()
    program = ground(rulesheet, limits)
    grounded = time.perf_counter()
    completion = complete(program)
    completed = time.perf_counter()
    circuit = completion.circuit
    seconds = {
        "grounding": grounded - start,
        "completion": completed - grounded,
        "circuit": time.perf_counter() - completed,
    }
    return Compiled(program, completion, circuit, seconds)
