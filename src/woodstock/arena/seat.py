"""A seat is where a player of a match sits: the referee asks it for moves, wherever the player runs.

`LocalSeat` runs a player of this process in a thread of its own, so that a player that overruns its clock
costs it the move and not the match.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

from woodstock.background import in_thread
from woodstock.belief.observation import Observation
from woodstock.clock import Clock, Reserve
from woodstock.gdl.terms import Term
from woodstock.players.player import Decision, Player

if TYPE_CHECKING:
    from woodstock.game import Game, Role

TIMED_OUT, CONNECTION_ERROR, ILLEGAL = "TO", "CE", "IL"


@dataclass(frozen=True, slots=True)
class Clocks:
    """The time control of a match in seconds; without a play clock only simulations bound a move.

    An answer counts as late when it takes longer than its clock plus the grace.
    """

    start: float = 30.0
    play: float | None = 10.0
    grace: float = 1.0
    simulations: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A move, or the error that stands for it, and how long it took."""

    move: Term | None
    error: str = ""
    seconds: float = 0.0
    decision: Decision | None = None


class Place(Enum):
    """Where a player is, which decides when it is asked."""

    ELSEWHERE = "elsewhere"
    """All of these at once."""
    HERE = "here"
    """One after the other: they share processors."""
    TERMINAL = "terminal"
    """A person, last: the others do not wait with a clock running, and may ponder."""


class Leave(Exception):
    """Raised from a person's seat or a watcher: the match is given up."""


class TakeBack(Exception):
    """Raised from a person's seat or a watcher: the match goes on from an earlier step."""

    def __init__(self, step: int) -> None:
        super().__init__(f"back to step {step}")
        self.step = step


class Seat(Protocol):
    name: str
    """What the record calls the player."""
    place: Place

    async def start(self, game: Game, role: Role, match: str, clocks: Clocks) -> str:
        """Announce the match; the error, if any."""

    async def play(self, observation: Observation) -> Answer: ...

    async def stop(self, observation: Observation | None) -> None:
        """The match is over, or given up (None)."""


class LocalSeat:
    def __init__(self, player: Player, name: str) -> None:
        self.name = name
        self.place = Place.HERE
        self._player = player
        self._clocks = Clocks()
        self._reserve = Reserve(margin=0.01)
        self._running: asyncio.Future[Any] | None = None
        self._log = logging.getLogger("woodstock.arena")

    async def start(self, game: Game, role: Role, match: str, clocks: Clocks) -> str:
        self._clocks = clocks
        clock = Clock.after(
            clocks.start,
            reserve=self._reserve.of(clocks.start),
            simulations=clocks.simulations,
            play_seconds=clocks.play,
        )
        return (await self._call(clocks.start, clock, lambda: self._player.start(game, role, clock))).error

    async def play(self, observation: Observation) -> Answer:
        seconds = self._clocks.play
        reserve = 0.0 if seconds is None else self._reserve.of(seconds)
        clock = Clock.after(seconds, reserve=reserve, simulations=self._clocks.simulations)
        answer = await self._call(seconds, clock, lambda: self._player.play(observation, clock))
        self._reserve.note_latency(max(0.0, time.monotonic() - clock.deadline))
        return answer

    async def stop(self, observation: Observation | None) -> None:
        await self._call(self._clocks.play or 10.0, Clock(), lambda: self._player.stop(observation))

    async def _call(self, seconds: float | None, clock: Clock, work: Callable[[], Decision | None]) -> Answer:
        """Do the work in a thread; a call that overran before has to end first, on this one's time."""
        begin = time.monotonic()
        deadline = None if seconds is None else begin + seconds + self._clocks.grace
        if self._running is not None and not await finished(self._running, deadline):
            return Answer(None, TIMED_OUT, time.monotonic() - begin)
        self._running = in_thread(work, "player")
        try:
            in_time = await finished(self._running, deadline)
        except asyncio.CancelledError:
            clock.cancel()
            raise
        elapsed = time.monotonic() - begin
        if not in_time:
            clock.cancel()
            return Answer(None, TIMED_OUT, elapsed)
        future, self._running = self._running, None
        error = future.exception()
        if isinstance(error, TimeoutError):
            self._log.warning("player %s is late: %s", self.name, error)
            return Answer(None, TIMED_OUT, elapsed)
        if error is not None:
            self._log.error("player %s failed: %s", self.name, error, exc_info=error)
            return Answer(None, CONNECTION_ERROR, elapsed)
        decision = future.result()
        if decision is None:
            return Answer(None, "", elapsed)
        if not isinstance(decision, Decision):
            self._log.error("player %s answered %r, which is no Decision", self.name, decision)
            return Answer(None, CONNECTION_ERROR, elapsed)
        return Answer(decision.move.term, "", elapsed, decision)


async def finished(future: asyncio.Future[Any], deadline: float | None) -> bool:
    """Wait for a future, without cancelling it when the deadline passes."""
    timeout = None if deadline is None else max(0.0, deadline - time.monotonic())
    done, _ = await asyncio.wait({future}, timeout=timeout)
    return bool(done)
