"""The seat of a person on the page, who answers by requests."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from woodstock.arena.seat import TIMED_OUT, Answer, Clocks, Place
from woodstock.belief.insight import Insight, Seen
from woodstock.belief.observation import Observation

if TYPE_CHECKING:
    from woodstock.game import Game, Move, Role


class PersonSeat:
    """Waits for a move from the page; knows what its role may see."""

    name = "person"
    place = Place.TERMINAL

    def __init__(
        self, game: Game, role: Role, asked: Callable[[PersonSeat], None], seconds: float | None = None
    ) -> None:
        self.role = role
        self.taken = 0.0
        """Seconds for the moves made so far."""
        self._since = 0.0
        self._seconds = seconds
        self.observation = Observation(0)
        self.seen: Seen | None = None
        """What the role knows of the state, in a game that hides something."""
        self._asked = asked
        self._insight = Insight(game, role)
        self._wanted: asyncio.Future[Move] | None = None

    @property
    def is_asked(self) -> bool:
        return self._wanted is not None and not self._wanted.done()

    def has_chosen(self, step: int) -> bool:
        return self.observation.step == step and self._wanted is not None and self._wanted.done()

    @property
    def thinking(self) -> float:
        """Seconds since it was asked."""
        return time.monotonic() - self._since

    @property
    def clock(self) -> dict[str, float | None]:
        """What the person has taken for earlier moves and for this one, and may take for a move."""
        now = self.thinking if self.is_asked else 0.0
        return {"taken": round(self.taken, 1), "now": round(now, 1), "limit": self._seconds}

    async def start(self, game: Game, role: Role, match: str, clocks: Clocks) -> str:
        return ""

    async def play(self, observation: Observation) -> Answer:
        self.observation = observation
        if self._insight.hides:
            self.seen = await asyncio.to_thread(self._insight.look, observation)
        self._wanted = asyncio.get_running_loop().create_future()
        self._since = time.monotonic()
        self._asked(self)
        try:
            move = await asyncio.wait_for(self._wanted, self._seconds)
        except TimeoutError:
            return Answer(None, TIMED_OUT, self.thinking)
        finally:
            self.taken += self.thinking
        return Answer(move.term, seconds=self.thinking)

    async def stop(self, observation: Observation | None) -> None:
        if self._wanted is not None:
            self._wanted.cancel()

    def choose(self, move: Move) -> None:
        if self._wanted is not None and not self._wanted.done():
            self._wanted.set_result(move)
