"""The states that a match may be in, each with its probability: a belief.

Chance plays uniformly, as GDL-II says; of the other roles nothing better is assumed. So a state's probability is the
sum over the ways that lead to it, each the product of 1 / (number of legal moves) over all moves that were not ours.
With complete information there is one state.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from woodstock.game import Move, Role, State

_EQUAL = 1e-9
CONSULTED = 3


@dataclass(frozen=True, slots=True)
class Worlds:
    """States, likeliest first, and their probabilities, which sum to 1."""

    states: tuple[State, ...]
    weights: tuple[float, ...]

    @classmethod
    def only(cls, state: State) -> Worlds:
        return cls((state,), (1.0,))

    @classmethod
    def of(cls, weighted: Mapping[State, float]) -> Worlds:
        """Worlds from states and numbers in proportion to their probabilities."""
        total = sum(weighted.values())
        ordered = sorted(weighted.items(), key=lambda item: -item[1])
        return cls(tuple(state for state, _ in ordered), tuple(weight / total for _, weight in ordered))

    def __len__(self) -> int:
        return len(self.states)

    def __iter__(self) -> Iterator[State]:
        return iter(self.states)

    def items(self) -> Iterator[tuple[State, float]]:
        return zip(self.states, self.weights)

    @property
    def likeliest(self) -> State:
        return self.states[0]

    def legal(self, role: Role) -> tuple[Move, ...]:
        """The role's legal moves: the most probable ones, should the states not agree.

        A role knows its own legal moves, so the likeliest states are enough; others may take long to work out.
        """
        if len(self) == 1:
            return self.likeliest.legal(role)
        chances: dict[Move, float] = {}
        for state, weight in islice(self.items(), CONSULTED):
            for move in state.legal(role):
                chances[move] = chances.get(move, 0.0) + weight
        most = max(chances.values(), default=0.0)
        return tuple(move for move, chance in chances.items() if chance > most - _EQUAL)

    def choice(self, source: random.Random) -> State:
        """A state at random, by its probability."""
        return self.likeliest if len(self) == 1 else source.choices(self.states, self.weights)[0]

    def draw(self, count: int, source: random.Random) -> Worlds:
        """At most `count` states that stand for all of them.

        Systematic resampling: a state is drawn once for each of `count` equally spaced points that fall on it where
        the weights are laid end to end, and weighs as often as it was drawn.
        """
        if len(self) <= count:
            return self
        point, passed = source.random() / count, 0.0
        drawn: dict[State, float] = {}
        for state, weight in self.items():
            passed += weight
            while point < passed:
                drawn[state] = drawn.get(state, 0.0) + 1.0
                point += 1 / count
        return Worlds.of(drawn or {self.likeliest: 1.0})
