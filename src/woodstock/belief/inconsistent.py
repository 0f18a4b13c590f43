"""What is said of an observation that no state allows."""

from __future__ import annotations

from woodstock.belief.observation import Observation
from woodstock.errors import WoodStockError


class InconsistentObservation(WoodStockError):
    """No state known to be possible allows what was observed."""


def impossible(entry: Observation) -> InconsistentObservation:
    return InconsistentObservation(f"step {entry.step}: {observed(entry)} cannot have happened")


def observed(entry: Observation) -> str:
    """An observation in words, for messages."""
    if entry.moves is not None:
        return f"moves ({' '.join(map(str, entry.moves))})"
    return f"own move {entry.own}, percepts ({' '.join(map(str, entry.percepts or ()))})"
