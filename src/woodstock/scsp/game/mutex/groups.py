"""Mutex groups: sets of fluents of which exactly one, or at most one, holds in every reachable state, proved by
induction.

Candidates come from the fluents' shape: fluents of one name that agree on some arguments (the key) and differ in
the others, as `(cell 1 1 ?)` for every value. Random play discards most false ones. The rest are proved together:
each holds initially, and no joint move from a state in which all of them hold leads to one in which some fails. Most
are proved by the few definitions their own fluents depend on (`cones`), the others by the whole step of the game
(`step`); compare Helmert 2009, section 5, on invariant synthesis. A group that is not proved in time is given up,
never guessed.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from woodstock import _core
from woodstock.compile.completion import Completion
from woodstock.gdl.terms import Function, Term
from woodstock.scsp.game.mutex.cones import prove_in_cones
from woodstock.scsp.game.mutex.group import Group
from woodstock.scsp.game.mutex.step import prove_in_step

PROOF_SECONDS = 5.0  # unless the caller says otherwise
MOST_ARGUMENTS = 6  # the keys of a fluent with n arguments are 2^n subsets
MOST_MEMBERS = 1_000_000  # of all candidates of a name; where there are more, only all its fluents are one


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


def fluent_groups(completion: Completion, *, seconds: float = PROOF_SECONDS, seed: int = 0) -> FluentGroups:
    """The groups of a game that are proved within the time."""
    start = time.perf_counter()
    circuit = completion.circuit

    def left() -> float:
        return seconds - (time.perf_counter() - start)

    candidates = _candidates(completion.fluents, circuit.initial) if _can_begin(circuit) else []
    survivors = _survive_play(circuit, candidates, seconds=seconds / 10, seed=seed)
    # The exact groups help to prove the others, which need only fill the gaps.
    exact = [group for group in survivors if not group.optional]
    loose = [group for group in survivors if group.optional]
    families = {group: _family(group, completion.fluents) for group in survivors}
    proved = prove_in_cones(circuit, [], exact, [families[group] for group in exact], left())
    beside = _beside(proved, loose)
    proved += prove_in_cones(circuit, proved, beside, [families[group] for group in beside], left())
    refuted = 0
    complete = True
    for candidates_left in (exact, loose):
        open_ = _beside(proved, candidates_left)
        found = prove_in_step(circuit, proved, open_, left())
        if found is None:
            complete = False
            break
        refuted += len(open_) - len(found)
        proved += found
    proved = list(_disjoint(proved, completion.fluents))
    return FluentGroups(
        tuple(proved),
        len(candidates),
        len(candidates) - len(survivors),
        refuted,
        complete,
        time.perf_counter() - start,
    )


def _can_begin(circuit: _core.Circuit) -> bool:
    """Whether a move can be made at first. Else all groups hold for lack of steps, and the stage's next state, which
    is part of the network all the same, may break them."""
    stepper = _core.Stepper(circuit)
    initial = stepper.initial()
    return not stepper.terminal(initial) and all(
        stepper.legal(initial, role) for role in range(stepper.role_count)
    )


def _beside(proved: list[Group], candidates: list[Group]) -> list[Group]:
    """The candidates none of whose fluents is in a group already."""
    taken = {fluent for group in proved for fluent in group.fluents}
    return [group for group in candidates if taken.isdisjoint(group.fluents)]


def _candidates(fluents: Sequence[Term], initial: Sequence[int]) -> list[Group]:
    """Sets of fluents that agree on a key, and of which the right number holds initially."""
    by_shape: dict[tuple[str, int], list[int]] = {}
    for number, fluent in enumerate(fluents):
        if isinstance(fluent, Function) and len(fluent.args) <= MOST_ARGUMENTS:
            by_shape.setdefault((fluent.name, len(fluent.args)), []).append(number)
    found: dict[Group, None] = {}
    for (_, arity), members in by_shape.items():
        for size in range(arity if len(members) << arity <= MOST_MEMBERS else 1):
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
        groups.setdefault(tuple(fluent.args[place] for place in key), []).append(number)
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
    quiet = 0  # steps since play last refuted one
    for _ in range(400):
        if time.perf_counter() > deadline or not alive or quiet >= 120:
            break
        quiet += 1
        legal = [stepper.legal(state, role) for role in roles]
        if stepper.terminal(state) or not all(legal):
            state = stepper.initial()
            continue
        state = stepper.play(state, [generator.choice(moves) for moves in legal])
        counts: dict[int, int] = {}
        for fluent in state.fluents():
            for number in membership.get(fluent, ()):
                counts[number] = counts.get(number, 0) + 1
        held = {number for number in alive if candidates[number].allows(counts.get(number, 0))}
        quiet = quiet if held == alive else 0
        alive = held
    return [candidates[number] for number in sorted(alive)]


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
    """The name and the places in which the members of a group agree."""
    members = [fluents[number] for number in group.fluents]
    first = members[0]
    assert isinstance(first, Function)
    columns = zip(*(member.args for member in members if isinstance(member, Function)))
    return first.name, tuple(len(set(column)) == 1 for column in columns)
