"""Permutations of a game: what a symmetry does to roles, fluents and moves (004 §3.1).

Fluents and the moves of each role are numbered as in a vocabulary. A move of role r goes to a move of the role that r
goes to; a structural symmetry of 004 fixes every role.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import lcm

from woodstock.compile.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Permutation:
    """`row[i]` is where thing i goes, fluents first, then the moves of each role; `roles[r]` is where role r goes."""

    row: tuple[int, ...]
    roles: tuple[int, ...]

    @classmethod
    def identity(cls, vocabulary: Vocabulary) -> Permutation:
        return cls(tuple(range(vocabulary.size)), tuple(range(len(vocabulary.roles))))

    @property
    def is_identity(self) -> bool:
        return all(place == image for place, image in enumerate(self.row)) and not self.exchanges_roles

    @property
    def exchanges_roles(self) -> bool:
        return any(place != image for place, image in enumerate(self.roles))

    def then(self, other: Permutation) -> Permutation:
        """First this one, then the other."""
        row = other.row
        return Permutation(
            tuple([row[image] for image in self.row]), tuple(other.roles[r] for r in self.roles)
        )

    def inverse(self) -> Permutation:
        return Permutation(_inverse(self.row), _inverse(self.roles))

    def order(self) -> int:
        """How often it has to be done until everything is back in its place."""
        return lcm(*(len(cycle) for cycle in (*cycles(self.row), *cycles(self.roles))), 1)

    def state(self, fluents: Iterable[int]) -> frozenset[int]:
        """The image of a state, given and returned as the fluents that hold."""
        row = self.row
        return frozenset([row[fluent] for fluent in fluents])

    def moved(self) -> list[int]:
        return [place for place, image in enumerate(self.row) if place != image]


def _inverse(row: Sequence[int]) -> tuple[int, ...]:
    result = [0] * len(row)
    for place, image in enumerate(row):
        result[image] = place
    return tuple(result)


def cycles(row: Sequence[int]) -> list[tuple[int, ...]]:
    """The cycles of a permutation that are longer than one."""
    seen = bytearray(len(row))
    found = []
    for start, image in enumerate(row):
        if seen[start] or image == start:
            continue
        cycle = [start]
        seen[start] = 1
        while not seen[image]:
            seen[image] = 1
            cycle.append(image)
            image = row[image]
        found.append(tuple(cycle))
    return found
