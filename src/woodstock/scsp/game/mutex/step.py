"""Mutex groups proved by the whole step of a game: no legal joint move from a state in which all groups hold leads to
one in which some fails. clingo looks for such a move; what it finds refutes candidates, and when it finds none those left
are invariants (Houdini)."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import clingo

from woodstock import _core
from woodstock.compile.circuit import CircuitAtoms, Nodes
from woodstock.scsp.game.mutex.group import Group

MOST_GATES = 250_000  # handing over a larger step to the solver takes longer than there is time


def prove_in_step(
    circuit: _core.Circuit, known: list[Group], candidates: list[Group], seconds: float
) -> list[Group] | None:
    """Drops candidates that are refuted, or take too long, until a pass over those left proves each from all of
    them and the known groups; None if time runs out first."""
    if not candidates:
        return []
    if seconds <= 0 or circuit.gate_count > MOST_GATES:
        return None
    import clingo

    deadline = time.perf_counter() + seconds
    patience = seconds / 10
    control = clingo.Control(["--warn=none"], logger=lambda *_: None)
    uses, fails = _program(control, circuit, known, candidates)
    active = set(range(len(candidates)))
    stable = False
    while active and not stable:
        stable = True
        for k in sorted(active):
            if k not in active:
                continue
            assumptions = [use if j in active else -use for j, use in enumerate(uses)]
            wait = min(patience, deadline - time.perf_counter())
            if wait <= 0:
                return None
            with control.solve(assumptions=[*assumptions, fails[k]], async_=True, yield_=True) as handle:
                handle.resume()
                finished = handle.wait(wait)
                model = handle.model() if finished else None
                refuted = {k} if not finished else set()
                if model is not None:
                    refuted = {j for j in active if model.is_true(fails[j])}
                handle.cancel()
            if refuted:
                active -= refuted
                stable = False
    return [candidates[k] for k in sorted(active)]


def _program(
    control: clingo.Control, circuit: _core.Circuit, known: list[Group], candidates: list[Group]
) -> tuple[list[int], list[int]]:
    """One step of the game; the literals that switch each candidate on and that say it fails."""
    with control.backend() as backend:
        nodes = Nodes.of(circuit)
        atoms = CircuitAtoms(backend, circuit, range(nodes.gates.stop))
        backend.add_rule([], [atoms.literal(circuit.terminal)])
        legal = circuit.legal
        for role in range(circuit.role_count):
            moves = range(circuit.role_begin(role), circuit.role_begin(role + 1))
            does = [circuit.move(move) for move in moves]
            for ways in broken(backend, atoms.literals(does), optional=False):
                backend.add_rule([], ways)
            for move, signal in zip(moves, does):
                backend.add_rule([], [atoms.literal(signal), -atoms.literal(legal[move])])

        next_ = circuit.next
        for group in known:
            now = atoms.literals(map(circuit.fluent, group.fluents))
            for ways in broken(backend, now, group.optional):
                backend.add_rule([], ways)
        uses, fails = [], []
        for group in candidates:
            use, fail = backend.add_atom(), backend.add_atom()
            backend.add_rule([use], [], True)
            now = atoms.literals(map(circuit.fluent, group.fluents))
            then = atoms.literals(next_[fluent] for fluent in group.fluents)
            for ways in broken(backend, now, group.optional):
                backend.add_rule([], [use, *ways])
            for ways in broken(backend, then, group.optional):
                backend.add_rule([fail], [use, *ways])
            uses.append(use)
            fails.append(fail)
    return uses, fails


def broken(backend: clingo.Backend, literals: list[int], optional: bool) -> list[list[int]]:
    """The ways to break a group, each a conjunction: several hold, or (unless optional) none does."""
    several, some = backend.add_atom(), backend.add_atom()
    weighted = [(literal, 1) for literal in literals]
    backend.add_weight_rule([several], 2, weighted)
    backend.add_weight_rule([some], 1, weighted)
    return [[several]] if optional else [[several], [-some]]
