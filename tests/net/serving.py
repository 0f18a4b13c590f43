"""A server on a free port of the loopback, here or in a process of its own, and the messages to talk to it."""

import asyncio
import contextlib
import sys

from tests.net.rules import NIM, one_line
from woodstock.net.messages import parse_info_reply
from woodstock.net.server.server import PlayerServer
from woodstock.net.server.settings import Settings
from woodstock.net.worker.casting import Casting
from woodstock.net.worker.fork_server import ForkServer


class KeptForkServer(ForkServer):
    """One that stays up from server to server: coming up is most of what a short test would wait for."""

    async def open(self):
        if self._process is None:
            await super().open()

    async def close(self):
        pass

    async def end(self):
        await super().close()


@contextlib.asynccontextmanager
async def serving_alone(player="first-legal", *, fork_server=None, **settings):
    """A server, with a fork server of its own unless one is given."""
    fallback = settings.pop("fallback", "first-legal")
    server = PlayerServer(
        Settings(Casting(player, fallback), port=0, **settings), _fork_server=fork_server or ForkServer()
    )
    await server.open()
    try:
        yield Line(server.port, server)
    finally:
        await server.close()


@contextlib.asynccontextmanager
async def server_process(*options, **streams):
    """`woodstock serve`; killed if it still runs in the end."""
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "woodstock", "serve", *options, **streams
    )
    try:
        yield server
    finally:
        if server.returncode is None:
            server.kill()
            await server.wait()


async def line_to(server):
    """A line to a process that says on its error output, a pipe, where it listens."""
    first = (await asyncio.wait_for(server.stderr.readline(), 20)).decode()
    assert "listens on" in first
    return Line(int(first.rpartition(":")[2]))


class Line:
    """A line to a server: sends bytes as they are, reads until the connection closes."""

    def __init__(self, port, server=None):
        self.port = port
        self.server = server  # if it is one of this process

    async def exchange(self, data, *, pause=0.0, cut=None):
        """Send bytes, in two parts with a pause between if asked; the whole reply."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            half = len(data) // 2 if pause else len(data)
            writer.write(data[:half])
            await writer.drain()
            if pause:
                await asyncio.sleep(pause)
                writer.write(data[half:])
            if cut:
                await asyncio.sleep(cut)
                return b""
            return await asyncio.wait_for(reader.read(), 60)
        except ConnectionError:
            return b""
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def say(self, message, headers="", **options):
        """Post a message the way the Dresden server does (no Host); status and body of the reply."""
        body = message.encode()
        head = f"POST / HTTP/1.0\r\n{headers}Content-Length: {len(body)}\r\nContent-Type: text/acl\r\n\r\n"
        return parsed(await self.exchange(head.encode() + body, **options))

    async def told(self, message, headers="", **options):
        """The body of a reply that must be fine."""
        status, body = await self.say(message, headers, **options)
        assert status == 200, body
        return body

    async def start(self, match="m", rules=NIM, role="left", start=8.0, play=4.0):
        return await self.told(start_message(match, rules, role, start, play))

    async def until_a_move_is_known(self, match="m"):
        """However long the match's process takes to come up on a busy machine."""
        async with asyncio.timeout(60):
            while (session := self.server._sessions.get(match)) is None or session._legal is None:
                await asyncio.sleep(0.01)

    async def status(self):
        return parse_info_reply(await self.told("( INFO )")).status


def start_message(match="m", rules=NIM, role="left", start=8.0, play=4.0):
    return f"(START {match} {role} {one_line(rules)} {start:g} {play:g})"


def parsed(reply):
    head, _, body = reply.partition(b"\r\n\r\n")
    return (int(head.split()[1]) if head else 0), body.decode()
