"""A circuit as factoring sees it: which nodes hang on clocks alone, on moves alone, on anything else.

Clocks are fluents that change on their own: whose turn it is, a step counter. They belong to no part of a game, and
what they say of a state is known from the number of steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from woodstock import _core
from woodstock.compile.circuit import Nodes, cone
from woodstock.deadline import NO_DEADLINE, Deadline


@dataclass(frozen=True)
class Wiring:
    circuit: _core.Circuit
    deadline: Deadline = NO_DEADLINE
    """By which all that is read off the circuit has to be known."""

    @cached_property
    def nodes(self) -> Nodes:
        return Nodes.of(self.circuit)

    @cached_property
    def inputs(self) -> dict[int, list[int]]:
        """The signals that enter a gate."""
        return {gate: self.circuit.inputs(gate) for gate in self.nodes.gates}

    @cached_property
    def next(self) -> list[int]:
        return list(self.circuit.next)

    @cached_property
    def legal(self) -> list[int]:
        return list(self.circuit.legal)

    @cached_property
    def clocks(self) -> frozenset[int]:
        """Fluents that change on their own."""
        return frozenset(_core.clock_fluents(self.circuit))

    @cached_property
    def of_state(self) -> bytearray:
        """Per node, whether it hangs on a fluent that is no clock."""
        marks = bytearray(self.nodes.gates.stop)
        for fluent in range(len(self.nodes.fluents)):
            marks[1 + fluent] = fluent not in self.clocks
        return self._spread(marks)

    @cached_property
    def of_moves(self) -> bytearray:
        """Per node, whether it hangs on a move."""
        marks = bytearray(self.nodes.gates.stop)
        for node in self.nodes.moves:
            marks[node] = 1
        return self._spread(marks)

    def _spread(self, marks: bytearray) -> bytearray:
        for gate, signals in self.inputs.items():
            marks[gate] = any(marks[signal >> 1] for signal in signals)
        return marks

    @cached_property
    def roles(self) -> list[range]:
        """The moves of each role, counted over all roles."""
        begin = self.circuit.role_begin
        return [range(begin(role), begin(role + 1)) for role in range(self.circuit.role_count)]

    @cached_property
    def move_sets(self) -> dict[int, tuple[int, int]]:
        """Nodes that hang on the moves of one role and on nothing else: the role, and for which of its moves they hold.

        A role makes one move at a time, so a set of moves says all there is to say. Sets are numbers, a bit for each move.
        """
        found: dict[int, tuple[int, int]] = {}
        for role, moves in enumerate(self.roles):
            for place, move in enumerate(moves):
                found[self.nodes.moves[move]] = (role, 1 << place)
        for gate, signals in self.deadline.over(self.inputs.items()):
            known = [found.get(signal >> 1) for signal in signals]
            if any(each is None for each in known):
                continue
            sets = [each for each in known if each is not None]
            role = sets[0][0]
            if any(other != role for other, _ in sets):
                continue
            everything = (1 << len(self.roles[role])) - 1
            held = everything
            for signal, (_, moves_of) in zip(signals, sets):
                held &= everything ^ moves_of if signal & 1 else moves_of
            found[gate] = (role, held)
        return found

    def conjuncts(self, signal: int) -> Iterator[int]:
        """The signals that all have to hold for this one to hold, gates that are conjunctions taken apart."""
        todo = [signal]
        while todo:
            each = todo.pop()
            if each & 1 or each >> 1 not in self.inputs:
                yield each
            else:
                todo.extend(self.inputs[each >> 1])

    def cone(self, signals: Sequence[int]) -> set[int]:
        """All nodes that signals hang on."""
        return cone(self.inputs, signals)
