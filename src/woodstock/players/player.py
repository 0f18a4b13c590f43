"""The interface of every player: three methods, and a reason for every move.

A match is one `start`, one `play` for each step, one `stop`. What the player learns is an `Observation`;
what it answers is a `Decision`. Searching in the opponents' time is the player's own
affair: it may go on between two calls and ends with `stop`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from woodstock.gdl.terms import Term
from woodstock.players.clock import Clock

if TYPE_CHECKING:
    from woodstock.game import Game, Move, Role


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


@dataclass(frozen=True, slots=True)
class Alternative:
    """A move that was considered, with its value for the player's own role (0–100)."""

    move: Move
    value: float
    samples: int = 0
    proven: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """A move and why: expected goal per role (0–100), effort, the expected line and the other moves."""

    move: Move
    values: Mapping[Role, float] = field(default_factory=dict)
    samples: int = 0
    nodes: int = 0
    depth: int = 0
    proven: bool = False
    line: tuple[tuple[Move, ...], ...] = ()
    """Joint moves in role order, the next one first."""
    alternatives: tuple[Alternative, ...] = ()
    seconds: float = 0.0


@runtime_checkable
class Player(Protocol):
    def start(self, game: Game, role: Role, clock: Clock) -> None:
        """Prepare for a match; return before the clock ends, ready or not."""

    def play(self, observation: Observation, clock: Clock) -> Decision:
        """Decide on a move before the clock ends."""

    def stop(self, observation: Observation | None) -> None:
        """The match is over, or given up (None): end every search and release everything."""
