"""A permutation proven to be a symmetry: one step of the circuit and its image yield the same (SAT, by clingo).

The image of a circuit is the circuit with its inputs renamed. Gates that both share are one, which settles most outputs
at once; for the others a solver looks for a state and moves where they differ. States are held to what is proven of
every reachable one (mutex groups), steps to one legal move for each role. A state where they differ may still be one
that play never reaches; a permutation that needs that for an excuse is given up, as random plays of few games
come to every corner where a wrong one would show.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from woodstock import _core
from woodstock.compile.circuit import CircuitAtoms, Nodes
from woodstock.scsp.game.mutex.group import Group as Mutex
from woodstock.scsp.game.mutex.step import broken
from woodstock.symmetry.permutation import Permutation, Vocabulary

MOST_GATES = 150_000


@dataclass
class Proof:
    """How far a proof came: `proven`, or the reason why not."""

    outputs: int = 0
    by_structure: int = 0
    by_solver: int = 0
    reason: str = ""
    refuted: bool = False

    @property
    def proven(self) -> bool:
        return not self.reason


@dataclass
class Prover:
    """Proves permutations of one game."""

    circuit: _core.Circuit
    vocabulary: Vocabulary
    groups: Iterable[Mutex] = ()
    _gates: dict[frozenset[int], int] = field(default_factory=dict)

    def prove(self, permutation: Permutation, seconds: float) -> Proof:
        deadline = time.monotonic() + seconds
        circuit = self.circuit
        nodes = Nodes.of(circuit)
        if circuit.gate_count > MOST_GATES:
            return Proof(reason=f"{circuit.gate_count:,} gates are too many")
        if circuit.percepts:
            return Proof(reason="what is seen is not compared")
        image, fresh = self._image(permutation, nodes)
        proof = Proof()
        open_pairs: list[tuple[int, int, bool]] = []
        for here, there, step in self._pairs(permutation):
            proof.outputs += 1
            moved = image[there >> 1] ^ (there & 1)
            if moved == here:
                proof.by_structure += 1
            else:
                open_pairs.append((here, moved, step))
        if open_pairs:
            self._solve(open_pairs, fresh, nodes, proof, deadline)
        return proof

    def _image(self, permutation: Permutation, nodes: Nodes) -> tuple[list[int], dict[int, list[int]]]:
        """For every node its image, as a signal: an old node or a new gate."""
        if not self._gates:
            for gate in nodes.gates:
                self._gates.setdefault(frozenset(self.circuit.inputs(gate)), 2 * gate)
        inverse = permutation.inverse().row
        image = [0, *(2 * (1 + thing) for thing in inverse)]
        known = dict(self._gates)
        fresh: dict[int, list[int]] = {}
        for gate in nodes.gates:
            inputs = frozenset(image[s >> 1] ^ (s & 1) for s in self.circuit.inputs(gate))
            found = known.get(inputs)
            if found is None:
                number = nodes.gates.stop + len(fresh)
                found = known[inputs] = 2 * number
                fresh[number] = list(inputs)
            image.append(found)
        return image, fresh

    def _pairs(self, permutation: Permutation) -> Iterable[tuple[int, int, bool]]:
        """An output, the output that must be its image's, and whether it takes a step."""
        circuit = self.circuit
        row, first = permutation.row, len(self.vocabulary.fluents)
        after, legal = circuit.next, circuit.legal
        for fluent, signal in enumerate(after):
            yield signal, after[row[fluent]], True
        for move, signal in enumerate(legal):
            yield signal, legal[row[first + move] - first], False
        yield circuit.terminal, circuit.terminal, False
        goals = {(role, value): signal for role, value, signal in circuit.goals}
        for (role, value), signal in goals.items():
            yield signal, goals.get((permutation.roles[role], value), 0), False

    def _solve(
        self,
        pairs: list[tuple[int, int, bool]],
        fresh: dict[int, list[int]],
        nodes: Nodes,
        proof: Proof,
        deadline: float,
    ) -> None:
        import clingo

        circuit = self.circuit
        control = clingo.Control(["--warn=none"], logger=lambda *_: None)
        with control.backend() as backend:
            atoms = CircuitAtoms(backend, circuit, range(nodes.gates.stop))
            added = {number: backend.add_atom() for number in fresh}

            def literal(signal: int) -> int:
                atom = added.get(signal >> 1)
                return atoms.literal(signal) if atom is None else -atom if signal & 1 else atom

            for number, inputs in fresh.items():
                backend.add_rule([added[number]], [literal(signal) for signal in inputs])
            for group in self.groups:
                now = atoms.literals(map(circuit.fluent, group.fluents))
                for ways in broken(backend, now, group.optional):
                    backend.add_rule([], ways)
            step = backend.add_atom()
            backend.add_rule([step], [], True)
            backend.add_rule([], [step, atoms.literal(circuit.terminal)])
            for role in range(circuit.role_count):
                moves = range(circuit.role_begin(role), circuit.role_begin(role + 1))
                does = [circuit.move(move) for move in moves]
                for ways in broken(backend, atoms.literals(does), optional=False):
                    backend.add_rule([], [step, *ways])
                for move, signal in zip(moves, does):
                    backend.add_rule([], [step, atoms.literal(signal), -atoms.literal(circuit.legal[move])])
            differ = []
            for here, there, stepping in pairs:
                difference = backend.add_atom()
                backend.add_rule([difference], [literal(here), -literal(there)])
                backend.add_rule([difference], [literal(there), -literal(here)])
                differ.append((difference, step if stepping else -step))
        late = 0
        for number, (difference, stepping) in enumerate(differ):
            left = (deadline - time.monotonic()) / max(1, min(5, len(differ) - number))
            if left <= 0:
                late += len(differ) - number
                break
            with control.solve(assumptions=[stepping, difference], async_=True) as handle:
                if not handle.wait(left):
                    handle.cancel()
                    late += 1
                    continue
                if handle.get().satisfiable:
                    proof.reason = "a state with no known reason not to be reached is different"
                    proof.refuted = True
                    return
            proof.by_solver += 1
        if late:
            proof.reason = f"{late} of {proof.outputs} outputs were out of time"
