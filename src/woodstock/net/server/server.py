"""A player behind HTTP, as GGP managers expect it: `woodstock serve`.

Messages come by POST, or by GET in the address; every reply closes its connection. Matches run in processes
of their own, so the server answers at once whatever a player is doing.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import signal
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import web

from woodstock.clock import Reserve
from woodstock.errors import WoodStockError
from woodstock.net.messages import (
    Abort,
    Info,
    InfoReply,
    Message,
    MessageError,
    Play,
    Preview,
    Start,
    Stop,
    excerpt,
)
from woodstock.net.server.admission import Admission, Subnet, own_names, parsed_address
from woodstock.net.server.connection import Connection, LimitedServer
from woodstock.net.server.letter import is_short, message_in, text_of
from woodstock.net.server.reply import EVERY_PAGE, described, replied
from woodstock.net.server.session import Session
from woodstock.net.worker.casting import Casting, Refusal
from woodstock.net.worker.fork_server import ForkServer

PORTS_TRIED = 100
HEARTBEAT = 0.05
SHUTDOWN_SECONDS = 1.0
CONNECTIONS_OF_A_MATCH = 4


class ServerError(WoodStockError):
    """The server cannot listen."""


@dataclass(frozen=True, slots=True)
class Settings:
    casting: Casting
    name: str = "WoodStock"
    host: str = "127.0.0.1"
    port: int = 9147
    allow: tuple[Subnet, ...] = ()
    """Who may start, play and end matches; everyone if empty."""
    allow_origin: tuple[str, ...] = ()
    """Web pages that may, too, as `Origin` names them."""
    known_as: tuple[str, ...] = ()
    """Names of this machine, beside those that it knows itself."""
    margin: float | None = None
    matches: int = 1
    patience: float = 40.0
    """A manager silent for longer than a clock plus this is dead (Dresden gives players up to 30 s extra)."""
    most_bytes: int = 8_000_000
    most_connections: int = 64
    most_of_one: int = 16
    arrival_seconds: float = 20.0


@dataclass(slots=True)
class PlayerServer:
    settings: Settings
    port: int = 0
    _admission: Admission = field(init=False)
    _sessions: dict[str, Session] = field(default_factory=dict)
    _managers: dict[str, str] = field(default_factory=dict)
    _closing: bool = False
    _finished: deque[str] = field(default_factory=lambda: deque(maxlen=100))
    _fork_server: ForkServer = field(default_factory=ForkServer)
    _reserve: Reserve = field(default_factory=Reserve)
    _runner: web.ServerRunner | None = None
    _housekeeping: list[asyncio.Task[None]] = field(default_factory=list)
    _log: logging.Logger = field(default_factory=lambda: logging.getLogger("woodstock.net"))

    def __post_init__(self) -> None:
        self._admission = Admission(
            self.settings.allow,
            tuple(origin.lower().rstrip("/") for origin in self.settings.allow_origin),
            own_names((*self.settings.known_as, self.settings.host)),
        )

    async def open(self) -> None:
        """Listen, on the port wanted or the next free one."""
        self._reserve.margin = self.settings.margin
        server = LimitedServer(
            self._handle,
            trusts=self._trusts,
            most_connections=self.settings.most_connections,
            most_of_one=max(self.settings.most_of_one, CONNECTIONS_OF_A_MATCH * self.settings.matches),
            arrival_seconds=self.settings.arrival_seconds,
            most_line_bytes=self.settings.most_bytes,
            access_log=None,
        )
        self._runner = web.ServerRunner(server, shutdown_timeout=SHUTDOWN_SECONDS)
        await self._runner.setup()
        self.port = await self._listen(self._runner)
        await self._fork_server.open()
        self._housekeeping = [asyncio.create_task(self._sweep()), asyncio.create_task(self._notice_delays())]
        self._log.info("%s listens on %s:%d", self.settings.name, self.settings.host, self.port)

    async def close(self) -> None:
        """End all matches and stop listening."""
        self._closing = True
        for task in self._housekeeping:
            task.cancel()
        for match in list(self._sessions):
            await self._finish(match)
        if self._runner:
            await self._runner.cleanup()
        await self._fork_server.close()

    @property
    def matches(self) -> tuple[str, ...]:
        return tuple(self._sessions)

    async def _listen(self, runner: web.ServerRunner) -> int:
        wanted = self.settings.port
        for port in range(wanted, wanted + PORTS_TRIED if wanted else 1):
            site = web.TCPSite(runner, self.settings.host, port)
            try:
                await site.start()
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise ServerError(
                        f"cannot listen on {self.settings.host}:{port}: {error.strerror}"
                    ) from error
                await site.stop()
                continue
            return int(runner.addresses[0][1])
        raise ServerError(
            f"ports {wanted} to {wanted + PORTS_TRIED - 1} are all taken; choose another with --port"
        )

    async def _handle(self, request: web.BaseRequest) -> web.Response:
        """Answer one request; whatever goes wrong, with a status and a reason."""
        connection = request.protocol
        begin = connection.accepted if isinstance(connection, Connection) else time.monotonic()
        message: Message | None = None
        try:
            if request.method == "OPTIONS":
                return replied("", page=EVERY_PAGE)
            objection = self._admission.objection(request.remote, request.headers)
            if objection and not is_short(request):
                raise web.HTTPForbidden(text=objection)
            text = await text_of(request, self.settings.most_bytes)
            if isinstance(connection, Connection):
                connection.arrived()
            message = await message_in(text)
            if isinstance(message, Info):
                response = replied(self._info(), page=EVERY_PAGE)
            elif objection:
                raise web.HTTPForbidden(text=objection)
            else:
                step = request.headers.get("GGP-Match-Step")
                answer = await self._answer(message, text, step, (begin, request.remote or ""))
                response = replied(answer, page=request.headers.get("Origin"))
        except (MessageError, Refusal) as error:
            response = replied(str(error), 400)
        except web.HTTPException as error:
            response = replied(error.text or error.reason, error.status)
        except Exception:
            self._log.exception("while answering %s", described(message))
            response = replied("internal error", 500)
        self._log.info(
            "%s %s -> %s%s in %.0f ms",
            request.remote,
            described(message),
            "" if response.status == 200 else f"{response.status} ",
            excerpt(response.text or ""),
            (time.monotonic() - begin) * 1000,
        )
        return response

    def _trusts(self, address: str) -> bool:
        """Whether strangers must not crowd somebody out: who was given, else this machine and present managers."""
        if self.settings.allow:
            return self._admission.lists(address)
        own = parsed_address(address)
        return own is not None and (own.is_loopback or address in self._managers.values())

    def _info(self) -> str:
        return str(InfoReply(self._status(), self.settings.name, "program"))

    async def _answer(self, message: Message, text: str, step: str | None, source: tuple[float, str]) -> str:
        """The reply; `source`: when and from what address the message came."""
        received, address = source
        match message:
            case Info():
                return self._info()
            case Preview():
                return "busy" if self._status() == "busy" else "ready"
            case Start():
                return await self._start(message, received, address)
            case Play():
                session = self._sessions.get(message.match)
                return await session.play(message, text, step, received) if session else "busy"
            case Stop():
                session = self._sessions.get(message.match)
                if session:
                    await session.stop(message, received)
                    await self._finish(message.match)
                return "done" if message.match in self._finished else "busy"
            case Abort():
                await self._finish(message.match)
                return "aborted" if message.match in self._finished else "busy"

    def _status(self) -> str:
        return "available" if len(self._sessions) < self.settings.matches else "busy"

    async def _start(self, message: Start, received: float, address: str) -> str:
        session = self._sessions.get(message.match)
        if session and session.message != message:
            self._log.warning("%s is started anew", message.match)
            await self._finish(message.match)
            session = None
        if session is None:
            if self._status() == "busy" or self._closing:
                return "busy"
            session = Session(message, self.settings.casting, self._fork_server, self._reserve)
            self._sessions[message.match] = session
            self._managers[message.match] = address
        try:
            await session.start(received)
        except Refusal:
            await self._finish(message.match)
            raise
        return "ready"

    async def _finish(self, match: str) -> None:
        self._managers.pop(match, None)
        session = self._sessions.pop(match, None)
        if session:
            self._finished.append(match)
            await session.close()

    async def _sweep(self) -> None:
        """Give up matches whose manager has fallen silent, and those whose rules proved unusable late."""
        while True:
            await asyncio.sleep(min(1.0, max(0.05, self.settings.patience / 4)))
            now = time.monotonic()
            for match, session in list(self._sessions.items()):
                clock = max(session.message.start_clock, session.message.play_clock)
                if session.refused or now > session.last_heard + clock + self.settings.patience:
                    self._log.warning(
                        "%s: %s", match, session.refused or "no word from the manager, given up"
                    )
                    await self._finish(match)

    async def _notice_delays(self) -> None:
        """Measure how late this process gets its turn on a busy machine: answers may leave as late."""
        while True:
            due = time.monotonic() + HEARTBEAT
            await asyncio.sleep(HEARTBEAT)
            self._reserve.note_delay(max(0.0, time.monotonic() - due))


async def serve(settings: Settings, ready: Callable[[int], None] | None = None) -> None:
    """Serve until cancelled, or told to end by SIGTERM."""
    told = asyncio.Event()
    with contextlib.suppress(NotImplementedError, RuntimeError):  # no such signal, or not the main thread
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, told.set)
    server = PlayerServer(settings)
    await server.open()
    if ready:
        ready(server.port)
    try:
        await told.wait()
    finally:
        await server.close()
