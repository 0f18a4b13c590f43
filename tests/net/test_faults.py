"""Everything that goes wrong on a network, and with players: no crash, no late or illegal answer, no leak."""

import asyncio
import os
import signal

import pytest

from tests.net.rules import COUNTING, NIM, WALK, one_line
from tests.net.serving import parsed, serving_alone, start_message
from tests.processes import descendants
from tests.shared import shared
from tests.timing import within
from woodstock.gdl import read

LEGAL = {"(take 1)", "(take 2)"}


async def test_doubled_messages_get_the_same_answer(serving):
    async with serving("random") as line:
        text = start_message()
        assert await asyncio.gather(line.told(text), line.told(text)) == ["ready", "ready"]
        first = await line.told("(PLAY m NIL)")
        assert await line.told("(PLAY m NIL)") == first
        second = f"(PLAY m ({first} noop))"
        assert await asyncio.gather(line.told(second), line.told(second)) == ["noop", "noop"]
        assert await line.told("(PLAY m (noop (take 1)))") in LEGAL
        assert await line.told(text) == "ready"


async def test_doubled_after_the_answer(serving):
    async with serving() as line:
        await line.start()
        await line.told("(PLAY m NIL)")
        assert await line.told("(PLAY m ((take 1) noop))") == "noop"
        assert await line.told("(PLAY m ((take 1) noop))") == "noop"
        assert await line.told("(PLAY m (noop (take 1)))") == "(take 1)"
        assert await line.told("(PLAY m (noop (take 1)))") == "(take 1)"
        assert await line.told("(PLAY m ((take 1) noop))") == "noop"
        assert await line.told("(STOP m (noop (take 1)))") == "done"
        assert await line.told("(STOP m (noop (take 1)))") == "done"


async def test_the_same_words_may_be_news(serving):
    async with serving() as line:
        await line.start(rules=WALK, role="robot")
        await line.told("(PLAY m NIL)")
        for step in range(1, 4):
            assert await line.told("(PLAY m (ahead))", f"GGP-Match-Step: {step}\r\n") == "ahead"
            assert await line.told("(PLAY m (ahead))", f"GGP-Match-Step: {step}\r\n") == "ahead"
        assert await line.told("(STOP m (ahead))") == "done"


async def test_reordered_messages(serving):
    async with serving() as line:
        await line.start()
        await line.told("(PLAY m NIL)")
        await line.told("(PLAY m ((take 1) noop))")
        assert await line.told("(PLAY m (noop (take 1)))") == "(take 1)"
        assert await line.told("(PLAY m NIL)") == "(take 1)"
        assert await line.told("(PLAY m ((take 1) noop))") == "noop"


async def test_a_lost_message_is_made_up_for(serving):
    async with serving() as line:
        await line.start()
        await line.told("(PLAY m NIL)")
        # The first move's message never arrives; only one joint move makes this one possible ... or two.
        assert await line.told("(PLAY m (noop (take 2)))") in LEGAL
        assert await line.told("(STOP m ((take 1) noop))") == "done"


async def test_a_lost_first_play(serving):
    async with serving() as line:
        await line.start()
        assert await line.told("(PLAY m ((take 2) noop))") == "noop"
        assert await line.told("(PLAY m (noop (take 2)))") == "(take 1)"


async def test_impossible_moves_are_survived(caplog, serving):
    async with serving() as line:
        await line.start()
        await line.told("(PLAY m NIL)")
        assert await line.told("(PLAY m ((jump 7) noop))") in LEGAL
        assert await line.told("(PLAY m (noop))") in LEGAL
        assert await line.told("(PLAY m ((take 1) noop))") == "noop"
    assert "cannot have happened" in caplog.text


async def test_a_move_that_the_manager_replaced(caplog, serving):
    async with serving() as line:
        await line.start()
        assert await line.told("(PLAY m NIL)") == "(take 1)"
        assert await line.told("(PLAY m ((take 2) noop))") == "noop"
        assert await line.told("(PLAY m (noop (take 2)))") == "(take 1)"
        assert await line.told("(STOP m ((take 1) noop))") == "done"
    assert "(take 1) was replaced by (take 2)" in caplog.text


async def test_truncated_messages(serving):
    async with serving(arrival_seconds=0.5) as line:
        assert (await line.say(start_message()[:-200]))[0] == 400
        head = b"POST / HTTP/1.0\r\nContent-Length: 1000\r\n\r\n(START m left"
        with within(5):
            assert await line.exchange(head) == b""
        await line.exchange(head, cut=0.05)
        assert await line.status() == "available"
        assert await line.start() == "ready"


async def test_slow_messages(serving):
    async with serving(arrival_seconds=0.6) as line:
        assert await line.told(start_message(), pause=0.2) == "ready"
        with within(5):
            assert (await line.say("(PLAY m NIL)", pause=1.5)) == (0, "")
        assert await line.told("(PLAY m NIL)") == "(take 1)"


async def test_a_body_too_large(serving):
    async with serving(most_bytes=5000) as line:
        status, reason = await line.say("(START " + "x" * 10_000 + ")")
        assert (status, "5,000" in reason) == (413, True)
        chunked = b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + 3 * (
            b"1000\r\n" + b"x" * 4096 + b"\r\n"
        )
        assert parsed(await line.exchange(chunked + b"0\r\n\r\n"))[0] == 413
        assert await line.status() == "available"


@pytest.mark.parametrize("body", ["", ")", "(PLAY", "\x00\x01", "(HELLO)", "(" * 5000, "ä" * 100])
async def test_garbage(body, serving):
    async with serving() as line:
        status, reason = await line.say(body)
        assert status == 400
        assert reason
        assert await line.status() == "available"


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        (f"(START m left {one_line(NIM)[:-1]} (<= (legal left)) ) 9 9)", "legal"),
        (f"(START m nobody {one_line(NIM)} 9 9)", "no role nobody"),
        ("(START m left ((role left) (<= (p) (not)(q) (or)) ) 9 9)", "or"),
        ("(START m left ((p) (q)) 9 9)", "role"),
    ],
)
async def test_rules_with_errors_are_refused(message, reason, serving):
    async with serving() as line:
        status, body = await line.say(message)
        assert status == 400
        assert reason in body
        assert await line.status() == "available"
        assert await line.start("good") == "ready"


async def test_two_managers_at_once(serving):
    async with serving() as line:
        assert await line.start("one") == "ready"
        assert await line.start("two") == "busy"
        assert await line.told("(PLAY two NIL)") == "busy"
        assert await line.told("(ABORT two)") == "busy"
        assert await line.told("(PLAY one NIL)") == "(take 1)"
        assert await line.told("(STOP one ((take 1) noop))") == "done"
        assert await line.start("two") == "ready"


async def test_the_same_match_started_anew(serving):
    async with serving() as line:
        await line.start()
        await line.told("(PLAY m NIL)")
        assert await line.start(rules=WALK, role="robot") == "ready"
        assert await line.told("(PLAY m NIL)") == "ahead"


async def test_a_manager_that_dies(serving):
    async with serving(patience=0.2) as line:
        await line.start(start=0.5, play=0.5)
        assert await line.status() == "busy"
        await asyncio.sleep(1.2)
        assert await line.status() == "available"
        assert await line.told("(PLAY m NIL)") == "unknown"
        assert await line.start("next") == "ready"


async def test_a_manager_that_hangs_up_before_the_answer(serving):
    async with serving("tests.net.bad_players.Busy") as line:
        await line.start(play=0.5)
        body = b"(PLAY m NIL)"
        head = f"POST / HTTP/1.0\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        await line.exchange(head + body, cut=0.05)
        assert await line.told("(PLAY m NIL)") == "(take 1)"


async def test_a_play_that_comes_before_start_is_over(serving):
    async with serving("tests.net.bad_players.SlowStart") as line:
        started = asyncio.create_task(line.start(start=10.0, play=1.0))
        await line.until_a_move_is_known()
        with within(1.2):
            assert await line.told("(PLAY m NIL)") in LEGAL
        started.cancel()


async def test_a_game_that_cannot_be_ground(serving):
    async with serving() as line:
        with within(2.5):
            assert await line.start(rules=COUNTING, role="counter", start=2.0) == "ready"
        assert await line.told("(PLAY m NIL)") == "stay"
        assert await line.told("(PLAY m (up))") == "stay"
        assert await line.told("(PLAY m (up))") == "stay"
        assert await line.told("(STOP m (up))") == "done"


async def test_a_process_that_hangs_while_it_loads_a_large_game(serving):
    rules = " ".join(map(str, read(shared("games", "chess.kif")).rules))
    async with serving() as line:
        await line.start(rules=rules, role="white", start=3.0, play=1.0)
        os.kill(line.server._sessions["m"]._process.number, signal.SIGSTOP)
        with within(1.0):
            assert (await line.told("(PLAY m NIL)")).startswith("(move w")
        with within(1.0):
            assert await line.told("(PLAY m ((move wp a 2 a 3) noop))") == "noop"


@pytest.mark.parametrize(
    "player", ["Hanging", "HangingOnce", "Dying", "Raising", "RaisingAtStart", "Illegal", "SlowStart"]
)
async def test_bad_players_still_answer_legal_moves_in_time(player, serving):
    async with serving(f"tests.net.bad_players.{player}") as line:
        with within(2.1):
            assert await line.start(start=2.0, play=1.0) == "ready"
        with within(1.0):
            first = await line.told("(PLAY m NIL)")
        assert first in LEGAL
        with within(1.0):
            assert await line.told(f"(PLAY m ({first} noop))") == "noop"
        with within(1.0):
            assert await line.told("(PLAY m (noop (take 1)))") in LEGAL
        with within(3.0):
            assert await line.told("(ABORT m)") == "aborted"
        assert await line.start("next") == "ready"


async def test_nothing_is_left_behind():
    before = descendants()
    async with serving_alone("tests.net.bad_players.Hanging") as line:
        for match in ("a", "b", "c"):
            await line.start(match, start=0.6, play=0.5)
            await line.told(f"(PLAY {match} NIL)")
            await line.told(f"(ABORT {match})")
        await line.start("d", start=0.6)
        assert (
            len(descendants() - before) <= 4
        )  # the fork server, one born ahead, the match, perhaps its scout
    assert descendants() <= before
