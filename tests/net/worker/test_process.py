"""Match processes: born ready, obedient, and gone when they shall be."""

import asyncio
import contextlib
import os
import signal

from tests.net.rules import NIM, one_line
from tests.net.serving import line_to, server_process
from tests.processes import descendants
from tests.timing import within
from woodstock.net.worker.fork_server import ForkServer
from woodstock.net.worker.wire import Begin, Candidate

BEGIN = Begin(
    rules=one_line(NIM), role="left", player="", fallback="first-legal", deadline=0.0, play_seconds=1.0
)


@contextlib.asynccontextmanager
async def forking():
    fork_server = ForkServer()
    await fork_server.open()
    try:
        yield fork_server
    finally:
        await fork_server.close()


async def first_report(process):
    async for report in process.reports():
        return report


async def gone(number):
    """Whether there is no such process, at most a second after its pipes were closed."""
    for _ in range(100):
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return True
        await asyncio.sleep(0.01)
    return False


async def test_a_process_is_born_obeys_and_ends():
    async with forking() as fork_server:
        one, two = await asyncio.gather(fork_server.fork(), fork_server.fork())
        one.send(BEGIN)
        assert await first_report(one) in [Candidate(ticket=0, move=f"(take {n})") for n in (1, 2)]
        one.stop()
        await one.kill()
        await one.kill()
        assert not one.alive
        assert await gone(one.number)
        assert two.alive
        one.send(BEGIN)
        await two.kill()


async def test_once_it_is_up_births_take_milliseconds():
    async with forking() as fork_server:
        await (await fork_server.fork()).kill()
        with within(0.5):
            process = await fork_server.fork()
        await process.kill()


async def test_a_fork_server_that_dies_is_replaced_and_its_children_end_with_their_pipes():
    async with forking() as fork_server:
        orphan = await fork_server.fork()
        os.kill(fork_server._process.pid, signal.SIGKILL)
        child = await fork_server.fork()
        assert child.alive
        assert orphan.alive
        orphan._orders.close()
        await asyncio.wait_for(orphan._reports.ended.wait(), 5)
        await child.kill()


async def test_a_server_told_to_end_leaves_nothing():
    async with server_process("--port", "0", stderr=asyncio.subprocess.PIPE) as server:
        await line_to(server)
        children = descendants()
        server.terminate()
        assert await asyncio.wait_for(server.wait(), 10) == 0
    for number in children:
        assert await gone(number)
