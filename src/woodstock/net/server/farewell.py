"""How the process of a match takes its leave: it first tells how the match ended, and has done with it some seconds later."""

from __future__ import annotations

import asyncio
import time

from woodstock.net.server.question import wait_until
from woodstock.net.worker.wire import Ended

SECONDS_FOR_THE_REST = 7.0
"""For the player to put away what it learned, and for the record."""


class Farewell:
    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.outcome = Ended()
        self._told: asyncio.Future[None] = loop.create_future()
        self._done: asyncio.Future[None] = loop.create_future()
        self._latest = 0.0

    @property
    def begun(self) -> bool:
        return self._told.done()

    def take(self, report: Ended) -> None:
        self.outcome = report
        settle(self._told)
        if report.last:
            settle(self._done)

    def give_up(self) -> None:
        """The process is gone: it will tell no more."""
        settle(self._done)

    async def told(self, deadline: float) -> None:
        """Wait for the outcome, after the process was told to end."""
        self._latest = time.monotonic() + SECONDS_FOR_THE_REST
        await wait_until(self._told, deadline)

    async def done(self) -> None:
        """Wait until the process may be killed: at once, unless it was told to end."""
        await wait_until(self._done, self._latest)


def settle(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
