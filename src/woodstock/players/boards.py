"""Games of several boards that are played at the same time: a search for each board, and one that goes by them.

Which games are such is proven on their definitions (`factoring`); all others are searched as they are.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from woodstock import _core
from woodstock.clock import Clock
from woodstock.compile.compiled import Compiled
from woodstock.deadline import Deadline, OutOfTime
from woodstock.factoring import Subgame, find_factors

MOST_GATES = 30_000
"""Of a circuit: to look for boards in a larger one takes seconds that a start clock may not have."""
PROOF_SHARE = 0.2
"""Of each decision, spent on what is forced on the board: boards race, so the shortest win and the longest loss count."""


LOOKING, LEAST_LOOKING = 0.15, 0.5
"""The share of the start clock for that, and the least in seconds: a clock may have ended while the game was compiled."""


class BoardsOfGame:
    """What boards a game is made of, found once for the game that was asked about last."""

    def __init__(self) -> None:
        self.clock = Clock()
        """Within which a game is made ready."""
        self._known: tuple[Compiled, tuple[Subgame, ...]] | None = None

    def subgames(self, compiled: Compiled) -> tuple[Subgame, ...]:
        """None where a game is no sum of boards, or where the time was too short to tell."""
        if self._known is None or self._known[0] is not compiled:
            seconds = max(LEAST_LOOKING, LOOKING * self.clock.remaining())
            try:
                found = find_factors(compiled.circuit, Deadline(time.monotonic() + seconds)).subgames
            except OutOfTime:
                found = ()
            self._known = compiled, found
        return self._known[1]


def search_of_boards(
    build: Callable[[Compiled, int], _core.Search], compiled: Compiled, role: int, boards_of: BoardsOfGame
) -> _core.Search | None:
    """A search that has one of the given kind for each board; None for a game that is not made of boards."""
    if len(compiled.roles) < 2 or compiled.circuit.gate_count > MOST_GATES:
        return None
    subgames = boards_of.subgames(compiled)
    if not subgames:
        return None
    boards = []
    for subgame in subgames:
        part = replace(compiled, circuit=subgame.circuit)
        proof = _core.ProofSearch(part.engines, role)
        boards.append(_core.Board(build(part, role), proof, subgame.fluents, subgame.representative[role]))
    return _core.FactoredSearch(compiled.engines, role, boards, PROOF_SHARE)
