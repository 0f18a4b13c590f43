"""How a search is run: the options that all native players share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from woodstock.players.spec import Option, option, options_of


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
    def taken_from(cls, settings: dict[str, Any], options: tuple[Option, ...] | None = None) -> Self:
        """What settings say of it, by all its options or by these; they are left with the rest."""
        taken = EFFORT_OPTIONS if options is None else options
        return cls(**{each.name: settings.pop(each.name) for each in taken})


EFFORT_OPTIONS = options_of(Effort)
EFFORT_WITHOUT_PROOF = tuple(each for each in EFFORT_OPTIONS if each.name != "proof")
"""Of a search that proves by itself, and says so by an option of its own."""
