"""Where a match was decided: from which step on the winner knew, and what the others expected then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from woodstock.game import Role
    from woodstock.players import Decision

SURE = 75.0
"""A value from which on a player may be said to expect its win."""


@dataclass(frozen=True, slots=True)
class Hope:
    """What a player expected for itself before a step."""

    step: int
    value: float
    proven: bool


class Turning:
    """Remembers what everybody expected."""

    def __init__(self) -> None:
        self._hopes: dict[Role, list[Hope]] = {}

    def note(self, step: int, decisions: Mapping[Role, Decision]) -> None:
        for role, decision in decisions.items():
            if role in decision.values:
                hope = Hope(step, decision.values[role], decision.proven)
                self._hopes.setdefault(role, []).append(hope)

    def told(self, winner: Role, names: Mapping[Role, str]) -> str:
        """One line on when the winner knew; empty where it did not."""
        hopes = self._hopes.get(winner, [])
        known = lasting(hopes, SURE)
        if known is None:
            return ""
        proof = next((hope for hope in hopes if hope.proven and hope.value >= SURE), None)
        parts = [f"{names[winner]} expected to win from step {known.step} on"]
        for role, name in names.items():
            before = [hope for hope in self._hopes.get(role, []) if hope.step <= known.step]
            if role != winner and before:
                parts.append(f"when {name} still expected {before[-1].value:.0f} of 100")
        if proof is not None:
            parts.append(f"and had proven it at step {proof.step}")
        return ", ".join(parts) + "."


def lasting(hopes: list[Hope], least: float) -> Hope | None:
    """The first hope from which on all are at least so high."""
    found: Hope | None = None
    for hope in reversed(hopes):
        if hope.value < least:
            break
        found = hope
    return found
