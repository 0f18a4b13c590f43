"""Outputs of a circuit and of its image compared from the inputs upwards, gate by gate.

Gates over the same inputs that agree on random ones may be the same; decision diagrams tell, and equal gates become one, so that what is
above them is compared by its structure. This settles outputs that count: a solver would have to try all sums.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from woodstock.compile.circuit import cone
from woodstock.deadline import Deadline
from woodstock.symmetry.bdd import Diagrams, TooLarge
from woodstock.symmetry.structure import Structure

PATTERNS = 512
MOST_NODES = 1_500_000
MOST_INPUTS = 400


class Sweep:
    """The gates of a circuit, and those of its image that are not among them."""

    def __init__(self, structure: Structure, fresh: Mapping[int, frozenset[int]], deadline: Deadline) -> None:
        self._deadline = deadline
        self._nodes = structure.nodes
        self._inputs = {
            gate: sorted(literals)
            for known in (structure.literals, fresh)
            for gate, literals in known.items()
        }
        self._own = tuple(structure.literals)
        self._gates = dict(structure.gates)
        self._fresh = fresh
        self._diagrams = Diagrams(MOST_NODES)
        self._edges: dict[int, int] = {0: 1}
        self._same: dict[int, int] = {}  # gate of the image -> signal of the circuit

    def equal(self, pairs: Sequence[tuple[int, int]]) -> list[bool]:
        """For pairs of a signal of the circuit and one of the image, whether they are proven to be equal."""
        if (
            self._nodes.moves.stop > MOST_INPUTS
            and self._support([there for _, there in pairs]) > MOST_INPUTS
        ):
            return [False] * len(pairs)
        values, below = self._simulated()
        alike: dict[tuple[int, int], list[int]] = {}
        everything = (1 << PATTERNS) - 1
        mine = cone(self._inputs, [here for here, _ in pairs])
        for gate in self._own:
            if gate in mine:
                alike.setdefault((values[gate], below[gate]), []).append(2 * gate)
                alike.setdefault((values[gate] ^ everything, below[gate]), []).append(2 * gate + 1)
        theirs = cone(self._inputs, [there for _, there in pairs])
        try:
            for gate in self._fresh:
                if gate in theirs:
                    self._merge(gate, alike.get((values[gate], below[gate]), ()))
                    if self._deadline.passed:
                        break
        except (TooLarge, RecursionError):
            pass
        return [self._resolved(there) == here for here, there in pairs]

    def _merge(self, gate: int, others: Sequence[int]) -> None:
        """Join a gate of the image with one of the circuit, by its inputs or by its diagram."""
        inputs = frozenset(map(self._resolved, self._inputs[gate]))
        found = self._gates.get(inputs)
        if found is not None and found >> 1 != gate:
            self._same[gate] = found
            return
        self._gates[inputs] = 2 * gate
        for other in others:
            if self._edge(2 * gate) == self._edge(other):
                self._same[gate] = other
                return

    def _resolved(self, signal: int) -> int:
        found = self._same.get(signal >> 1)
        return signal if found is None else found ^ (signal & 1)

    def _edge(self, signal: int) -> int:
        """The diagram of a signal."""
        todo = [signal >> 1]
        while todo:
            node = todo[-1]
            if node in self._edges:
                todo.pop()
            elif node not in self._inputs:
                self._edges[node] = self._diagrams.variable(node)
            else:
                below = [self._resolved(each) for each in self._inputs[node]]
                missing = [each >> 1 for each in below if each >> 1 not in self._edges]
                if missing:
                    todo.extend(missing)
                    continue
                edge = 0
                for each in below:
                    edge = self._diagrams.both(edge, self._edges[each >> 1] ^ (each & 1))
                    if self._deadline.passed:
                        raise TooLarge("out of time")
                self._edges[node] = edge
        return self._edges[signal >> 1] ^ (signal & 1)

    def _simulated(self) -> tuple[dict[int, int], dict[int, int]]:
        """Values of all nodes on random inputs, of which each holds more or less often; the inputs below each."""
        chance = random.Random("sweep")
        values = {0: 0}
        for node in range(1, self._nodes.moves.stop):
            values[node] = chance.getrandbits(PATTERNS)
            for bias in range(2):  # a quarter is all of one bias, a quarter of the other
                mask = ((1 << PATTERNS // 4) - 1) << (bias * PATTERNS // 4)
                other = chance.getrandbits(PATTERNS)
                values[node] = values[node] & (other | ~mask) if bias else values[node] | (other & mask)
        everything = (1 << PATTERNS) - 1
        below = {node: 1 << node for node in values}
        for node in (*self._own, *self._fresh):
            value, inputs = everything, 0
            for signal in self._inputs[node]:
                value &= values[signal >> 1] ^ (everything if signal & 1 else 0)
                inputs |= below[signal >> 1]
            values[node], below[node] = value, inputs
        return values, below

    def _support(self, signals: Sequence[int]) -> int:
        return sum(node not in self._inputs for node in cone(self._inputs, signals))
