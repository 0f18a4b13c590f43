"""Levels 1 to 10: a scale of opponents for people, each of which beats the one before it.

MAC-UCB with a number of simulations a move that triples from level to level; it neither ponders nor learns, so that a
level is the same on every machine. How the levels stand against each other is measured: `docs/strength.md`.

>>> [simulations_of(level) for level in (1, 2, 3, 10)]
[4, 12, 36, 78732]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from woodstock.players import macucb
from woodstock.players.registry import Kind
from woodstock.players.spec import Option, Spec

if TYPE_CHECKING:
    from woodstock.players.player import Player

LOWEST, HIGHEST = 1, 10
FEWEST, GROWTH = 4, 3
NAME = "level"
LEVEL = Option(
    NAME, int, 5, "how strong, also as `level:3`; each beats the one before", minimum=LOWEST, maximum=HIGHEST
)
SEED = Option("seed", int, 0, "decides every random choice")


def simulations_of(level: int) -> int:
    return int(FEWEST * GROWTH ** (level - LOWEST))


def kinds() -> tuple[Kind, ...]:
    base = macucb.kinds()[0]

    def build(*, level: int, seed: int) -> Player:
        settings: dict[str, Any] = {"simulations": simulations_of(level), "seed": seed, "ponder": "false"}
        return base.make(Spec(base.name, tuple((key, str(value)) for key, value in settings.items())))

    return (Kind(NAME, "an opponent for people: MAC-UCB with few simulations or many", build, (LEVEL, SEED)),)
