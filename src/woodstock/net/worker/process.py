"""The server's end of a match process: send orders, receive reports, kill it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator

import msgspec

from woodstock.net.worker.wire import Order, Report, frame, read_report

SECONDS_TO_DIE = 2.0


class Reports(asyncio.StreamReaderProtocol):
    """The pipe from a match process; it ends when the process does."""

    def __init__(self, stream: asyncio.StreamReader) -> None:
        super().__init__(stream)
        self.stream = stream
        self.ended = asyncio.Event()

    def connection_lost(self, exc: Exception | None) -> None:
        self.ended.set()
        super().connection_lost(exc)


class MatchProcess:
    def __init__(self, number: int, orders: asyncio.WriteTransport, reports: Reports) -> None:
        self.number = number
        self._orders = orders
        self._reports = reports
        self._stopped = False

    @property
    def alive(self) -> bool:
        return not self._reports.ended.is_set()

    def send(self, order: Order) -> None:
        if self.alive and not self._stopped:
            self._orders.write(frame(order))

    async def reports(self) -> AsyncIterator[Report]:
        """Everything the process says, until it is gone."""
        while True:
            try:
                yield await read_report(self._reports.stream)
            except (asyncio.IncompleteReadError, ConnectionError):
                return
            except msgspec.MsgspecError:
                self.stop()
                return

    def stop(self) -> None:
        """Have it end, without waiting for that."""
        if self._stopped:
            return
        self._stopped = True
        if not self._orders.is_closing():
            self._orders.abort()
        if self.alive:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.number, signal.SIGKILL)

    async def kill(self) -> None:
        self.stop()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._reports.ended.wait(), SECONDS_TO_DIE)
