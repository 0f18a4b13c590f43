"""The interface of every player: three methods, and a reason for every move.

A match is one `start`, one `play` for each step, one `stop`. What the player learns is an `Observation`;
what it answers is a `Decision`. Searching in the opponents' time is the player's own
affair: it may go on between two calls and ends with `stop`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from woodstock.belief.observation import Observation
from woodstock.clock import Clock
from woodstock.players.work import Work

if TYPE_CHECKING:
    from woodstock.game import Game, Move, Role


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
    work: Work = field(default_factory=Work)
    """How the time of the search divides, where it measures that."""
    note: str = ""
    """What the player goes by in this match, in words; empty where there is nothing to choose."""


@runtime_checkable
class Player(Protocol):
    def start(self, game: Game, role: Role, clock: Clock) -> None:
        """Prepare for a match; return before the clock ends, ready or not."""

    def play(self, observation: Observation, clock: Clock) -> Decision:
        """Decide on a move before the clock ends."""

    def stop(self, observation: Observation | None) -> None:
        """The match is over, or given up (None): end every search and release everything."""
