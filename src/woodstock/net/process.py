"""The server's end of a match process: start it, send orders, receive reports, kill it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator

from woodstock.net.wire import Order, Report, frame, read_report


class MatchProcess:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._stopped = False

    @classmethod
    async def spawn(cls) -> MatchProcess:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "woodstock.net.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        return cls(process)

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    @property
    def number(self) -> int:
        return self._process.pid

    def send(self, order: Order) -> None:
        pipe = self._process.stdin
        if self.alive and not self._stopped and pipe is not None and not pipe.is_closing():
            pipe.write(frame(order))

    async def reports(self) -> AsyncIterator[Report]:
        """Everything the process says, until it is gone."""
        if self._process.stdout is None:
            return
        while True:
            try:
                yield await read_report(self._process.stdout)
            except (asyncio.IncompleteReadError, ConnectionError):
                return

    def stop(self) -> None:
        """Have it end, without waiting for that."""
        if self.alive and not self._stopped:  # a second signal would reap it behind asyncio's back
            self._stopped = True
            self._process.kill()

    async def kill(self) -> None:
        self.stop()
        await self._process.wait()


class Warm:
    """Keeps processes ready, so that a match need not wait for an interpreter to come up."""

    def __init__(self, count: int = 2) -> None:
        self._count = count
        self._spares: list[asyncio.Task[MatchProcess]] = []

    def prepare(self) -> None:
        while len(self._spares) < self._count:
            self._spares.append(asyncio.create_task(MatchProcess.spawn()))

    async def take(self) -> MatchProcess:
        process = await self._spares.pop(0) if self._spares else None
        return process if process and process.alive else await MatchProcess.spawn()

    async def close(self) -> None:
        spares, self._spares = self._spares, []
        for spare in spares:
            await (await spare).kill()
