"""Seats of a match on the page: a person who answers by requests, and players who repeat what was played before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from woodstock.arena.seat import Answer, Clocks, Place, Seat
from woodstock.belief.observation import Observation
from woodstock.belief.tracker import InconsistentObservation, Tracker, tells_percepts
from woodstock.clock import Clock
from woodstock.view.knowledge import known_view

if TYPE_CHECKING:
    from woodstock.game import Game, Move, Role
    from woodstock.view.model import View

SECONDS_TO_TELL = 2.0
MOST_WORLDS = 2000


class PersonSeat:
    """Waits for a move from the page; knows what its role may see."""

    name = "person"
    place = Place.TERMINAL

    def __init__(self, game: Game, role: Role, asked: Callable[[PersonSeat], None]) -> None:
        self.role = role
        self.observation = Observation(0)
        self.known: View | None = None
        """What the role knows of the state, in a game that hides something."""
        self.note = ""
        self._game = game
        self._asked = asked
        self._tracker = Tracker(game, role) if tells_percepts(game.rulesheet) else None
        self._wanted: asyncio.Future[Move] | None = None

    @property
    def is_asked(self) -> bool:
        return self._wanted is not None and not self._wanted.done()

    async def start(self, game: Game, role: Role, match: str, clocks: Clocks) -> str:
        return ""

    async def play(self, observation: Observation) -> Answer:
        self.observation = observation
        if self._tracker is not None:
            await asyncio.to_thread(self._look, self._tracker)
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

    def _look(self, tracker: Tracker) -> None:
        self.known, self.note = None, ""
        try:
            tracker.follow(self.observation, Clock.after(SECONDS_TO_TELL))
        except InconsistentObservation:
            self.note = "What you saw does not tell the state."
            return
        if not tracker.exact or len(tracker.worlds) > MOST_WORLDS:
            self.note = "What you saw leaves very many states possible."
            return
        self.known = known_view([world.view for world in tracker.worlds])
        if len(tracker.worlds) > 1:
            self.note = f"{len(tracker.worlds)} states are possible; ? is what you do not know."


class ResumedSeat:
    """A seat that first repeats moves that were played, without asking anybody."""

    def __init__(self, seat: Seat, role: Role, played: list[list[str]]) -> None:
        self.name = seat.name
        self.place = seat.place
        self._seat = seat
        self._moves = [moves[role.index] for moves in played]

    async def start(self, game: Game, role: Role, match: str, clocks: Clocks) -> str:
        return await self._seat.start(game, role, match, clocks)

    async def play(self, observation: Observation) -> Answer:
        from woodstock.gdl import parse_term

        if observation.step < len(self._moves):
            return Answer(parse_term(self._moves[observation.step]))
        return await self._seat.play(observation)

    async def stop(self, observation: Observation | None) -> None:
        await self._seat.stop(observation)
