"""What a compiled game speaks of by number: roles, fluents and moves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from woodstock.gdl.terms import Term


@dataclass(frozen=True)
class Vocabulary:
    """The game's own roles, fluents and moves, in its own order."""

    roles: tuple[str, ...]
    fluents: tuple[Term, ...]
    moves: tuple[tuple[Term, ...], ...]  # per role

    @cached_property
    def fluent_number(self) -> dict[Term, int]:
        return {term: number for number, term in enumerate(self.fluents)}

    @cached_property
    def move_numbers(self) -> tuple[dict[Term, int], ...]:
        return tuple({term: number for number, term in enumerate(moves)} for moves in self.moves)

    @cached_property
    def first_move(self) -> tuple[int, ...]:
        """Per role, how many things are counted before its first move when all are counted in one row."""
        starts = [len(self.fluents)]
        for moves in self.moves:
            starts.append(starts[-1] + len(moves))
        return tuple(starts)

    @property
    def size(self) -> int:
        """Fluents and moves together."""
        return self.first_move[-1]

    def name(self, thing: int) -> str:
        """A fluent or, with its role where there are several, a move by its place in the one row."""
        if thing < len(self.fluents):
            return str(self.fluents[thing])
        role = max(number for number, start in enumerate(self.first_move[:-1]) if start <= thing)
        move = self.moves[role][thing - self.first_move[role]]
        return f"{self.roles[role]} {move}" if len(self.roles) > 1 else str(move)
