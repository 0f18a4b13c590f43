"""Symmetries that syntax hides: guessed from index relations, tested on random plays, proven where that is possible.

The square's group of reversi and the half turn of hex are in neither graph of 004, because counting and path rules run
in one direction. What is only tested says on how many states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from woodstock.deadline import Deadline
from woodstock.gdl import Rulesheet
from woodstock.symmetry.candidates import candidates
from woodstock.symmetry.group import Group
from woodstock.symmetry.permutation import Permutation
from woodstock.symmetry.verify import Judge, Seen, verify

FIRST_LOOK = 25  # states that throw most candidates out
LEAST_STATES = 100  # below which a test says nothing
LEAST_SEEN = 0.25  # of the fluents that a candidate moves, at some time in the sample


@dataclass(frozen=True)
class Hidden:
    """Generators that are not in the group before, each with the states it was tested on."""

    found: tuple[tuple[Permutation, int], ...]
    tried: int
    complete: bool  # every candidate had its turn


def hidden(
    rulesheet: Rulesheet, judge: Judge, sample: Sequence[Seen], known: Group, deadline: Deadline
) -> Hidden:
    """Candidates that commute with the rules on every state of the sample and add to a group."""
    group = known
    found: list[tuple[Permutation, int]] = []
    tried = 0
    if len(sample) < LEAST_STATES:
        return Hidden((), 0, False)
    held = frozenset[int]().union(*(seen.fluents for seen in sample))
    fluents = len(judge.vocabulary.fluents)
    for candidate in candidates(rulesheet, judge.vocabulary):
        if deadline.passed:
            return Hidden(tuple(found), tried, False)
        if candidate is None or not adds(candidate, group):
            continue
        tried += 1
        moved = [thing for thing in candidate.moved() if thing < fluents]
        if sum(fluent in held for fluent in moved) < LEAST_SEEN * len(moved):
            continue
        if not verify(judge, candidate, sample[:FIRST_LOOK], deadline).passed:
            continue
        test = verify(judge, candidate, sample, deadline)
        if test.passed and test.states == len(sample):
            found.append((candidate, test.states))
            group = Group(judge.vocabulary, (*group.generators, candidate))
    return Hidden(tuple(found), tried, True)


def adds(candidate: Permutation, group: Group) -> bool:
    """Whether a permutation is known to be outside a group: not among its elements, or it joins orbits."""
    if group.elements is not None:
        return candidate not in group
    orbits = len(group.orbits_of(range(group.vocabulary.size)))
    joined = Group(group.vocabulary, (*group.generators, candidate), cap=1)
    return len(joined.orbits_of(range(group.vocabulary.size))) < orbits


def needed(found: Sequence[tuple[Permutation, int]], known: Group) -> list[tuple[Permutation, int]]:
    """Those of some generators that the others do not make up for: each costs a proof."""
    kept = list(found)
    whole = _generated(kept, known)
    if whole.elements is None:
        return kept
    for each in found:
        fewer = [other for other in kept if other is not each]
        if _generated(fewer, known).order == whole.order:
            kept = fewer
    return kept


def _generated(found: Sequence[tuple[Permutation, int]], known: Group) -> Group:
    return Group(known.vocabulary, (*known.generators, *(permutation for permutation, _ in found)))
