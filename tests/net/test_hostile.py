"""Hostile messages: each gets an answer that is no fault of ours, and then a proper match is played.

    pytest tests/net/test_hostile.py --slow -s

sends 10,000 of them and prints what was answered.
"""

import asyncio
import signal
from collections import Counter

import pytest

from tests.net.hostile import Foe, posted
from tests.net.rules import NIM, one_line
from tests.net.serving import line_to, parsed, server_process
from tests.processes import descendants
from tests.timing import within

AT_ONCE = 14
UNANSWERED = {"noise", "chunked", "truncated", "headed", "preface"}
"""Requests that never end are left without an answer when their time is over."""


@pytest.mark.parametrize("count", [400, pytest.param(10_000, marks=pytest.mark.slow)])
async def test_hostile_messages_are_answered_and_a_match_is_played_after_them(count, serving):
    foe, statuses = Foe(count), Counter()
    async with serving(arrival_seconds=0.7) as line:
        waiting = iter(range(count))

        async def attack():
            for _ in waiting:
                kind, data = foe.request()
                statuses[kind, parsed(await line.exchange(data))[0]] += 1

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
async def test_a_turn_of_many_digits_is_an_ordinary_refusal(turn, serving):
    async with serving() as line:
        await line.start()
        status, reason = await line.say(f"(PLAY m {turn} noop NIL)")
        assert (status, "a turn up to" in reason) == (400, True)
        assert await line.told("(PLAY m NIL)") == "(take 1)"


@pytest.mark.parametrize("shape", ["{}", "(PLAY m {})", "(START m left ({}) 9 1)"])
async def test_depth_costs_no_more_than_length(shape, serving):
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


@pytest.mark.parametrize("characters", [pytest.param(1_900_000, marks=pytest.mark.slow), 7_900_000])
async def test_a_server_stays_itself_while_megabytes_of_rules_are_read(characters):
    message = f"(START m left {large_rules(characters)} 5 2)".encode()
    others = descendants()
    async with server_process("--port", "0", stderr=asyncio.subprocess.PIPE) as server:
        line = await line_to(server)
        started = asyncio.create_task(line.exchange(posted(message)))
        await asyncio.sleep(0.2)
        for _ in range(10):
            with within(2.0):
                assert (await line.say("(INFO)"))[0] == 200
            await asyncio.sleep(0.1)
        with within(6.0):
            status, reply = parsed(await started)
        assert (status == 200 and reply == "ready") or (status == 400 and "characters" in reply)
        # And again, to be told to end in the midst of it.
        started = asyncio.create_task(line.exchange(posted(message.replace(b" m ", b" n ", 1))))
        await asyncio.sleep(0.5)
        children = descendants() - others
        server.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(server.wait(), 10) == 0
        await started
        assert not children & descendants()
