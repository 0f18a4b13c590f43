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
        proof = next((hope for hope in hopes if hope.proven and hope.value >= SURE), None)
        if known is None:
            return ""
        if proof is not None and proof.step <= known.step:
            return f"{names[winner]} had proven its win at step {proof.step}{self._others(proof, winner, names)}."
        later = "" if proof is None else f", and had proven it at step {proof.step}"
        others = self._others(known, winner, names)
        return f"{names[winner]} expected to win from step {known.step} on{others}{later}."

    def _others(self, then: Hope, winner: Role, names: Mapping[Role, str]) -> str:
        """What the others expected at that time."""
        told = ""
        for role, name in names.items():
            before = [hope for hope in self._hopes.get(role, []) if hope.step <= then.step]
            if role != winner and before:
                still = "still " if before[-1].value > 100 - SURE else ""
                told += f", when {name} {still}expected {before[-1].value:.0f} of 100"
        return told


def lasting(hopes: list[Hope], least: float) -> Hope | None:
    """The first hope from which on all are at least so high."""
    found: Hope | None = None
    for hope in reversed(hopes):
        if hope.value < least:
            break
        found = hope
    return found
