"""A second process of a match that plays in its own way while the first one loads the game.

Grounding a large game slows down everything in its process. The scout is on the evaluator from the start: it follows
the match, names legal moves, and chooses by a search on the rules. Where a player needs a compiled game and the rules are too
large for that, it plays to the end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from woodstock.net.worker.fork_server import ForkServer
from woodstock.net.worker.process import MatchProcess
from woodstock.net.worker.wire import Ask, Begin, Candidate, Chosen, Note, Order, Repeated, Report

PATIENCE = 0.3
"""Most games are loaded within so many seconds and need no scout."""


class Scout:
    def __init__(
        self,
        fork_server: ForkServer,
        begin: Begin,
        take: Callable[[Report], None],
        patience: float = PATIENCE,
    ) -> None:
        self._fork_server = fork_server
        self._orders: list[Order] = [begin]
        self._take = take
        self._process: MatchProcess | None = None
        self._dismissed = asyncio.Event()
        self._patience = patience
        self._task = asyncio.create_task(self._follow())

    @property
    def follows(self) -> bool:
        """Whether it is there: what it is asked will be answered."""
        return self._process is not None and self._process.alive and not self._dismissed.is_set()

    def send(self, order: Ask) -> None:
        """An order, kept until there is a process to obey it."""
        if self._process is None:
            self._orders.append(order)
        else:
            self._process.send(order)

    def no_longer_needed(self) -> None:
        self._dismissed.set()
        if self._process is not None:
            self._process.stop()

    async def dismiss(self) -> None:
        """End it and wait until nothing is left of it."""
        self.no_longer_needed()
        await asyncio.wait({self._task})

    async def _follow(self) -> None:
        try:
            await asyncio.wait_for(self._dismissed.wait(), self._patience)
        except TimeoutError:
            try:
                process = await self._fork_server.fork()
            except OSError:
                return  # there is a process that plays, if slowly
            if not self._dismissed.is_set():
                self._process = process
                for order in self._orders:
                    process.send(order)
                async for report in process.reports():
                    if isinstance(report, Candidate | Chosen | Repeated | Note):
                        self._take(report)
            await process.kill()
