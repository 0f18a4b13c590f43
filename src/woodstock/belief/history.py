"""How a state that a match may be in came about: the joint moves that led to it, as far as a role can tell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from woodstock.game import Move, State


@dataclass(slots=True, eq=False)
class History:
    """A step: its joint moves, the state after it, and the steps before.

    States of long ago are forgotten: on slow engines they take much room, and seldom are they needed again.
    """

    moves: tuple[Move, ...]
    state: State | None
    before: History | None

    def back(self) -> Iterator[History]:
        """This step and those before it, the last one first."""
        step: History | None = self
        while step is not None:
            yield step
            step = step.before

    def line(self) -> list[History]:
        """All steps from the start."""
        return list(self.back())[::-1]

    def forget(self, depth: int) -> None:
        """Drop the state of the step that is so many steps back."""
        for distance, step in enumerate(self.back()):
            if distance >= depth:
                step.state = None
                break
