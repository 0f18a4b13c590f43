"""The joint moves that may have been played in a state, as far as a role was not told them."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from woodstock.belief.likeness import Likeness
from woodstock.belief.observation import Observation
from woodstock.gdl.terms import Term

if TYPE_CHECKING:
    from woodstock.game import Game, Move, Role, State

MOST_TRIES = 64
"""Joint moves tried in a step, for each state that may be kept."""
LISTED = 16
"""Up to so many joint moves, for each state that may be kept, are all listed."""
LIKELY = 8


class HiddenMoves:
    """`limit` is how many states may be kept."""

    def __init__(self, game: Game, role: Role, limit: int, source: random.Random) -> None:
        self._roles = game.roles
        self._role = role
        self._limit = limit
        self._random = source
        self._compared: dict[tuple[Term, ...], Likeness] = {}

    def forget(self) -> None:
        """A step is over: other percepts will come."""
        self._compared = {}

    def likeness(self, entry: Observation) -> Likeness:
        """What moves are compared with; kept, since states often have the same moves."""
        percepts = entry.percepts or ()
        return self._compared.setdefault(percepts, Likeness(percepts))

    def choices(self, world: State, own: Move | None) -> list[Sequence[Move]]:
        """The moves that each role may have made; none if our own was not possible."""
        legal: list[Sequence[Move]] = [world.legal(role) for role in self._roles]
        if own is not None:
            legal[self._role.index] = (own,) if own in legal[self._role.index] else ()
        return legal

    def ranked(self, moves: Sequence[Move], seen: Likeness) -> list[Move]:
        """The moves in random order, those that look like the percepts first."""
        places = seen.first([move.term for move in moves], len(moves), self._random)
        return [moves[place] for place in places]

    def joint(
        self, world: State, own: Move | None, seen: Likeness
    ) -> tuple[Iterator[tuple[Move, ...]], bool]:
        """The joint moves that may have been played, those that look like the percepts first; and whether these are
        all: if there are too many, they are random ones, every other of them from among those."""
        choices = [self.ranked(moves, seen) for moves in self.choices(world, own)]
        total = math.prod(map(len, choices))
        if total > LISTED * self._limit:
            return self._drawn(choices, seen), False
        joint = list(itertools.product(*choices))
        if not seen:
            self._random.shuffle(joint)
        return iter(joint), True

    def _drawn(self, choices: list[list[Move]], seen: Likeness) -> Iterator[tuple[Move, ...]]:
        likely = [moves[:LIKELY] for moves in choices]
        yield tuple(moves[0] for moves in choices)  # should nothing fit, this is the best guess
        for number in range(MOST_TRIES * self._limit):
            yield tuple(map(self._random.choice, likely if seen and number % 2 else choices))
