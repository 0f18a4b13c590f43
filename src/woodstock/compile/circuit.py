"""Circuits seen from Python: which nodes are what, and what they say as a logic program for clingo.

Node 0 is false. Fluents, moves and gates follow; a gate holds if all its inputs do. A signal is twice its node, and one
more where it is negated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from woodstock import _core

if TYPE_CHECKING:
    import clingo


@dataclass(frozen=True, slots=True)
class Nodes:
    fluents: range
    moves: range
    gates: range

    @classmethod
    def of(cls, circuit: _core.Circuit) -> Nodes:
        moves = 1 + circuit.fluent_count
        gates = moves + circuit.move_count
        return cls(range(1, moves), range(moves, gates), range(gates, gates + circuit.gate_count))


def cone(inputs: Mapping[int, Sequence[int]], signals: Iterable[int]) -> set[int]:
    """All nodes that signals hang on, given the inputs of every gate."""
    found: set[int] = set()
    todo = [signal >> 1 for signal in signals]
    while todo:
        node = todo.pop()
        if node not in found:
            found.add(node)
            todo.extend(signal >> 1 for signal in inputs.get(node, ()))
    return found


class CircuitAtoms:
    """Nodes of a circuit as atoms of a program: gates are as defined, fluents and moves have any value."""

    def __init__(
        self,
        backend: clingo.Backend,
        circuit: _core.Circuit,
        nodes: Iterable[int],
        inputs: Callable[[int], Sequence[int]] | None = None,
    ) -> None:
        self._backend = backend
        self._atoms: dict[int, int] = {node: backend.add_atom() for node in nodes}
        self._atoms.setdefault(0, backend.add_atom())
        inputs = inputs or circuit.inputs
        gates = Nodes.of(circuit).gates
        for node, atom in list(self._atoms.items()):
            if node in gates:
                backend.add_rule([atom], [self.literal(signal) for signal in inputs(node)])
            elif node > 0:
                backend.add_rule([atom], [], True)

    def literal(self, signal: int) -> int:
        """The literal of a signal; a fluent that is not among the nodes is taken in."""
        atom = self._atoms.get(signal >> 1)
        if atom is None:
            atom = self._atoms[signal >> 1] = self._backend.add_atom()
            self._backend.add_rule([atom], [], True)
        return -atom if signal & 1 else atom

    def literals(self, signals: Iterable[int]) -> list[int]:
        return [self.literal(signal) for signal in signals]


def timed(signal: int) -> str:
    """A signal at time T in the text of a program, where `n(node,T)` stands for a node."""
    return f"{'not ' if signal & 1 else ''}n({signal >> 1},T)"


def timed_gates(circuit: _core.Circuit) -> Iterator[str]:
    """The gates at every time T for which `t(T)` holds, as the text of a program."""
    for gate in Nodes.of(circuit).gates:
        yield f"n({gate},T) :- {', '.join(map(timed, circuit.inputs(gate)))}, t(T)."
