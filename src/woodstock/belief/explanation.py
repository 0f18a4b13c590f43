"""What may have happened in a step of which only percepts are known, where the engine is slow.

The moves that look like the percepts are handed to the engine first, then random ones: all at once could be millions of
joint moves, and an engine cannot be stopped.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, cast

from woodstock.belief.likeness import Likeness
from woodstock.clock import Clock
from woodstock.engines.evaluator import Evaluator
from woodstock.engines.reference import Reference
from woodstock.engines.reference.engine import Position
from woodstock.gdl.terms import Term

if TYPE_CHECKING:
    from woodstock.belief.observation import Observation
    from woodstock.game import Game, Move, Role, State

SEEDS = 1 << 30
MOST_JOINT_MOVES = 256
MOST_DRAWS = 8

Choices = Sequence[Sequence["Move"]]
"""The moves that each role may have made."""


@dataclass(frozen=True, slots=True)
class Explanations:
    """Joint moves, how probable each of them was, and whether there are no others."""

    moves: tuple[tuple[Move, ...], ...] = ()
    each: float = 1.0
    complete: bool = True


class Explainer:
    """Asks the reference, the engine that can solve for moves; a random source makes it another draw each time."""

    def __init__(self, game: Game, role: Role, source: random.Random) -> None:
        self._game = game
        self._role = role
        self._random = source

    @classmethod
    def of(cls, game: Game, role: Role, source: random.Random) -> Explainer | None:
        """None where moves are tried as quickly as they are solved for."""
        slow = isinstance(getattr(game, "engine", None), Evaluator | Reference)
        return cls(game, role, source) if slow else None

    @cached_property
    def _reference(self) -> Reference:
        engine = self._game.engine
        return engine if isinstance(engine, Reference) else Reference(self._game.rulesheet)

    def _position(self, world: State) -> Position:
        """The state as the reference has it."""
        if self._reference is self._game.engine:
            return cast(Position, world.position)
        return self._reference.position(world.fluents)

    def agreeing(
        self, world: State, entry: Observation, choices: Choices, seen: Likeness, *, most: int, clock: Clock
    ) -> Explanations:
        """At most so many joint moves after which the role sees what it saw.

        If they are not all, they stand for the others; what was seen is then taken to be usual in that world.
        """
        sizes = fitting(list(map(len, choices)))
        complete = sizes == list(map(len, choices))
        found: list[tuple[Term, ...]] = []
        if not all(choices):
            return Explanations()
        for draw in range(1 if complete else MOST_DRAWS):
            if found or (draw and clock.expired):
                break
            found = self._reference.explain(
                self._position(world),
                self._drawn(choices, sizes, Likeness(()) if draw else seen),
                self._role.index,
                entry.percepts or (),
                most=most,
                seed=self._random.randrange(SEEDS),
            )
        complete = complete and len(found) < most
        among = prod(sizes) if complete else len(found)
        return Explanations(tuple(map(named, found)), 1 / max(1, among), complete)

    def nearest(
        self, world: State, entry: Observation, choices: Choices, seen: Likeness
    ) -> tuple[Move, ...] | None:
        """The joint move that comes nearest to the percepts, of those that look like them."""
        if not all(choices):
            return None
        found = self._reference.nearest(
            self._position(world),
            self._drawn(choices, fitting(list(map(len, choices))), seen),
            self._role.index,
            entry.percepts or (),
            seed=self._random.randrange(SEEDS),
        )
        return None if found is None else named(found)

    def _drawn(self, choices: Choices, sizes: Sequence[int], seen: Likeness) -> list[list[Term]]:
        """So many moves of each role, those that look like what was seen."""
        terms = [[move.term for move in moves] for moves in choices]
        return [
            [each[place] for place in seen.first(each, size, self._random)]
            for each, size in zip(terms, sizes)
        ]


def fitting(sizes: list[int]) -> list[int]:
    """How many moves of each role to take, the longest lists shortened until there are few enough joint moves."""
    while prod(sizes) > MOST_JOINT_MOVES:
        longest = sizes.index(max(sizes))
        sizes[longest] = (sizes[longest] + 1) // 2
    return sizes


def named(joint: Sequence[Term]) -> tuple[Move, ...]:
    from woodstock.game import Move

    return tuple(map(Move, joint))
