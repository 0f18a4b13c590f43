"""Mutex groups proved by the definitions their own fluents depend on.

A group's cone is what the next values of its fluents are computed from: usually a small part of the game. If no values
of the cone's fluents and moves, with the groups among them holding and one move at most per role, break the group at the
next step, then no step of the game does: what is left out could only forbid more. Of legality and of the game going on,
those conditions are taken in that depend on little, as that a cell is empty. Nothing is refuted here; what is not proved
is for `step`.
"""

from __future__ import annotations

import time
from collections.abc import Container, Iterator

from woodstock import _core
from woodstock.compile.circuit import CircuitAtoms, Nodes
from woodstock.scsp.game.mutex.group import Group
from woodstock.scsp.game.mutex.step_program import StepProgram, is_satisfiable, new_control

LEAST_GATES = 12_000  # of a circuit; the whole step of a smaller one is asked about quickly enough
LEAST_PART = 12  # a cone is worth a program of its own if the circuit is this many times as large
MOST_CONE_NODES = 8_000  # of any cone: larger ones take longer than they are worth
MOST_FAILURES = 4  # more than successes, in a family
MOST_CONDITION_NODES = 40  # of a condition of legality


def prove_in_cones(
    circuit: _core.Circuit,
    known: list[Group],
    candidates: list[Group],
    families: list[object],
    seconds: float,
) -> list[Group]:
    """The candidates that hold because of each other and the known groups. Where several of a family (groups of one
    shape) could not be proved, the others are not tried."""
    if circuit.gate_count < LEAST_GATES:
        return []
    deadline = time.perf_counter() + seconds
    cones = _Cones(circuit, known, candidates)
    supports: dict[int, set[int]] = {}  # per candidate proved, the candidates its proof assumes
    failures: dict[object, int] = {}
    for number, family in enumerate(families):
        if time.perf_counter() > deadline:
            break
        if failures.get(family, 0) >= MOST_FAILURES:
            continue
        support = cones.prove(number, None, deadline)
        if support is not None:
            supports[number] = support
        failures[family] = failures.get(family, 0) + (1 if support is None else -1)
    while unsupported := [number for number, support in supports.items() if not support <= supports.keys()]:
        for number in unsupported:  # what it assumed may not have been needed
            support = cones.prove(number, supports.keys(), deadline)
            if support is None:
                del supports[number]
            else:
                supports[number] = support
    return [candidates[number] for number in supports]


class _Cones:
    def __init__(self, circuit: _core.Circuit, known: list[Group], candidates: list[Group]) -> None:
        self._circuit = circuit
        self._next = circuit.next
        self._candidates = candidates
        self._nodes = Nodes.of(circuit)
        self._roles = [circuit.role_begin(role) for role in range(circuit.role_count + 1)]
        self._most = min(circuit.gate_count // LEAST_PART, MOST_CONE_NODES)
        self._inputs: dict[int, list[int]] = {}
        self._legal = circuit.legal
        self._conditions: dict[int, list[tuple[int, frozenset[int]]]] = {}
        self._goes_on = circuit.terminal ^ 1
        # The groups of each fluent: a known one has no number.
        self._groups: dict[int, list[tuple[int | None, Group]]] = {}
        numbered = [*((None, group) for group in known), *enumerate(candidates)]
        for number, group in numbered:
            for fluent in group.fluents:
                self._groups.setdefault(fluent, []).append((number, group))

    def prove(self, number: int, allowed: Container[int] | None, deadline: float) -> set[int] | None:
        """The candidates that a proof of one assumes, out of those allowed; None if its cone does not prove it
        before the deadline."""
        if time.perf_counter() > deadline:
            return None

        group = self._candidates[number]
        nodes = self._cone([self._next[fluent] >> 1 for fluent in group.fluents], self._most)
        if nodes is None:
            return None
        conditions = self._conditions_in(nodes)
        control = new_control()
        with control.backend() as backend:
            program = StepProgram(backend, self._circuit)
            atoms = CircuitAtoms(backend, self._circuit, nodes, self._inputs_of)
            for move, signal in conditions:
                made = [] if move is None else [atoms.literal(2 * move)]
                program.forbid(*made, -atoms.literal(signal))
            for moves in self._moves(nodes):
                for ways in program.broken(atoms.literals(2 * move for move in moves), optional=True):
                    program.forbid(*ways)
            support = set()
            assumed = {
                (other, part.fluents, part.optional): part
                for node in nodes
                if node in self._nodes.fluents
                for other, part in self._groups.get(node - 1, ())
                if other is None or allowed is None or other in allowed
            }
            for (other, _, _), part in assumed.items():
                if other is not None:
                    support.add(other)
                program.keep(atoms, part)
            then = atoms.literals(self._next[fluent] for fluent in group.fluents)
            program.forbid(-program.any_way(program.broken(then, optional=group.optional)))
        return support if is_satisfiable(control, deadline - time.perf_counter()) is False else None

    def _conditions_in(self, nodes: set[int]) -> list[tuple[int | None, int]]:
        """(move, signal): what must hold if the move of the cone is made, or at any rate. Extends the cone by what
        these conditions depend on."""
        found: list[tuple[int | None, int]] = []
        moves = [node for node in nodes if node in self._nodes.moves]
        demands = [(move, self._legal[move - self._nodes.moves.start]) for move in moves]
        for move, demand in demands:
            for signal, cone in self._necessary(demand):
                nodes |= cone
                found.append((move, signal))
        fluents = {node for node in nodes if node in self._nodes.fluents}
        for signal, cone in self._necessary(self._goes_on):
            if not fluents.isdisjoint(cone):
                nodes |= cone
                found.append((None, signal))
        return found

    def _necessary(self, signal: int) -> list[tuple[int, frozenset[int]]]:
        """Small conditions that hold whenever the signal does, with the nodes each depends on."""
        known = self._conditions.get(signal)
        if known is None:
            known = []
            open_ = [signal]
            while open_:
                part = open_.pop()
                if part & 1 == 0 and part >> 1 in self._nodes.gates:  # all inputs hold
                    open_ += self._inputs_of(part >> 1)
                    continue
                cone = self._cone([part >> 1], MOST_CONDITION_NODES)
                if cone is not None and part >> 1 > 0:
                    known.append((part, frozenset(cone)))
            self._conditions[signal] = known
        return known

    def _inputs_of(self, node: int) -> list[int]:
        inputs = self._inputs.get(node)
        if inputs is None:
            inputs = self._inputs[node] = list(self._circuit.inputs(node))
        return inputs

    def _cone(self, roots: list[int], most: int) -> set[int] | None:
        nodes: set[int] = set()
        open_ = list(roots)
        while open_:
            node = open_.pop()
            if node in nodes:
                continue
            nodes.add(node)
            if len(nodes) > most:
                return None
            if node in self._nodes.gates:
                open_ += [signal >> 1 for signal in self._inputs_of(node)]
        return nodes

    def _moves(self, nodes: set[int]) -> Iterator[list[int]]:
        """The moves of the cone, per role with several."""
        for begin, end in zip(self._roles, self._roles[1:]):
            moves = self._nodes.moves[begin:end]
            inside = (
                [node for node in moves if node in nodes]
                if len(moves) < len(nodes)
                else [node for node in nodes if node in moves]
            )
            if len(inside) > 1:
                yield inside
