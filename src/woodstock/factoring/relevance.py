"""What of a game matters: fluents that can have a say in how it ends or what may be done, and moves that differ in them.

A fluent matters if terminal, goals or percepts hang on it, if the next value of one that matters does, or if it decides
whether some class of moves is open; moves that do the same to all that matters are one class, of which one needs to be
searched. (Haufe & Thielscher and others call this the removal of irrelevant features; Cox et al. 2009, §3, drop parts
without a goal.)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from woodstock.factoring.parts import Part, refined
from woodstock.factoring.wiring import Wiring


@dataclass(frozen=True)
class Relevance:
    """The fluents that matter, and per role the classes of moves (as sets) that do the same to all of them."""

    fluents: frozenset[int]
    classes: tuple[tuple[int, ...], ...]
    distinctions: tuple[frozenset[int], ...]

    def idle(self, wiring: Wiring) -> list[int]:
        """The fluents that do not matter."""
        return [fluent for fluent in range(len(wiring.nodes.fluents)) if fluent not in self.fluents]

    @property
    def alike(self) -> int:
        """How many moves another one stands for."""
        return sum(each.bit_count() - 1 for classes in self.classes for each in classes)

    @property
    def part(self) -> Part:
        return Part(self.fluents, self.distinctions)


def relevance(wiring: Wiring) -> Relevance:
    circuit = wiring.circuit
    ends = [circuit.terminal, *(row[2] for row in circuit.goals), *(row[2] for row in circuit.percepts)]
    possible = [_ever_legal(wiring, role) for role in range(len(wiring.roles))]
    cone: set[int] = set()
    _grow(wiring, cone, ends)
    while True:
        wiring.deadline.check()
        distinctions = _distinctions(wiring, cone)
        classes = [refined(sorted(sets), among) for sets, among in zip(distinctions, possible)]
        wanted = [
            wiring.legal[move]
            for role, among in enumerate(classes)
            if len(among) > 1
            for each in among
            for move in _closed(wiring, role, each)
        ]
        before = len(cone)
        _grow(wiring, cone, wanted)
        if len(cone) == before:
            fluents = frozenset(node - 1 for node in cone if node in wiring.nodes.fluents)
            return Relevance(fluents, tuple(map(tuple, classes)), tuple(map(frozenset, distinctions)))


def _ever_legal(wiring: Wiring, role: int) -> int:
    return sum(1 << place for place, move in enumerate(wiring.roles[role]) if wiring.legal[move] != 0)


def _closed(wiring: Wiring, role: int, moves: int) -> list[int]:
    """The moves of a class, unless one of them is always legal."""
    members = [move for place, move in enumerate(wiring.roles[role]) if moves >> place & 1]
    return [] if any(wiring.legal[move] == 1 for move in members) else members


def _grow(wiring: Wiring, cone: set[int], signals: Iterable[int]) -> None:
    """Adds what signals hang on, and what the next values of fluents among that hang on."""
    todo = [signal >> 1 for signal in signals]
    while todo:
        node = todo.pop()
        if node in cone:
            continue
        cone.add(node)
        todo.extend(signal >> 1 for signal in wiring.inputs.get(node, ()))
        if node in wiring.nodes.fluents:
            todo.append(wiring.next[node - 1] >> 1)


def _distinctions(wiring: Wiring, cone: set[int]) -> list[set[int]]:
    """Per role the sets of moves that what matters tells apart."""
    found: list[set[int]] = [set() for _ in wiring.roles]
    users = [
        signal for node in cone if node not in wiring.move_sets for signal in wiring.inputs.get(node, ())
    ]
    following = [wiring.next[node - 1] for node in cone if node in wiring.nodes.fluents]
    seen = [row[2] for row in wiring.circuit.percepts]
    for signal in (*users, *following, *seen):
        if signal >> 1 in wiring.move_sets:
            role, moves = wiring.move_sets[signal >> 1]
            found[role].add(moves)
    return found
