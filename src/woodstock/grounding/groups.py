"""Mutex groups: sets of fluents of which exactly one, or at most one, holds in every reachable state, proved by
induction.

Candidates come from the fluents' shape: fluents of one name that agree on some arguments (the key) and differ in
the others, as `(cell 1 1 ?)` for every value. Random play discards most false ones. The rest are proved together:
each holds initially, and no legal joint move from a state in which all of them hold leads to one in which some
fails. clingo looks for such a move; what it finds refutes candidates, and when it finds none those left are
invariants (Houdini; compare Helmert 2009, section 5, on invariant synthesis). A group that is not proved in time
is given up, never guessed.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import clingo

from woodstock import _core
from woodstock.gdl.terms import Function, Term

from .completion import Completion

MOST_ARGUMENTS = 6  # the keys of a fluent with n arguments are 2^n subsets


@dataclass(frozen=True, slots=True, order=True)
class Group:
    """Fluents (by number) of which exactly one holds, or at most one if `optional`."""

    fluents: tuple[int, ...]
    optional: bool = False

    @property
    def members(self) -> list[int]:
        """The form the stage template takes: NO_FLUENT stands for "none of them"."""
        return [*self.fluents, _core.NO_FLUENT] if self.optional else list(self.fluents)

    def allows(self, count: int) -> bool:
        return count == 1 or (self.optional and count == 0)


@dataclass(frozen=True, slots=True)
class FluentGroups:
    """Disjoint groups, and how they were found."""

    groups: tuple[Group, ...]
    candidates: int
    refuted_by_play: int
    refuted_by_proof: int
    complete: bool  # False: the time ran out, and what was not proved by then is left out
    seconds: float

    def __str__(self) -> str:
        sizes = [len(group.fluents) for group in self.groups]
        return (
            f"{len(self.groups)} groups of {sum(sizes)} fluents (largest {max(sizes, default=0)}) out of "
            f"{self.candidates} candidates: {self.refuted_by_play} refuted by play, {self.refuted_by_proof} "
            f"by counterexample{'' if self.complete else ', proof out of time'}, {self.seconds:.2f} s"
        )


def fluent_groups(completion: Completion, *, seconds: float = 10.0, seed: int = 0) -> FluentGroups:
    """The groups of a game, proved within the time, or none."""
    start = time.perf_counter()
    circuit = completion.circuit
    candidates = _candidates(completion.fluents, circuit.initial)
    survivors = _survive_play(circuit, candidates, seconds=seconds / 10, seed=seed)
    proved: list[Group] = []
    refuted = 0
    complete = True
    for optional in (False, True):  # the exact groups help to prove the others, which need only fill the gaps
        taken = {fluent for group in proved for fluent in group.fluents}
        open_ = [g for g in survivors if g.optional == optional and taken.isdisjoint(g.fluents)]
        found = _prove(circuit, proved, open_, seconds - (time.perf_counter() - start))
        if found is None:
            complete = False
            break
        refuted += len(open_) - len(found)
        proved += found
        if not optional:
            proved = list(_disjoint(proved, completion.fluents))
    return FluentGroups(
        _disjoint(proved, completion.fluents),
        len(candidates),
        len(candidates) - len(survivors),
        refuted,
        complete,
        time.perf_counter() - start,
    )


def _candidates(fluents: Sequence[Term], initial: Sequence[int]) -> list[Group]:
    """Sets of fluents that agree on a key, and of which the right number holds initially."""
    by_shape: dict[tuple[str, int], list[int]] = {}
    for number, fluent in enumerate(fluents):
        if isinstance(fluent, Function) and len(fluent.args) <= MOST_ARGUMENTS:
            by_shape.setdefault((fluent.name, len(fluent.args)), []).append(number)
    found: dict[Group, None] = {}
    for (_, arity), members in by_shape.items():
        for size in range(arity):
            for key in itertools.combinations(range(arity), size):
                for numbers in _split(fluents, members, key):
                    count = sum(initial[number] for number in numbers)
                    for group in (Group(numbers), Group(numbers, optional=True)):
                        if group.allows(count) and (len(numbers) > 1 or not group.optional):
                            found[group] = None
    return list(found)


def _split(fluents: Sequence[Term], members: Iterable[int], key: tuple[int, ...]) -> list[tuple[int, ...]]:
    groups: dict[tuple[Term, ...], list[int]] = {}
    for number in members:
        fluent = fluents[number]
        assert isinstance(fluent, Function)
        groups.setdefault(tuple(fluent.args[position] for position in key), []).append(number)
    return [tuple(group) for group in groups.values()]


def _survive_play(
    circuit: _core.Circuit, candidates: list[Group], *, seconds: float, seed: int
) -> list[Group]:
    """The candidates that some random play does not refute."""
    generator = random.Random(seed)
    stepper = _core.Stepper(circuit)
    deadline = time.perf_counter() + seconds
    membership: dict[int, list[int]] = {}
    for number, group in enumerate(candidates):
        for fluent in group.fluents:
            membership.setdefault(fluent, []).append(number)
    alive = set(range(len(candidates)))
    state = stepper.initial()
    roles = range(stepper.role_count)
    for _ in range(400):
        if time.perf_counter() > deadline or not alive:
            break
        legal = [stepper.legal(state, role) for role in roles]
        if stepper.terminal(state) or not all(legal):
            state = stepper.initial()
            continue
        state = stepper.play(state, [generator.choice(moves) for moves in legal])
        counts: dict[int, int] = {}
        for fluent in state.fluents():
            for number in membership.get(fluent, ()):
                counts[number] = counts.get(number, 0) + 1
        alive = {number for number in alive if candidates[number].allows(counts.get(number, 0))}
    return [candidates[number] for number in sorted(alive)]


def _prove(
    circuit: _core.Circuit, known: list[Group], candidates: list[Group], seconds: float
) -> list[Group] | None:
    """Drops candidates that are refuted, or take too long, until a pass over those left proves each from all of
    them and the known groups; None if time runs out first."""
    if not candidates:
        return []
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
        first_gate = 1 + circuit.fluent_count + circuit.move_count
        node_count = first_gate + circuit.gate_count
        atoms: list[int] = [backend.add_atom() for _ in range(node_count)]

        def literal(signal: int) -> int:
            return -atoms[signal >> 1] if signal & 1 else atoms[signal >> 1]

        for node in range(1, first_gate):
            backend.add_rule([atoms[node]], [], True)
        for node in range(first_gate, node_count):
            backend.add_rule([atoms[node]], [literal(signal) for signal in circuit.inputs(node)])
        backend.add_rule([], [literal(circuit.terminal)])
        legal = circuit.legal
        for role in range(circuit.role_count):
            moves = range(circuit.role_begin(role), circuit.role_begin(role + 1))
            does = [circuit.move(move) for move in moves]
            for broken in _broken(backend, [literal(signal) for signal in does], optional=False):
                backend.add_rule([], broken)
            for move, signal in zip(moves, does):
                backend.add_rule([], [literal(signal), -literal(legal[move])])

        next_ = circuit.next
        for group in known:
            now = [literal(circuit.fluent(fluent)) for fluent in group.fluents]
            for broken in _broken(backend, now, group.optional):
                backend.add_rule([], broken)
        uses, fails = [], []
        for group in candidates:
            use, fail = backend.add_atom(), backend.add_atom()
            backend.add_rule([use], [], True)
            now = [literal(circuit.fluent(fluent)) for fluent in group.fluents]
            then = [literal(next_[fluent]) for fluent in group.fluents]
            for broken in _broken(backend, now, group.optional):
                backend.add_rule([], [use, *broken])
            for broken in _broken(backend, then, group.optional):
                backend.add_rule([fail], [use, *broken])
            uses.append(use)
            fails.append(fail)
    return uses, fails


def _broken(backend: clingo.Backend, literals: list[int], optional: bool) -> list[list[int]]:
    """The ways to break a group, each a conjunction: several hold, or (unless optional) none does."""
    several, some = backend.add_atom(), backend.add_atom()
    weighted = [(literal, 1) for literal in literals]
    backend.add_weight_rule([several], 2, weighted)
    backend.add_weight_rule([some], 1, weighted)
    return [[several]] if optional else [[several], [-some]]


def _disjoint(groups: list[Group], fluents: Sequence[Term]) -> tuple[Group, ...]:
    """Disjoint groups out of overlapping ones: those first whose key serves most fluents, then larger ones, then
    exact ones."""
    families = {group: _family(group, fluents) for group in groups}
    served: dict[object, set[int]] = {}
    for group, family in families.items():
        served.setdefault(family, set()).update(group.fluents)
    taken: set[int] = set()
    chosen = []
    order = sorted(groups, key=lambda g: (-len(served[families[g]]), -len(g.fluents), g.optional, g.fluents))
    for group in order:
        if taken.isdisjoint(group.fluents):
            taken.update(group.fluents)
            chosen.append(group)
    return tuple(sorted(chosen))


def _family(group: Group, fluents: Sequence[Term]) -> object:
    """The name and the positions in which the members of a group agree."""
    members = [fluents[number] for number in group.fluents]
    first = members[0]
    assert isinstance(first, Function)
    columns = zip(*(member.args for member in members if isinstance(member, Function)))
    return first.name, tuple(len(set(column)) == 1 for column in columns)
