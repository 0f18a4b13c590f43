"""What is found out about a game's symmetries."""

from __future__ import annotations

from dataclasses import dataclass

from woodstock.symmetry.group import Group
from woodstock.symmetry.permutation import Permutation, Vocabulary
from woodstock.symmetry.words import described


@dataclass(frozen=True)
class Symmetry:
    """A generator and how it is known: `construction`, `proven` or `tested`; always tested on some states."""

    permutation: Permutation
    known_by: str
    states: int

    @property
    def certain(self) -> bool:
        return self.known_by != "tested"


@dataclass(frozen=True)
class Refused:
    """A permutation that was given up: an automorphism of a graph that fails a test, or a guess that a solver refutes."""

    permutation: Permutation
    reason: str
    guessed: bool = False


@dataclass(frozen=True)
class Symmetries:
    """The symmetries of a game. `group` holds what is certain, `all` also what was only tested."""

    game: str
    graph: str
    vocabulary: Vocabulary
    found: tuple[Symmetry, ...]
    exchanging: tuple[Symmetry, ...]  # exchange roles, with the values they get
    refused: tuple[Refused, ...]
    structure: Group  # of the graph alone
    group: Group
    all: Group
    still: Group  # what of all keeps the initial state
    initial: frozenset[int]
    first_moves: tuple[tuple[int, ...], ...]  # per role
    vertices: int = 0
    edges: int = 0
    seconds: float = 0.0
    graph_seconds: float = 0.0  # of these, until the group of the graph was known
    notes: tuple[str, ...] = ()

    def first_move_orbits(self, group: Group | None = None) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Per role, the orbits of its first moves: under what keeps the initial state."""
        still = self.still if group is None else group.stabiliser(self.initial)
        return tuple(still.move_orbits(role, moves) for role, moves in enumerate(self.first_moves))

    def __str__(self) -> str:
        return described(self)
