"""The moves that playouts come to prefer, as people may read them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from woodstock import _core
from woodstock.compile.compiled import Compiled


@dataclass(frozen=True, slots=True)
class RankedMove:
    """A move, under which conditions, and how far behind the best it is: every rank halves its chances, about."""

    move: str
    conditions: tuple[str, ...]
    rank: int

    def __str__(self) -> str:
        return f"{self.move} if {' and '.join(self.conditions)}" if self.conditions else self.move


@dataclass(frozen=True, slots=True)
class PreferredMoves:
    """Of a role, the best first."""

    role: str
    moves: tuple[RankedMove, ...]

    def lines(self, most: int) -> Iterator[str]:
        """As many of the best and of the worst."""
        few = self.moves[: 2 * most] if len(self.moves) <= 2 * most else ()
        for words, moves in (
            ("prefers", few or self.moves[:most]),
            ("avoids", () if few else self.moves[-most:]),
        ):
            if moves:
                yield f"{self.role} {words}, by rank:"
            for move in moves:
                yield f"  {move.rank}  {move}"


def preferred_moves(compiled: Compiled, preferred: _core.PreferredPlay) -> list[PreferredMoves]:
    """Of all roles but chance; moves of which nothing is known are ranked in the middle."""
    begins = [0, *accumulate(len(moves) for moves in compiled.moves)]
    found = []
    for role, moves in enumerate(compiled.moves):
        if role == compiled.circuit.chance_role:
            continue
        ranked = [
            RankedMove(str(move), conditions, rank)
            for number, move in enumerate(moves)
            for conditions, rank in _leaves(compiled, preferred.ranking(begins[role] + number))
        ]
        ranked.sort(key=lambda each: each.rank)
        found.append(PreferredMoves(str(compiled.roles[role]), tuple(ranked)))
    return found


def _leaves(
    compiled: Compiled, nodes: list[tuple[int, int, int, int]], at: int = 0, before: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], int]]:
    fluent, without, with_it, rank = nodes[at]
    if fluent < 0:
        yield before, rank
        return
    name = str(compiled.fluents[fluent])
    yield from _leaves(compiled, nodes, with_it, (*before, name))
    yield from _leaves(compiled, nodes, without, (*before, f"not {name}"))
