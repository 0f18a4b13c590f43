"""The server's end of the process that match processes are forked from (`fork_main`)."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys

from woodstock.net.worker.fork_main import NUMBER_BYTES
from woodstock.net.worker.process import SECONDS_TO_DIE, MatchProcess, Reports

SECONDS_TO_FORK = 8.0
"""Coming up takes a fork server less than a second of its own; one that takes so long hangs."""


class ForkServer:
    """It is started anew should it die. One match process is always forked ahead: should fork server and match process
    be killed together, the match goes on at once.
    """

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._socket: socket.socket | None = None
        self._lock = asyncio.Lock()
        self._open = False
        self._ahead: asyncio.Task[MatchProcess] | None = None
        self._forked: list[MatchProcess] = []

    async def open(self) -> None:
        """Have it come up, without waiting for that."""
        self._open = True
        await self._come_up()
        self._ahead = asyncio.create_task(self._fork())

    async def fork(self) -> MatchProcess:
        """A new match process; raises `OSError` where the machine has none to give."""
        ahead, self._ahead = self._ahead, None
        process = None
        if ahead is not None:
            with contextlib.suppress(OSError):
                process = await ahead
        if process is None or not process.alive:
            process = await self._fork()
        if self._ahead is None and self._open:
            self._ahead = asyncio.create_task(self._fork())
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
        # Whoever asked for a process may have been cancelled just when it came.
        await asyncio.gather(*(process.kill() for process in self._forked if process.alive))
        self._forked.clear()
        async with self._lock:
            await self._go_down()

    async def _come_up(self) -> None:
        await self._go_down()
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "woodstock.net.worker.fork_main", stdin=theirs.fileno()
            )
        ours.setblocking(False)
        self._socket = ours

    async def _fork(self) -> MatchProcess:
        async with self._lock:
            orders_out, orders_in = os.pipe()
            reports_out, reports_in = os.pipe()
            try:
                number = await self._ask_twice([orders_out, reports_in])
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
        process = MatchProcess(number, orders, reports)
        self._forked = [*(each for each in self._forked if each.alive), process]
        return process

    async def _ask_twice(self, pipes: list[int]) -> int:
        try:
            return await self._ask(pipes)
        except OSError:
            if not self._open:
                raise
            await self._come_up()
            return await self._ask(pipes)

    async def _ask(self, pipes: list[int]) -> int:
        if self._socket is None or not self._open:
            raise ConnectionError("no fork server")
        try:
            socket.send_fds(self._socket, [b"+"], pipes)
            reply = await asyncio.wait_for(
                asyncio.get_running_loop().sock_recv(self._socket, NUMBER_BYTES), SECONDS_TO_FORK
            )
            if len(reply) < NUMBER_BYTES:
                raise ConnectionError("the fork server died")
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
