"""States and steps of a game as a logic program, to ask clingo whether one with some property can exist.

States are held to what is proven of every reachable one (mutex groups), so "no" is a proof and "yes" is not: the state
found may be one that play never reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from woodstock import _core
from woodstock.compile.circuit import CircuitAtoms, Nodes
from woodstock.scsp.game.mutex.group import Group
from woodstock.scsp.game.mutex.step import MOST_GATES, broken

if TYPE_CHECKING:
    import clingo

SECONDS_PER_GATE = 1e-4  # to hand a step over to the solver, about; a question may have two


@dataclass(frozen=True)
class Program:
    backend: clingo.Backend
    circuit: _core.Circuit
    groups: Sequence[Group]

    def state(self, *, terminal: bool) -> CircuitAtoms:
        """Any state that the groups allow, terminal or not."""
        atoms = CircuitAtoms(self.backend, self.circuit, range(Nodes.of(self.circuit).gates.stop))
        for group in self.groups:
            now = atoms.literals(map(self.circuit.fluent, group.fluents))
            for ways in broken(self.backend, now, group.optional):
                self.forbid(ways)
        over = atoms.literal(self.circuit.terminal)
        self.forbid([-over if terminal else over])
        return atoms

    def step(self) -> CircuitAtoms:
        """Any such state that goes on, with a legal move of each role."""
        atoms, circuit = self.state(terminal=False), self.circuit
        for role in range(circuit.role_count):
            does = atoms.literals(map(circuit.move, self.moves_of(role)))
            for ways in broken(self.backend, does, optional=False):
                self.forbid(ways)
            for made, legal in zip(does, self.legal_of(role)):
                self.forbid([made, -atoms.literal(legal)])
        return atoms

    def moves_of(self, role: int) -> range:
        return range(self.circuit.role_begin(role), self.circuit.role_begin(role + 1))

    def legal_of(self, role: int) -> list[int]:
        moves = self.moves_of(role)
        return self.circuit.legal[moves.start : moves.stop]

    def forbid(self, literals: Sequence[int]) -> None:
        """Not all of them hold."""
        self.backend.add_rule([], literals)

    def any_of(self, literals: Iterable[int]) -> int:
        found = self.backend.add_atom()
        for literal in literals:
            self.backend.add_rule([found], [literal])
        return found

    def at_least(self, least: int, weighted: Iterable[tuple[int, int]]) -> int:
        """The weights of the literals that hold come to so much."""
        found = self.backend.add_atom()
        self.backend.add_weight_rule([found], least, list(weighted))
        return found

    def differ(self, one: Iterable[int], other: Iterable[int]) -> int:
        """Some literal holds and its partner does not."""
        found = self.backend.add_atom()
        for left, right in zip(one, other, strict=True):
            self.backend.add_rule([found], [left, -right])
            self.backend.add_rule([found], [-left, right])
        return found


def possible(
    circuit: _core.Circuit, groups: Sequence[Group], ask: Callable[[Program], int], seconds: float
) -> bool | None:
    """Whether what `ask` returns a literal of may hold; None if that is not known in time."""
    if circuit.gate_count > MOST_GATES or circuit.gate_count * SECONDS_PER_GATE > seconds:
        return None
    import clingo

    control = clingo.Control(["--warn=none"], logger=lambda *_: None)
    with control.backend() as backend:
        program = Program(backend, circuit, groups)
        program.forbid([-ask(program)])
    with control.solve(async_=True) as handle:
        if not handle.wait(seconds):
            handle.cancel()
            return None
        return bool(handle.get().satisfiable)
