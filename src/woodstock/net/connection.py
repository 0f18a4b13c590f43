"""Connections with limits: how many there may be, and how long a request may take to arrive."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from aiohttp import web


class Connection(web.RequestHandler):
    """One connection. It is closed unless its request has arrived in full within the time allowed."""

    def __init__(self, server: LimitedServer, **settings: Any) -> None:
        super().__init__(server, **settings)
        self._server = server
        self._watchdog: asyncio.TimerHandle | None = None
        self.accepted = time.monotonic()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.accepted = time.monotonic()
        self._server.open.add(self)
        if len(self._server.open) > self._server.most_connections:
            self.drop()
        else:
            loop = asyncio.get_running_loop()
            self._watchdog = loop.call_later(self._server.arrival_seconds, self.drop)

    def connection_lost(self, exc: BaseException | None) -> None:
        self.arrived()
        self._server.open.discard(self)
        super().connection_lost(exc)

    def arrived(self) -> None:
        """The request is here; answering it may take as long as the game's clock says."""
        if self._watchdog is not None:
            self._watchdog.cancel()
            self._watchdog = None

    def drop(self) -> None:
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()


class LimitedServer(web.Server):
    """aiohttp's server with `Connection`s."""

    def __init__(
        self,
        handler: Any,
        *,
        most_connections: int,
        arrival_seconds: float,
        most_line_bytes: int,
        **settings: Any,
    ) -> None:
        super().__init__(handler, **settings)
        self.most_connections = most_connections
        self.arrival_seconds = arrival_seconds
        self.open: set[Connection] = set()
        self._settings = settings | {"max_line_size": most_line_bytes}

    def __call__(self) -> Connection:
        return Connection(self, loop=asyncio.get_running_loop(), **self._settings)
