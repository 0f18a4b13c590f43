"""How something about a game is known."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Evidence(StrEnum):
    RULES = "by the rules"
    """It can be read off the rules."""
    PROVEN = "proven"
    """No state that the proven mutex groups allow says otherwise."""
    SEEN = "seen in play"
    PLAY = "not refuted in play"
    """Random play has not refuted it, and a proof was not found."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found, how that is known, and after how many steps of random play where that matters."""

    value: str
    evidence: Evidence
    steps: int = 0

    def __str__(self) -> str:
        if self.evidence is Evidence.PLAY:
            return f"{self.value} (not refuted in {self.steps:,} steps)"
        return self.value
