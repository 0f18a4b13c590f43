"""How the boards of a game end it: what terminal and goals ask of each board, and what one board alone decides.

Günther, Schiffel & Thielscher 2009, §4 (goals and terminal as functions of local concepts). A *concept* is a condition
on one board, or on clocks, of which terminal and goals are made up; they are few even where boards are large, so that
all ways in which concepts can hold are looked at, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from woodstock.factoring.parts import Part, owners
from woodstock.factoring.wiring import Wiring

MOST_CONCEPTS = 16
CLOCK = -2
"""The board of what hangs on clocks alone."""
_SEVERAL = -1

Rows = npt.NDArray[np.bool_]
T = TypeVar("T")


@dataclass(frozen=True)
class Concept:
    """Signals of one board that are only ever asked for together."""

    board: int
    signals: frozenset[int]


class Endings:
    """Terminal and goals of a circuit as functions of concepts."""

    def __init__(self, wiring: Wiring, boards: Sequence[Part]) -> None:
        self._wiring = wiring
        self._owner = owners(wiring, [board.fluents for board in boards])
        circuit = wiring.circuit
        self.outputs = [circuit.terminal, *(signal for _, _, signal in circuit.goals)]
        """Terminal first, then the goals in the order of the circuit."""
        self.goal_rows = [(role, value) for role, value, _ in circuit.goals]
        self._asked: dict[int, set[frozenset[int]]] = {}
        for node in self._mixed_cone():
            self._note(self._inputs(node))
        for signal in self.outputs:
            self._note([signal])
        self._denied: set[int] = set()
        """Negated signals of one board whose parts are concepts themselves."""
        for asked in self._asked.values():
            self._take_apart(asked)

    def _board(self, node: int) -> int:
        return CLOCK if node == 0 else self._owner.get(node, CLOCK)

    def _inputs(self, node: int) -> list[int]:
        return [each for signal in self._wiring.inputs[node] for each in self._opened(signal)]

    def _opened(self, signal: int) -> Iterator[int]:
        """A conjunction of several boards within a conjunction is taken apart."""
        if signal & 1 or self._board(signal >> 1) != _SEVERAL:
            yield signal
            return
        for each in self._wiring.inputs[signal >> 1]:
            yield from self._opened(each)

    def _mixed_cone(self) -> Iterator[int]:
        seen: set[int] = set()
        todo = [signal >> 1 for signal in self.outputs]
        while todo:
            node = todo.pop()
            if node in seen or self._board(node) != _SEVERAL:
                continue
            seen.add(node)
            yield node
            todo.extend(signal >> 1 for signal in self._inputs(node))

    def _note(self, signals: Sequence[int]) -> None:
        for board, group in self._groups(signals).items():
            self._asked.setdefault(board, set()).add(group)

    def _groups(self, signals: Sequence[int]) -> dict[int, frozenset[int]]:
        """Of a conjunction, per board the signals that it asks for."""
        found: dict[int, set[int]] = {}
        for signal in signals:
            board = self._board(signal >> 1)
            if board != _SEVERAL and signal > 1:
                found.setdefault(board, set()).update(self._wiring.conjuncts(signal))
        return {board: frozenset(each) for board, each in found.items()}

    def _take_apart(self, asked: set[frozenset[int]]) -> None:
        """Where one conjunction asks that not all of some signals hold, and another one for some of them."""
        changed = True
        while changed:
            changed = False
            known = frozenset[int]().union(*asked)
            for signal in sorted(known - self._denied):
                inside = frozenset(self._wiring.conjuncts(signal ^ 1))
                if signal & 1 and inside & known:
                    self._denied.add(signal)
                    asked.add(inside)
                    changed = True

    @cached_property
    def concepts(self) -> tuple[Concept, ...]:
        found = []
        for board, sets in sorted(self._asked.items()):
            ordered = sorted(sets, key=sorted)
            used: dict[tuple[bool, ...], list[int]] = {}
            for signal in sorted(frozenset[int]().union(*ordered) - self._denied):
                used.setdefault(tuple(signal in each for each in ordered), []).append(signal)
            found += [Concept(board, frozenset(signals)) for signals in used.values()]
        return tuple(found)

    @property
    def too_many(self) -> bool:
        return len(self.concepts) > MOST_CONCEPTS

    @cached_property
    def rows(self) -> dict[Concept, Rows]:
        """Per concept, in which of all combinations it holds."""
        numbers = np.arange(1 << len(self.concepts))
        return {concept: (numbers >> place & 1).astype(bool) for place, concept in enumerate(self.concepts)}

    def over_concepts(
        self,
        signal: int,
        hold: Callable[[Concept], T],
        both: Callable[[list[T]], T],
        negate: Callable[[T], T],
    ) -> T:
        """A signal put together from its concepts."""
        known: dict[int, T] = {}

        def local(board: int, asked: frozenset[int]) -> T:
            terms = [hold(each) for each in self.concepts if each.board == board and each.signals <= asked]
            for denied in sorted(asked & self._denied):
                terms.append(negate(local(board, frozenset(self._wiring.conjuncts(denied ^ 1)))))
            return both(terms)

        def conjunction(signals: Sequence[int]) -> T:
            terms = [local(board, asked) for board, asked in self._groups(signals).items()]
            if 0 in signals:
                terms.append(negate(both([])))
            terms += [value(each) for each in signals if self._board(each >> 1) == _SEVERAL]
            return both(terms)

        def value(each: int) -> T:
            node = each >> 1
            if self._board(node) != _SEVERAL:
                return conjunction([each])
            if node not in known:
                known[node] = conjunction(self._inputs(node))
            return negate(known[node]) if each & 1 else known[node]

        return value(signal)

    @cached_property
    def table(self) -> list[Rows]:
        """Every output, terminal first, in all combinations of concepts."""
        size = 1 << len(self.concepts)

        def both(terms: list[Rows]) -> Rows:
            return np.logical_and.reduce(terms) if terms else np.ones(size, dtype=bool)

        return [
            self.over_concepts(signal, self.rows.__getitem__, both, np.logical_not) for signal in self.outputs
        ]

    def others(self, board: int) -> tuple[Concept, ...]:
        return tuple(each for each in self.concepts if each.board not in (board, CLOCK))

    def going_on(self, board: int) -> list[frozenset[Concept]]:
        """The ways in which concepts of the other boards can hold while the game may go on: those that do hold."""
        others = self.others(board)
        where = {concept: place for place, concept in enumerate(self.concepts)}
        alive = np.flatnonzero(~self.table[0])
        mask = sum(1 << where[concept] for concept in others)
        views = {int(row) & mask for row in np.unique(alive & mask)}
        return [frozenset(each for each in others if view >> where[each] & 1) for view in sorted(views)]

    def decided(self, board: int) -> bool:
        """Whether goals follow from a board and the clocks wherever the game ends with the others going on."""
        others = self.others(board)
        own = sum(1 << place for place, each in enumerate(self.concepts) if each not in others)
        numbers = np.arange(1 << len(self.concepts))
        allowed = np.zeros(len(numbers), dtype=bool)
        for view in self.going_on(board):
            allowed |= np.logical_and.reduce(
                [self.rows[each] == (each in view) for each in others] or [np.ones(len(numbers), dtype=bool)]
            )
        over = allowed & self.table[0]
        for goal in self.table[1:]:
            yes, no = np.unique(numbers[over & goal] & own), np.unique(numbers[over & ~goal] & own)
            if len(np.intersect1d(yes, no)):
                return False
        return True
