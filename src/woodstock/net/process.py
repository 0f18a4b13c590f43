"""The server's end of a match process: start it, send orders, receive reports, kill it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator

from woodstock.net.wire import Order, Report, frame, read_report


class MatchProcess:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

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
        if self._process.stdin is not None and not self._process.stdin.is_closing():
            self._process.stdin.write(frame(order))

    async def reports(self) -> AsyncIterator[Report]:
        """Everything the process says, until it is gone."""
        if self._process.stdout is None:
            return
        while True:
            try:
                yield await read_report(self._process.stdout)
            except (asyncio.IncompleteReadError, ConnectionError):
                return

    async def kill(self) -> None:
        if self.alive:
            self._process.kill()
        await self._process.wait()


class Warm:
    """Keeps one process ready, so that a match need not wait for an interpreter to come up."""

    def __init__(self) -> None:
        self._spare: asyncio.Task[MatchProcess] | None = None

    def prepare(self) -> None:
        if self._spare is None:
            self._spare = asyncio.create_task(MatchProcess.spawn())

    async def take(self) -> MatchProcess:
        spare, self._spare = self._spare, None
        process = await spare if spare else None
        return process if process and process.alive else await MatchProcess.spawn()

    async def close(self) -> None:
        spare, self._spare = self._spare, None
        if spare:
            await (await spare).kill()
