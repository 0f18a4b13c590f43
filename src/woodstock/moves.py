"""Who moves, and what: `Role` and `Move`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import total_ordering

from woodstock.gdl import parse_term
from woodstock.gdl.keywords import CHANCE
from woodstock.gdl.order import natural
from woodstock.gdl.terms import Symbol, Term


@dataclass(frozen=True, slots=True)
class Role:
    """A role and its place in the rulesheet; the chance role moves uniformly at random."""

    name: str
    index: int

    @property
    def is_chance(self) -> bool:
        return self.name == CHANCE

    @property
    def term(self) -> Term:
        return Symbol(self.name)

    def __str__(self) -> str:
        return self.name


@total_ordering
@dataclass(frozen=True, slots=True)
class Move:
    """A move, printed as KIF. Moves are ordered word by word, numbers by value."""

    term: Term

    @classmethod
    def parse(cls, text: str) -> Move:
        """The move that a KIF text such as `(mark 1 1)` stands for."""
        return cls(parse_term(text))

    def __str__(self) -> str:
        return str(self.term)

    def __repr__(self) -> str:
        return f"Move({str(self.term)!r})"

    def __lt__(self, other: Move) -> bool:
        return natural(self.term) < natural(other.term)


def as_move(move: Move | str) -> Move:
    return Move.parse(move) if isinstance(move, str) else move
