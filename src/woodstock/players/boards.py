"""Games of several boards that are played at the same time: a search for each board, and one that goes by them.

Which games are such is proven on their definitions (`factoring`); all others are searched as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from woodstock import _core
from woodstock.compile.compiled import Compiled
from woodstock.factoring import Factors, find_factors

MOST_GATES = 30_000
"""Of a circuit: to look for boards in a larger one takes seconds that a start clock may not have."""
PROOF_SHARE = 0.2
"""Of each decision, spent on what is forced on the board: boards race, so the shortest win and the longest loss count."""


class BoardsOfGame:
    """What boards a game is made of, found once for the game that was asked about last."""

    def __init__(self) -> None:
        self._known: tuple[Compiled, Factors] | None = None

    def factors(self, compiled: Compiled) -> Factors:
        if self._known is None or self._known[0] is not compiled:
            self._known = compiled, find_factors(compiled.circuit)
        return self._known[1]


def search_of_boards(
    build: Callable[[Compiled, int], _core.Search], compiled: Compiled, role: int, boards_of: BoardsOfGame
) -> _core.Search | None:
    """A search that has one of the given kind for each board; None for a game that is not made of boards."""
    if len(compiled.roles) < 2 or compiled.circuit.gate_count > MOST_GATES:
        return None
    factors = boards_of.factors(compiled)
    if factors.obstacle:
        return None
    boards = []
    for subgame in factors.subgames:
        part = replace(compiled, circuit=subgame.circuit)
        proof = _core.ProofSearch(part.engines, role)
        boards.append(_core.Board(build(part, role), proof, subgame.fluents, subgame.representative[role]))
    return _core.FactoredSearch(compiled.engines, role, boards, PROOF_SHARE)
