"""A player behind HTTP, as GGP managers expect it: `woodstock serve`.

Messages come by POST, or by GET in the address; every reply closes its connection. Matches run in processes
of their own, so the server answers at once whatever a player is doing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import metadata

from aiohttp import web

from woodstock.clock import Reserve
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
from woodstock.net.server.admission import Admission, own_names, parsed_address
from woodstock.net.server.connection import Connection, LimitedServer
from woodstock.net.server.letter import is_short, message_in, text_of
from woodstock.net.server.listening import listen
from woodstock.net.server.played import keep_played
from woodstock.net.server.reply import EVERY_PAGE, described, replied
from woodstock.net.server.session import Session
from woodstock.net.server.settings import Settings
from woodstock.net.server.status import Status, wants_health, wants_page
from woodstock.net.worker.casting import Refusal
from woodstock.net.worker.fork_server import ForkServer

HEARTBEAT = 0.05
SHUTDOWN_SECONDS = 1.0
SECONDS_TO_LEAVE = 0.5
"""That STOP waits for a match to be put away; what takes longer is done after the reply."""
CONNECTIONS_OF_A_MATCH = 4


@dataclass(slots=True)
class PlayerServer:
    settings: Settings
    port: int = 0
    _admission: Admission = field(init=False)
    _sessions: dict[str, Session] = field(default_factory=dict)
    _managers: dict[str, str] = field(default_factory=dict)
    _leaving: set[asyncio.Task[None]] = field(default_factory=set)
    _closing: bool = False
    _ended: int = 0
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
        strict = self.settings.strict_port
        self.port = await listen(self._runner, self.settings.host, self.settings.port, strict=strict)
        await self._fork_server.open()
        self._housekeeping = [asyncio.create_task(self._sweep()), asyncio.create_task(self._notice_delays())]
        self._log.info("%s listens on %s:%d", self.settings.name, self.settings.host, self.port)

    async def finish(self) -> None:
        """Take no more matches, and let those that run come to their ends, for a while."""
        self._closing = True
        running = ", ".join(self._sessions)
        end = time.monotonic() + self.settings.finish
        told = f"; {running} may end within {self.settings.finish:g} s" if running else ""
        self._log.info("%s is told to end%s", self.settings.name, told)
        while self._sessions and time.monotonic() < end:
            await asyncio.sleep(HEARTBEAT)
        for match in self._sessions:
            self._log.warning("%s is given up", match)

    async def close(self) -> None:
        """End all matches and stop listening."""
        self._closing = True
        for task in self._housekeeping:
            task.cancel()
        for match in list(self._sessions):
            await self._finish(match)
        await asyncio.gather(*self._leaving)
        if self._runner:
            await self._runner.cleanup()
        await self._fork_server.close()

    @property
    def matches(self) -> tuple[str, ...]:
        return tuple(self._sessions)

    async def _handle(self, request: web.BaseRequest) -> web.Response:
        """Answer one request; whatever goes wrong, with a status and a reason."""
        connection = request.protocol
        begin = connection.accepted if isinstance(connection, Connection) else time.monotonic()
        message: Message | None = None
        try:
            if wants_health(request):
                return self._how_it_is().health()
            if wants_page(request):
                return self._how_it_is().page()
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
                if session:
                    return await session.play(message, text, step, received)
                return self._without()
            case Stop():
                session = self._sessions.get(message.match)
                if session:
                    await session.stop(message, received, recorded=self.settings.keep is not None)
                    leaving = asyncio.create_task(self._finish(message.match))
                    self._leaving.add(leaving)
                    leaving.add_done_callback(self._leaving.discard)
                    await asyncio.wait({leaving}, timeout=SECONDS_TO_LEAVE)
                return "done" if message.match in self._finished else self._without()
            case Abort():
                await self._finish(message.match)
                return "aborted" if message.match in self._finished else self._without()

    def _without(self) -> str:
        """What is said of a match that is not played here."""
        return "busy" if self._status() == "busy" else "unknown"

    def _how_it_is(self) -> Status:
        return Status(
            self.settings.name,
            self.settings.casting.player.partition(":")[0],
            metadata.version("woodstock"),
            len(self._sessions),
            self._ended,
            self.settings.matches,
            self._closing,
        )

    def _status(self) -> str:
        return "available" if len(self._sessions) < self.settings.matches and not self._closing else "busy"

    async def _start(self, message: Start, received: float, address: str) -> str:
        session = self._sessions.get(message.match)
        if session and session.message != message:
            self._log.warning("%s is started anew", message.match)
            await self._finish(message.match)
            session = None
        if session is None:
            if self._status() == "busy":
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
            self._ended += 1
            await session.close()
            if self.settings.keep:
                keep_played(session, self.settings.keep, self._log)

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
    """Serve until cancelled, or told to end by SIGTERM; told twice, it does not wait for matches to end."""
    told, told_again = asyncio.Event(), asyncio.Event()

    def hear() -> None:
        (told_again if told.is_set() else told).set()

    with contextlib.suppress(NotImplementedError, RuntimeError):  # no such signal, or not the main thread
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, hear)
    server = PlayerServer(settings)
    await server.open()
    if ready:
        ready(server.port)
    try:
        await told.wait()
        waiting = {asyncio.create_task(server.finish()), asyncio.create_task(told_again.wait())}
        _, rest = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
    finally:
        await server.close()
