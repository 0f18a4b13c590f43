"""Hostile messages: each gets an answer that is no fault of ours, and then a proper match is played.

    pytest tests/net/test_hostile.py --slow -s

sends 10,000 of them and prints what was answered.
"""

import asyncio
import signal
import sys
from collections import Counter

import pytest

from tests.net.hostile import Foe, posted
from tests.net.rules import NIM, one_line
from tests.net.serving import parsed, serving
from tests.processes import descendants
from tests.timing import within

AT_ONCE = 14
UNANSWERED = {"noise", "chunked", "truncated", "headed", "preface"}
"""Requests that never end are left without an answer when their time is over."""


async def answered(port, data):
    """The status of the reply, 0 where the connection was closed without one."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(data)
        return parsed(await asyncio.wait_for(reader.read(), 60))[0]
    except ConnectionError:
        return 0
    finally:
        writer.close()


@pytest.mark.parametrize("count", [400, pytest.param(10_000, marks=pytest.mark.slow)])
async def test_hostile_messages_are_answered_and_a_match_is_played_after_them(count):
    foe, statuses = Foe(count), Counter()
    async with serving(arrival_seconds=0.7) as line:
        waiting = iter(range(count))

        async def attack():
            for _ in waiting:
                kind, data = foe.request()
                statuses[kind, await answered(line.server.port, data)] += 1

        await asyncio.gather(*(attack() for _ in range(AT_ONCE)))
        print()
        for status in sorted({status for _, status in statuses}):
            kinds = {kind: number for (kind, found), number in sorted(statuses.items()) if found == status}
            print(status or "closed", sum(kinds.values()), kinds)
        assert statuses.total() == count
        assert {kind for kind, status in statuses if status == 0} <= UNANSWERED
        assert not [status for _, status in statuses if status >= 500]
        for match in line.server.matches:
            await line.server._finish(match)
        assert await line.start("proper") == "ready"
        assert await line.told("(PLAY proper NIL)") == "(take 1)"
        assert await line.told("(PLAY proper ((take 1) noop))") == "noop"
        assert await line.told("(STOP proper (noop (take 2)))") == "done"


@pytest.mark.parametrize("turn", ["9" * 5000, "9" * 19, "1000000001"])
async def test_a_turn_of_many_digits_is_an_ordinary_refusal(turn):
    async with serving() as line:
        await line.start()
        status, reason = await line.say(f"(PLAY m {turn} noop NIL)")
        assert (status, "a turn up to" in reason) == (400, True)
        assert await line.told("(PLAY m NIL)") == "(take 1)"


@pytest.mark.parametrize("shape", ["{}", "(PLAY m {})", "(START m left ({}) 9 1)"])
async def test_depth_costs_no_more_than_length(shape):
    async with serving() as line:
        with within(10):
            status, _ = await line.say(shape.format("(" * 200_000 + ")" * 200_000))
        assert status == 400
        assert await line.status() == "available"


def large_rules(characters):
    """A game of our own with so many facts that reading it takes long."""
    facts, number = [], 0
    while characters > 0:
        fact = f"(<= (p{number} ?x) (true (heap ?x)) (succ ?x ?y))"
        facts.append(fact)
        characters -= len(fact)
        number += 1
    return f"{one_line(NIM)[:-1]} {''.join(facts)})"


@pytest.mark.parametrize("characters", [1_900_000, 7_900_000])
async def test_a_server_stays_itself_while_megabytes_of_rules_are_read(characters):
    message = f"(START m left {large_rules(characters)} 5 2)".encode()
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "woodstock", "serve", "--port", "0", stderr=asyncio.subprocess.PIPE
    )
    try:
        first = await asyncio.wait_for(server.stderr.readline(), 20)
        port = int(first.decode().rpartition(":")[2])
        started = asyncio.create_task(exchanged(port, posted(message)))
        await asyncio.sleep(0.2)
        for _ in range(10):
            with within(2.0):
                assert (await exchanged(port, posted(b"(INFO)")))[0] == 200
            await asyncio.sleep(0.1)
        with within(6.0):
            status, reply = await started
        assert (status == 200 and reply == "ready") or (status == 400 and "characters" in reply)
        # And again, to be told to end in the midst of it.
        started = asyncio.create_task(exchanged(port, posted(message.replace(b" m ", b" n ", 1))))
        await asyncio.sleep(0.5)
        children = descendants()
        server.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(server.wait(), 10) == 0
        await started
        assert not children & descendants()
    finally:
        if server.returncode is None:
            server.kill()
            await server.wait()


async def exchanged(port, data):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(data)
        return parsed(await asyncio.wait_for(reader.read(), 60))
    except ConnectionError:
        return 0, ""
    finally:
        writer.close()
