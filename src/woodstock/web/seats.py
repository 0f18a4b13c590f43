"""The seat of a person on the page, who answers by requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from woodstock.arena.seat import Answer, Clocks, Place
from woodstock.belief.insight import Insight, Seen
from woodstock.belief.observation import Observation

if TYPE_CHECKING:
    from woodstock.game import Game, Move, Role


class PersonSeat:
    """Waits for a move from the page; knows what its role may see."""

    name = "person"
    place = Place.TERMINAL

    def __init__(self, game: Game, role: Role, asked: Callable[[PersonSeat], None]) -> None:
        self.role = role
        self.observation = Observation(0)
        self.seen: Seen | None = None
        """What the role knows of the state, in a game that hides something."""
        self._asked = asked
        self._insight = Insight(game, role)
        self._wanted: asyncio.Future[Move] | None = None

    @property
    def is_asked(self) -> bool:
        return self._wanted is not None and not self._wanted.done()

    async def start(self, game: Game, role: Role, match: str, clocks: Clocks) -> str:
        return ""

    async def play(self, observation: Observation) -> Answer:
        self.observation = observation
        if self._insight.hides:
            self.seen = await asyncio.to_thread(self._insight.look, observation)
        self._wanted = asyncio.get_running_loop().create_future()
        self._asked(self)
        move = await self._wanted
        return Answer(move.term)

    async def stop(self, observation: Observation | None) -> None:
        if self._wanted is not None:
            self._wanted.cancel()

    def choose(self, move: Move) -> None:
        if self._wanted is not None and not self._wanted.done():
            self._wanted.set_result(move)
