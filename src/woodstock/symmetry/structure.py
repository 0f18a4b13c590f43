"""The gates of a circuit by what they say, so that it does not matter how conjunctions were factored.

A conjunction of conjunctions is one: `(a b) (c d)` and `(a c) (b d)` have the same literals. Gates with the same literals are
one gate. This alone proves the half turn of hex, whose circuit shares other pairs of places at each end of the board. What
compares gates one by one had better have them as they are (`most_literals=0`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from woodstock import _core
from woodstock.compile.circuit import Nodes
from woodstock.symmetry.permutation import Permutation

FALSE, TRUE = 0, 1
MOST_LITERALS = 64


@dataclass(frozen=True)
class Image:
    """Per node of a circuit the signal of its image: one of the circuit or one of a fresh gate, with its literals."""

    signals: list[int]
    fresh: dict[int, frozenset[int]]

    def signal(self, signal: int) -> int:
        return self.signals[signal >> 1] ^ (signal & 1)


class Structure:
    """The signals that stand for the nodes of a circuit, and those for the nodes of its images."""

    def __init__(self, circuit: _core.Circuit, most_literals: int = MOST_LITERALS) -> None:
        """A conjunction of at most so many literals is made part of those it is in."""
        self._circuit = circuit
        self._most = most_literals
        self.nodes = Nodes.of(circuit)
        self.literals: dict[int, frozenset[int]] = {}  # of the gates that stand for all that say the same
        self.gates: dict[frozenset[int], int] = {}  # and their signals
        self.signals = [2 * node for node in range(self.nodes.gates.start)]
        for gate in self.nodes.gates:
            literals = self._conjunction(gate, self.signals, self.literals)
            if len(literals) > 1 and literals not in self.gates:
                self.gates[literals] = 2 * gate
                self.literals[gate] = literals
            self.signals.append(_standing_for(literals, self.gates))

    def signal(self, signal: int) -> int:
        return self.signals[signal >> 1] ^ (signal & 1)

    def image(self, permutation: Permutation) -> Image:
        """The circuit with its inputs renamed."""
        signals = [FALSE, *(2 * (1 + thing) for thing in permutation.inverse().row)]
        known, gates = dict(self.literals), dict(self.gates)
        fresh: dict[int, frozenset[int]] = {}
        for gate in self.nodes.gates:
            literals = self._conjunction(gate, signals, known)
            if len(literals) > 1 and literals not in gates:
                number = self.nodes.gates.stop + len(fresh)
                gates[literals] = 2 * number
                known[number] = fresh[number] = literals
            signals.append(_standing_for(literals, gates))
        return Image(signals, fresh)

    def _conjunction(
        self, gate: int, signals: list[int], known: Mapping[int, frozenset[int]]
    ) -> frozenset[int]:
        """The literals of a gate whose inputs have signals by now; one of them alone if it is true, false or a copy."""
        found: set[int] = set()
        for signal in self._circuit.inputs(gate):
            literal = signals[signal >> 1] ^ (signal & 1)
            parts = None if literal & 1 else known.get(literal >> 1)
            if parts is not None and len(parts) <= self._most:
                found |= parts
            elif literal != TRUE:
                found.add(literal)
        if FALSE in found or any(literal ^ 1 in found for literal in found):
            return frozenset([FALSE])
        return frozenset(found or [TRUE])


def _standing_for(literals: frozenset[int], gates: Mapping[frozenset[int], int]) -> int:
    return next(iter(literals)) if len(literals) == 1 else gates[literals]
