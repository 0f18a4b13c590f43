"""Who shall play a match, and that nobody can."""

from __future__ import annotations

from dataclasses import dataclass

from woodstock.errors import WoodStockError


class Refusal(WoodStockError):
    """A match that cannot be played: the rules are wrong, or the role is not in them."""


@dataclass(frozen=True, slots=True)
class Casting:
    """Who plays, and within what."""

    player: str
    fallback: str = "lookahead"
    seed: int = 0
    simulations: int | None = None
    cache: str = ""
    """The folder with compiled games; none if empty."""
