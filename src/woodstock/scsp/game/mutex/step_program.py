"""States and steps of a game as a logic program, to ask clingo whether one with some property can exist.

States are held to what is proven of every reachable one (mutex groups), so "no" is a proof and "yes" is not: the state
found may be one that play never reaches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from woodstock import _core
from woodstock.compile.circuit import CircuitAtoms, Nodes
from woodstock.scsp.game.mutex.group import Group

if TYPE_CHECKING:
    import clingo


@dataclass(frozen=True)
class StepProgram:
    backend: clingo.Backend
    circuit: _core.Circuit
    groups: Sequence[Group] = ()

    def state(self) -> CircuitAtoms:
        """Any state in which the groups hold, with any moves."""
        atoms = CircuitAtoms(self.backend, self.circuit, range(Nodes.of(self.circuit).gates.stop))
        for group in self.groups:
            self.keep(atoms, group)
        return atoms

    def terminal_state(self) -> CircuitAtoms:
        atoms = self.state()
        self.forbid(-atoms.literal(self.circuit.terminal))
        return atoms

    def step(self) -> CircuitAtoms:
        """Any such state that goes on, with a legal move of each role."""
        atoms = self.state()
        self.take_step(atoms)
        return atoms

    def keep(self, atoms: CircuitAtoms, group: Group, *when: int) -> None:
        """The group holds in the state, if all the literals of `when` do."""
        now = atoms.literals(map(self.circuit.fluent, group.fluents))
        for ways in self.broken(now, optional=group.optional):
            self.forbid(*when, *ways)

    def take_step(self, atoms: CircuitAtoms, *when: int) -> None:
        """The state goes on, and each role makes one move, a legal one, if all the literals of `when` hold."""
        self.forbid(*when, atoms.literal(self.circuit.terminal))
        for role in range(self.circuit.role_count):
            does = atoms.literals(map(self.circuit.move, self.moves_of(role)))
            for ways in self.broken(does, optional=False):
                self.forbid(*when, *ways)
            for made, legal in zip(does, atoms.literals(self.legal_of(role))):
                self.forbid(*when, made, -legal)

    def moves_of(self, role: int) -> range:
        return range(self.circuit.role_begin(role), self.circuit.role_begin(role + 1))

    def legal_of(self, role: int) -> list[int]:
        moves = self.moves_of(role)
        return self.circuit.legal[moves.start : moves.stop]

    def forbid(self, *literals: int) -> None:
        """Not all of them hold."""
        self.backend.add_rule([], literals)

    def switch(self) -> int:
        """A literal that may hold or not."""
        found = self.backend.add_atom()
        self.backend.add_rule([found], [], True)
        return found

    def broken(self, literals: Iterable[int], *, optional: bool) -> list[list[int]]:
        """The ways to break a group, each a conjunction: several hold, or (unless optional) none does."""
        weighted = [(literal, 1) for literal in literals]
        several = self.at_least(2, weighted)
        return [[several]] if optional else [[several], [-self.at_least(1, weighted)]]

    def any_of(self, literals: Iterable[int]) -> int:
        return self.any_way([literal] for literal in literals)

    def any_way(self, ways: Iterable[Sequence[int]]) -> int:
        """All literals of one of the ways hold."""
        found = self.backend.add_atom()
        for way in ways:
            self.backend.add_rule([found], way)
        return found

    def at_least(self, least: int, weighted: Iterable[tuple[int, int]]) -> int:
        """The weights of the literals that hold come to so much."""
        found = self.backend.add_atom()
        self.backend.add_weight_rule([found], least, list(weighted))
        return found

    def differ(self, one: Iterable[int], other: Iterable[int]) -> int:
        """Some literal holds and its partner does not."""
        pairs = zip(one, other, strict=True)
        return self.any_way(way for left, right in pairs for way in ([left, -right], [-left, right]))


def new_control() -> clingo.Control:
    import clingo

    return clingo.Control(["--warn=none"], logger=lambda *_: None)


def is_satisfiable(control: clingo.Control, seconds: float, assumptions: Sequence[int] = ()) -> bool | None:
    """Whether the program has a model; None if that is not known in time."""
    with control.solve(assumptions=assumptions, async_=True) as handle:
        if not handle.wait(max(seconds, 0.0)):  # less than nothing would be for ever
            handle.cancel()
            return None
        return bool(handle.get().satisfiable)
