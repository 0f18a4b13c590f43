"""What is found out about a game's symmetries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, cast

from woodstock.compile.vocabulary import Vocabulary
from woodstock.errors import WoodStockError
from woodstock.gdl.terms import Term
from woodstock.symmetry.group import Group
from woodstock.symmetry.permutation import Permutation
from woodstock.symmetry.words import described


class _State(Protocol):
    """`woodstock.game.State` is one."""

    game: Any

    @property
    def fluents(self) -> frozenset[Term]: ...


class _Move(Protocol):
    """`woodstock.game.Move` is one."""

    @property
    def term(self) -> Term: ...


S = TypeVar("S", bound=_State)
M = TypeVar("M", bound=_Move)


class NoSuchThing(WoodStockError):
    """A fluent or a move that the vocabulary does not have."""


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
    """The symmetries of a game. `group` holds what is certain, `all` also what was only tested.

    Iterating goes through the elements of `group`, or through its generators where there are too many elements.

    >>> import woodstock as ws
    >>> game = ws.load("tictactoe")
    >>> found = game.symmetries()
    >>> state = game.initial_state().play({"xplayer": "(mark 1 1)", "oplayer": "noop"})
    >>> len({found.image(element, state) for element in found})
    4
    """

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

    @property
    def elements(self) -> tuple[Permutation, ...]:
        """Of the group; of one that is too large, its generators."""
        return self.group.generators if self.group.elements is None else self.group.elements

    @property
    def with_exchange(self) -> Group:
        """The group together with what exchanges roles."""
        return Group(
            self.vocabulary, (*self.group.generators, *(each.permutation for each in self.exchanging))
        )

    def __iter__(self) -> Iterator[Permutation]:
        return iter(self.elements)

    def image(self, permutation: Permutation, state: S) -> S:
        """Where a permutation takes a state."""
        numbers = self.vocabulary.fluent_number
        try:
            moved = permutation.state(numbers[fluent] for fluent in state.fluents)
        except KeyError as missing:
            raise NoSuchThing(f"{missing.args[0]} is no fluent of {self.game}") from None
        return cast(S, state.game.state(self.vocabulary.fluents[number] for number in moved))

    def canonical(self, state: S) -> S:
        """The one that stands for a state and all its images."""
        numbers = self.vocabulary.fluent_number
        least = self.group.canonical(numbers[fluent] for fluent in state.fluents)
        return cast(S, state.game.state(self.vocabulary.fluents[number] for number in least))

    def move_orbits(self, state: S, role: str, moves: Iterable[M]) -> tuple[tuple[M, ...], ...]:
        """Moves of a role in a state, those together that elements keeping the state take to each other."""
        numbers = self.vocabulary.fluent_number
        still = self.group.stabiliser(numbers[fluent] for fluent in state.fluents)
        index = self.vocabulary.roles.index(str(role))
        by_number = {self.vocabulary.move_numbers[index][move.term]: move for move in moves}
        orbits = still.move_orbits(index, list(by_number))
        return tuple(tuple(by_number[number] for number in orbit) for orbit in orbits)

    def first_move_orbits(self, group: Group | None = None) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Per role, the orbits of its first moves: under what keeps the initial state."""
        still = self.still if group is None else group.stabiliser(self.initial)
        return tuple(still.move_orbits(role, moves) for role, moves in enumerate(self.first_moves))

    def __str__(self) -> str:
        return described(self)
