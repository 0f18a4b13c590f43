"""What a role is told of a step of a match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from woodstock.gdl.terms import Term

if TYPE_CHECKING:
    from woodstock.game import Move


@dataclass(frozen=True, slots=True)
class Observation:
    """What a role knows about the last step.

    `step` counts the joint moves made so far: 0 at the first `play`, when nothing has been observed. With
    complete information `moves` holds the moves of all roles in their order; with incomplete information
    (GDL-II) it is None, `own` is the move really executed for this role and `percepts` what it saw.
    `previous` is the observation one step earlier, so that a player that comes in late can catch up.
    """

    step: int
    moves: tuple[Move, ...] | None = None
    own: Move | None = None
    percepts: tuple[Term, ...] | None = None
    previous: Observation | None = field(default=None, repr=False, compare=False)

    def since(self, step: int) -> Iterator[Observation]:
        """The observations of later steps than `step`, earliest first."""
        later: list[Observation] = []
        entry: Observation | None = self
        while entry is not None and entry.step > step:
            later.append(entry)
            entry = entry.previous
        return reversed(later)
