"""How a search is run: the options that all native players share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from woodstock.players.spec import option, options_of


@dataclass(frozen=True, slots=True)
class Effort:
    seed: int = option(0, "decides every random choice")
    threads: int = option(1, "threads of the search", minimum=1, maximum=64)
    memory: int = option(
        1024, "megabytes of the search tree, never exceeded; the game itself comes on top", minimum=1
    )
    ponder: bool = option(True, "search in the opponents' time")
    simulations: int = option(0, "simulations a move; 0: until the clock ends", minimum=0)
    factors: bool = option(True, "boards that are played at the same time are searched one by one")
    proof: float = option(
        0.0,
        "share of the budget spent on proving wins and losses near the root; 0: none",
        minimum=0,
        maximum=0.9,
    )

    @classmethod
    def taken_from(cls, settings: dict[str, Any]) -> Self:
        """What settings say of it; they are left with the rest."""
        return cls(**{each.name: settings.pop(each.name) for each in EFFORT_OPTIONS})


EFFORT_OPTIONS = options_of(Effort)
