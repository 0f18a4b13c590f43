"""Parts of a game: fluents that only ever influence each other, and how moves act on each part.

Cox, Schkufza, Madsen & Genesereth 2009, Factoring general games using propositional automata, §3; Günther, Schiffel &
Thielscher 2009, Factoring general games, §3. They look at rules; here the compiled definitions are looked at, in which
every fluent has one function of fluents and moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from woodstock.factoring.wiring import Wiring


class Union:
    """Sets of numbers that are joined and never taken apart."""

    def __init__(self, size: int) -> None:
        self._above = list(range(size))

    def find(self, number: int) -> int:
        while self._above[number] != number:
            self._above[number] = self._above[self._above[number]]
            number = self._above[number]
        return number

    def join(self, one: int, other: int) -> None:
        self._above[self.find(one)] = self.find(other)


def related_fluents(wiring: Wiring) -> list[list[int]]:
    """The fluents but clocks, two of them together if one is needed for the other's next value, or both for
    whether a move is legal in a way that cannot be told apart."""
    union = Union(wiring.nodes.gates.stop)
    of_state = wiring.of_state
    changing = [fluent for fluent in range(len(wiring.nodes.fluents)) if fluent not in wiring.clocks]
    needed = [wiring.next[fluent] for fluent in changing]
    for fluent in changing:
        if of_state[wiring.next[fluent] >> 1]:
            union.join(1 + fluent, wiring.next[fluent] >> 1)
    # What a condition of a move hangs on belongs together; several conditions need not.
    conditions = {each for signal in wiring.legal for each in wiring.conjuncts(signal)}
    for node in wiring.cone([*needed, *conditions]):
        if of_state[node]:
            for signal in wiring.inputs.get(node, ()):
                if of_state[signal >> 1]:
                    union.join(node, signal >> 1)
    found: dict[int, list[int]] = {}
    for fluent in changing:
        found.setdefault(union.find(1 + fluent), []).append(fluent)
    return list(found.values())


def refined(sets: Iterable[int], everything: int) -> list[int]:
    """The coarsest partition of a set that tells apart what any of these sets does."""
    marks: dict[int, list[int]] = {place: [] for place in members(everything)}
    for number, each in enumerate(sets):
        inside = each & everything
        # A set and what is outside it tell the same things apart.
        for place in members(min(inside, everything ^ inside, key=int.bit_count)):
            marks[place].append(number)
    classes: dict[tuple[int, ...], int] = {}
    for place, marked in marks.items():
        classes[tuple(marked)] = classes.get(tuple(marked), 0) | 1 << place
    return list(classes.values())


def members(numbers: int) -> Iterator[int]:
    """The places of the bits of a set, in order."""
    while numbers:
        lowest = numbers & -numbers
        yield lowest.bit_length() - 1
        numbers ^= lowest


def is_product(one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether each class of one partition meets each of the other."""
    return all(a & b for a in one for b in other)


@dataclass(frozen=True)
class Part:
    """Fluents with what moves do to them: per role, sets of moves that the part's functions tell apart."""

    fluents: frozenset[int]
    distinctions: tuple[frozenset[int], ...]

    def classes(self, role: int, among: int) -> list[int]:
        """Moves of a role that mean the same to this part."""
        return refined(sorted(self.distinctions[role]), among)

    def __or__(self, other: Part) -> Part:
        together = zip(self.distinctions, other.distinctions)
        return Part(self.fluents | other.fluents, tuple(mine | yours for mine, yours in together))


def part_of(wiring: Wiring, fluents: Sequence[int], owner: dict[int, int], number: int) -> Part:
    """The part that these fluents form: `owner` says to which part a node of the state belongs."""
    distinctions: list[set[int]] = [set() for _ in wiring.roles]
    seen: set[int] = set()
    todo = [wiring.next[fluent] >> 1 for fluent in fluents]
    while todo:
        node = todo.pop()
        if node in seen or not wiring.of_moves[node]:
            continue
        seen.add(node)
        if node in wiring.move_sets:
            role, moves = wiring.move_sets[node]
            distinctions[role].add(moves)
        else:
            todo.extend(signal >> 1 for signal in wiring.inputs[node])
    for role, moves_of in enumerate(wiring.roles):
        demanding: dict[int, int] = {}
        wiring.deadline.check()
        for place, move in enumerate(moves_of):
            for each in wiring.conjuncts(wiring.legal[move]):
                if owner.get(each >> 1) == number:
                    demanding[each] = demanding.get(each, 0) | 1 << place
        distinctions[role].update(demanding.values())
    return Part(frozenset(fluents), tuple(map(frozenset, distinctions)))


def owners(wiring: Wiring, groups: Sequence[Iterable[int]]) -> dict[int, int]:
    """Per node that hangs on fluents of one group and of no other, the number of that group; -1 for several."""
    owner = {1 + fluent: number for number, fluents in enumerate(groups) for fluent in fluents}
    for gate, signals in wiring.inputs.items():
        here = {owner[signal >> 1] for signal in signals if signal >> 1 in owner}
        if here:
            owner[gate] = here.pop() if len(here) == 1 else -1
    return owner


def parts(wiring: Wiring) -> list[Part]:
    """All parts, as small as they are."""
    groups = related_fluents(wiring)
    if len(groups) < 2:
        return [Part(frozenset(fluents), tuple(frozenset[int]() for _ in wiring.roles)) for fluents in groups]
    owner = owners(wiring, groups)
    return [part_of(wiring, fluents, owner, number) for number, fluents in enumerate(groups)]
