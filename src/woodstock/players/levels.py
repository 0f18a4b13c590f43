"""Levels 1 to 10: a scale of opponents for people, each with more to think than the one before it.

From random moves over UCT with few playouts to MAC-UCB with thousands of simulations a move. None ponders or learns, so
that a level is the same on every machine that has the time. `docs/strength.md` says how neighbours score against each other.

>>> len(LEVELS)
10
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from woodstock.players import macucb, searches, simple
from woodstock.players.registry import Kind, Registry
from woodstock.players.spec import Option

if TYPE_CHECKING:
    from woodstock.players.player import Player

LEVELS = (
    "random",
    "uct:simulations=8,ponder=false",
    "uct:simulations=36,ponder=false",
    "uct:simulations=108,ponder=false",
    "mac-ucb:simulations=81,ponder=false",
    "mac-ucb:simulations=243,ponder=false",
    "mac-ucb:simulations=729,ponder=false",
    "mac-ucb:simulations=2187,ponder=false",
    "mac-ucb:simulations=6561,ponder=false",
    "mac-ucb:simulations=19683,ponder=false",
)
NAME = "level"
LEVEL = Option(NAME, int, 5, "how strong, also as `level:3`", minimum=1, maximum=len(LEVELS))
SEED = Option("seed", int, 0, "decides every random choice")


def kinds() -> tuple[Kind, ...]:
    def build(*, level: int, seed: int) -> Player:
        rungs = Registry.of(*simple.kinds(), *searches.kinds(), *macucb.kinds())
        return rungs.build(LEVELS[level - 1], seed=seed)

    return (
        Kind(
            NAME, "an opponent for people, from random moves to MAC-UCB with a budget", build, (LEVEL, SEED)
        ),
    )
