"""The server's end of match processes: have them born, send orders, receive reports, kill them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator

import msgspec

from woodstock.net.worker.fork_server import NUMBER_BYTES
from woodstock.net.worker.wire import Order, Report, frame, read_report

SECONDS_TO_DIE = 2.0
SECONDS_TO_BEAR = 8.0
"""Coming up takes a nursery less than a second of its own; one that takes so long hangs."""


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


class Nursery:
    """Where match processes are born; it is started anew should it die.

    One is always born ahead: should nursery and match process be killed together, the match goes on at once.
    """

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._socket: socket.socket | None = None
        self._lock = asyncio.Lock()
        self._open = False
        self._ahead: asyncio.Task[MatchProcess] | None = None

    async def open(self) -> None:
        """Have it come up, without waiting for that."""
        self._open = True
        await self._come_up()
        self._ahead = asyncio.create_task(self._bear())

    async def born(self) -> MatchProcess:
        """A new match process; raises `OSError` where the machine has none to give."""
        ahead, self._ahead = self._ahead, None
        process = None
        if ahead is not None:
            with contextlib.suppress(OSError):
                process = await ahead
        if process is None or not process.alive:
            process = await self._bear()
        if self._ahead is None and self._open:
            self._ahead = asyncio.create_task(self._bear())
        return process

    async def close(self) -> None:
        self._open = False
        ahead, self._ahead = self._ahead, None
        if ahead is not None:
            await asyncio.wait({ahead}, timeout=SECONDS_TO_DIE)
            if not ahead.done() and self._process is not None:
                self._process.kill()
                await asyncio.wait({ahead})
            if not ahead.cancelled() and not ahead.exception():
                await ahead.result().kill()
        async with self._lock:
            await self._go_down()

    async def _come_up(self) -> None:
        await self._go_down()
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "woodstock.net.worker.fork_server", stdin=theirs.fileno()
            )
        ours.setblocking(False)
        self._socket = ours

    async def _bear(self) -> MatchProcess:
        async with self._lock:
            orders_out, orders_in = os.pipe()
            reports_out, reports_in = os.pipe()
            try:
                number = await self._asked_twice([orders_out, reports_in])
            except BaseException:
                os.close(orders_in)
                os.close(reports_out)
                raise
            finally:
                os.close(orders_out)
                os.close(reports_in)
        loop = asyncio.get_running_loop()
        reports = Reports(asyncio.StreamReader())
        await loop.connect_read_pipe(lambda: reports, os.fdopen(reports_out, "rb", buffering=0))
        orders, _ = await loop.connect_write_pipe(
            asyncio.BaseProtocol, os.fdopen(orders_in, "wb", buffering=0)
        )
        return MatchProcess(number, orders, reports)

    async def _asked_twice(self, pipes: list[int]) -> int:
        try:
            return await self._asked(pipes)
        except OSError:
            if not self._open:
                raise
            await self._come_up()
            return await self._asked(pipes)

    async def _asked(self, pipes: list[int]) -> int:
        if self._socket is None or not self._open:
            raise ConnectionError("no nursery")
        try:
            socket.send_fds(self._socket, [b"+"], pipes)
            reply = await asyncio.wait_for(
                asyncio.get_running_loop().sock_recv(self._socket, NUMBER_BYTES), SECONDS_TO_BEAR
            )
            if len(reply) < NUMBER_BYTES:
                raise ConnectionError("the nursery died")
        except BaseException:  # a number that comes later must not be taken for that of another process
            self._socket.close()
            self._socket = None
            raise
        return int.from_bytes(reply, "big")

    async def _go_down(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        if self._process is not None:
            try:
                await asyncio.wait_for(self._process.wait(), SECONDS_TO_DIE)
            except TimeoutError:
                self._process.kill()
                await self._process.wait()
            self._process = None
