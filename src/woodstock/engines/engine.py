"""What a game needs from an engine: the few questions that `Game` and `State` ask.

An engine has positions of its own kind; to everybody else they are opaque, immutable and hashable. Roles
are numbered in the order of the rulesheet. Moves come in `natural` order, so that one seed makes the
same choices on every engine.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Protocol, TypeVar

from woodstock.gdl.terms import Term

P = TypeVar("P", bound=Hashable)

Percepts = tuple[tuple[Term, ...], ...]
"""Per role, what it sees on a step."""


class Engine(Protocol[P]):
    @property
    def name(self) -> str:
        """How the engine is called on the command line."""

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles' names in order."""

    def initial(self) -> P: ...

    def position(self, fluents: Iterable[Term]) -> P:
        """The position in which exactly these fluents hold; an UnknownFluent error if there is none."""

    def fluents(self, position: P) -> frozenset[Term]: ...

    def hash(self, position: P) -> int:
        """A 64-bit number that depends on the fluents only, the same in every process."""

    def terminal(self, position: P) -> bool: ...

    def goals(self, position: P, role: int) -> tuple[int, ...]:
        """Every goal value that holds; a sound rulesheet has one where the game is over."""

    def legal(self, position: P, role: int) -> tuple[Term, ...]: ...

    def play(self, position: P, moves: Sequence[Term]) -> tuple[P, Percepts]:
        """The next position after legal moves, one per role, and what everybody sees on the way."""
