"""Connections with limits: how many there may be, and how long a request may take to arrive.

Where there are too many, the one whose request has been arriving longest makes way: an honest request takes
milliseconds, so those who only hold connections open keep nobody out.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from typing import Any

from aiohttp import web

from woodstock.net.server.admission import neighbourhood

LINGERING_SECONDS = 1.0
"""How long what follows a refused request is still taken, so that the refusal is read."""


class Connection(web.RequestHandler):
    """One connection. It is closed unless its request has arrived in full within the time allowed."""

    def __init__(self, server: LimitedServer, **settings: Any) -> None:
        super().__init__(server, **settings)
        self._server = server
        self._watchdog: asyncio.TimerHandle | None = None
        self.accepted = time.monotonic()
        self.address = ""

    @property
    def arriving(self) -> bool:
        return self._watchdog is not None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.accepted = time.monotonic()
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        self._watchdog = asyncio.get_running_loop().call_later(self._server.arrival_seconds, self.drop)
        self._server.take_in(self)

    def connection_lost(self, exc: BaseException | None) -> None:
        self.arrived()
        self._server.open.discard(self)
        super().connection_lost(exc)

    def arrived(self) -> None:
        """The request is here; answering it may take as long as the game's clock says."""
        if self._watchdog is not None:
            self._watchdog.cancel()
            self._watchdog = None

    def log_exception(self, *_: Any, **__: Any) -> None:
        """What aiohttp cannot read is a stranger's mistake, to be told in one line."""
        logging.getLogger("woodstock.net").info("%s sent what is no HTTP request", self.address)

    def drop(self) -> None:
        self._server.open.discard(self)
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()


class LimitedServer(web.Server):
    """aiohttp's server with `Connection`s: so many from one address, so many from all those not trusted."""

    def __init__(
        self,
        handler: Any,
        *,
        trusts: Callable[[str], bool],
        most_connections: int,
        most_of_one: int,
        arrival_seconds: float,
        most_line_bytes: int,
        **settings: Any,
    ) -> None:
        super().__init__(handler, **settings)
        self.arrival_seconds = arrival_seconds
        self.open: set[Connection] = set()
        self._trusts = trusts
        self._most = most_connections
        self._most_of_one = most_of_one
        # A compressed message may be a thousand times its size, and managers send none.
        self._settings = settings | {
            "max_line_size": most_line_bytes,
            "lingering_time": LINGERING_SECONDS,
            "auto_decompress": False,
        }

    def __call__(self) -> Connection:
        return Connection(self, loop=asyncio.get_running_loop(), **self._settings)

    def take_in(self, newcomer: Connection) -> None:
        """Make room for a connection, or drop it."""
        self.open.add(newcomer)
        home = neighbourhood(newcomer.address)
        near = [other for other in self.open if neighbourhood(other.address) == home]
        if len(near) > self._most_of_one:
            make_way(newcomer, near)
        elif not self._trusts(newcomer.address):
            strangers = [other for other in self.open if not self._trusts(other.address)]
            if len(strangers) > self._most:
                make_way(newcomer, strangers)


def make_way(newcomer: Connection, others: Iterable[Connection]) -> None:
    """Drop whoever has been arriving longest; the newcomer where all others wait for their answers."""
    arriving = [other for other in others if other.arriving]
    min(arriving, key=lambda other: other.accepted, default=newcomer).drop()
