"""Groups of permutations: closed up to a cap, orbits, stabilisers (002 §4, 004 §4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from woodstock.compile.vocabulary import Vocabulary
from woodstock.symmetry.permutation import Permutation

CAP = 1000
"""Elements up to which a group is closed; above it the generators have to do."""
CLOSING_WORK = 20_000_000
"""Images written while closing: a group of large permutations is closed less far."""


@dataclass(frozen=True)
class Group:
    """The group that some permutations generate. `known_order` is its order where the graph told it."""

    vocabulary: Vocabulary
    generators: tuple[Permutation, ...] = ()
    known_order: int | None = None
    cap: int = CAP

    @cached_property
    def elements(self) -> tuple[Permutation, ...] | None:
        """Every element, the identity first; None where there are more than the cap."""
        first = Permutation.identity(self.vocabulary)
        most = min(self.cap, max(64, CLOSING_WORK // max(1, self.vocabulary.size)))
        if self.known_order is not None and self.known_order > most:
            return None
        known = {first: None}
        new = [first]
        while new:
            before, new = new, []
            for element in before:
                for generator in self.generators:
                    product = element.then(generator)
                    if product not in known:
                        if len(known) >= most:
                            return None
                        known[product] = None
                        new.append(product)
        return tuple(known)

    @property
    def order(self) -> int | None:
        """How many elements there are; None where there are more than the cap and nothing told the number."""
        return len(self.elements) if self.elements is not None else self.known_order

    @property
    def is_trivial(self) -> bool:
        return not self.generators

    @cached_property
    def orbits(self) -> tuple[tuple[int, ...], ...]:
        """Fluents and moves by orbit, those that never move left out."""
        return tuple(orbit for orbit in self.orbits_of(range(self.vocabulary.size)) if len(orbit) > 1)

    def orbits_of(self, things: Iterable[int]) -> tuple[tuple[int, ...], ...]:
        """The orbits that meet these things, with only these in them."""
        leader = list(range(self.vocabulary.size))

        def find(thing: int) -> int:
            while leader[thing] != thing:
                leader[thing] = leader[leader[thing]]
                thing = leader[thing]
            return thing

        for generator in self.generators:
            for place, image in enumerate(generator.row):
                if place != image:
                    leader[find(place)] = find(image)
        found: dict[int, list[int]] = {}
        for thing in things:
            found.setdefault(find(thing), []).append(thing)
        return tuple(map(tuple, found.values()))

    def move_orbits(self, role: int, moves: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """The orbits of some moves of a role, by the numbers of the moves."""
        start = self.vocabulary.first_move[role]
        found = self.orbits_of(start + move for move in moves)
        return tuple(tuple(thing - start for thing in orbit) for orbit in found)

    def stabiliser(self, state: Iterable[int]) -> Group:
        """The elements that keep a state; of a group that is not closed, those generators that do."""
        kept = frozenset(state)
        among = self.generators if self.elements is None else self.elements
        fixing = tuple(each for each in among if not each.is_identity and each.state(kept) == kept)
        if self.elements is None:
            return Group(self.vocabulary, fixing, cap=self.cap)
        return Group(self.vocabulary, few_generators(self.vocabulary, fixing), len(fixing) + 1, self.cap)

    def canonical(self, state: Iterable[int]) -> tuple[int, ...]:
        """The least image of a state; over the generators alone where the group is not closed (a miss is safe)."""
        best = tuple(sorted(state))
        if self.elements is not None:
            return min(tuple(sorted(element.state(best))) for element in self.elements)
        while True:
            images = [tuple(sorted(generator.state(best))) for generator in self.generators]
            least = min([best, *images])
            if least == best:
                return best
            best = least

    def __contains__(self, element: Permutation) -> bool:
        return element in self._members

    @cached_property
    def _members(self) -> frozenset[Permutation]:
        return frozenset(self.elements or ())


def few_generators(
    vocabulary: Vocabulary, elements: Sequence[Permutation], cap: int = CAP
) -> tuple[Permutation, ...]:
    """Elements of a group that generate all of them, taken in order."""
    chosen: list[Permutation] = []
    reached = {Permutation.identity(vocabulary)}
    for element in elements:
        if element in reached:
            continue
        chosen.append(element)
        closed = Group(vocabulary, tuple(chosen), cap=cap).elements
        if closed is None:
            return tuple(elements)
        reached = set(closed)
    return tuple(chosen)
