"""A permutation proven to be a symmetry: one step of the circuit and its image yield the same (SAT, by clingo).

The image of a circuit is the circuit with its inputs renamed. Gates that say the same in both are one (`structure.py`),
which settles most outputs at once; for the others a solver looks for a state and moves where they differ, and what it does not settle soon is
compared by decision diagrams before it is asked again. States are held to what is proven of every reachable one (mutex
groups), steps to one legal move for each role. A state where they differ may still be one that play never reaches; a
permutation that needs that for an excuse is given up, as random plays of few games come to every corner where a wrong
one would show.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from clingo import Control

from woodstock import _core
from woodstock.compile.vocabulary import Vocabulary
from woodstock.deadline import Deadline
from woodstock.scsp.game.mutex.group import Group as Mutex
from woodstock.scsp.game.mutex.step_program import StepProgram, is_satisfiable, new_control
from woodstock.symmetry.permutation import Permutation
from woodstock.symmetry.structure import Structure
from woodstock.symmetry.sweep import Sweep

MOST_GATES = 150_000
SECONDS_PER_GATE_COMPARED = 1e-5
SECONDS_PER_GATE = 2e-4  # to hand two circuits over to the solver
FIRST_ASKING = 0.05  # of the time: what is different, or equal for a simple reason, shows soon
SWEEPING = 0.5  # of the rest; the solver has what is left


@dataclass
class Proof:
    """How far a proof came: `proven`, or the reason why not."""

    outputs: int = 0
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
    groups: Sequence[Mutex] = ()

    @cached_property
    def _structure(self) -> Structure:
        return Structure(self.circuit)

    @cached_property
    def _gates(self) -> Structure:
        return Structure(self.circuit, most_literals=0)

    def prove(self, permutation: Permutation, deadline: Deadline) -> Proof:
        seconds = deadline.left()
        circuit = self.circuit
        too_many = f"{circuit.gate_count:,} gates are too many for {seconds:.1f} s"
        if circuit.gate_count * SECONDS_PER_GATE_COMPARED > seconds:
            return Proof(reason=too_many)
        if circuit.percepts:
            return Proof(reason="what is seen is not compared")
        outputs = list(self._pairs(permutation))
        image = self._structure.image(permutation)
        open_ = [
            (here, there, step)
            for here, there, step in outputs
            if self._structure.signal(here) != image.signal(there)
        ]
        proof = Proof(len(outputs))
        if open_ and (circuit.gate_count > MOST_GATES or circuit.gate_count * SECONDS_PER_GATE > seconds):
            proof.reason = f"{len(open_)} of {proof.outputs} outputs are open, and {too_many}"
        elif open_:
            image = self._gates.image(permutation)
            pairs = [(self._gates.signal(here), image.signal(there), step) for here, there, step in open_]
            self._solve(pairs, image.fresh, proof, deadline)
        return proof

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
        fresh: Mapping[int, frozenset[int]],
        proof: Proof,
        deadline: Deadline,
    ) -> None:
        control = new_control()
        with control.backend() as backend:
            program = StepProgram(backend, self.circuit, self.groups)
            atoms = program.state()
            added = {number: backend.add_atom() for number in fresh}

            def literal(signal: int) -> int:
                atom = added.get(signal >> 1)
                return atoms.literal(signal) if atom is None else -atom if signal & 1 else atom

            for number, inputs in fresh.items():
                backend.add_rule([added[number]], [literal(signal) for signal in inputs])
            step = program.switch()
            program.take_step(atoms, step)
            differ = [
                (program.differ([literal(here)], [literal(there)]), step if stepping else -step)
                for here, there, stepping in pairs
            ]
        left = _ask(control, differ, range(len(pairs)), proof, deadline.part(FIRST_ASKING))
        if left:
            sweep = Sweep(self._gates, fresh, deadline.part(SWEEPING))
            equal = sweep.equal([pairs[number][:2] for number in left])
            left = [number for number, settled in zip(left, equal) if not settled]
        if left:
            left = _ask(control, differ, left, proof, deadline)
        if left:
            proof.reason = f"{len(left)} of {proof.outputs} outputs were out of time"


def _ask(
    control: Control,
    differ: Sequence[tuple[int, int]],
    pairs: Sequence[int],
    proof: Proof,
    deadline: Deadline,
) -> list[int]:
    """Those of some pairs that a solver leaves open; none where it refutes the whole."""
    late: list[int] = []
    for done, number in enumerate(pairs):
        difference, stepping = differ[number]
        seconds = deadline.on_wall() / min(20, len(pairs) - done)
        with deadline.meter.waiting():
            differs = is_satisfiable(control, seconds, [stepping, difference])
        if differs:
            proof.reason = "a state with no known reason not to be reached is different"
            proof.refuted = True
            return []
        if differs is None:
            late.append(number)
    return late
