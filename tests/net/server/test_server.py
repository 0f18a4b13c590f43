"""The protocol as managers speak it."""

import asyncio
import socket
from ipaddress import ip_network
from urllib.parse import quote

import pytest

from tests.net.rules import GUESS, NIM, WALK, one_line
from tests.net.serving import parsed, start_message
from tests.timing import within


async def test_a_whole_match(serving):
    async with serving() as line:
        assert await line.status() == "available"
        assert await line.start("Match.1") == "ready"
        assert await line.status() == "busy"
        assert await line.told("( PLAY Match.1 NIL )") == "(take 1)"
        assert await line.told("( PLAY Match.1 ( ( TAKE 1 ) NOOP ) )") == "noop"
        assert await line.told("(PLAY Match.1 (noop (take 2)))") == "(take 1)"
        assert await line.told("(PLAY Match.1 ((take 1) noop))") == "noop"
        assert await line.told("(STOP Match.1 (noop (take 1)))") == "done"
        assert await line.status() == "available"
        assert line.server.matches == ()


async def test_every_word_comes_back_as_the_manager_writes_it(serving):
    async with serving() as line:
        rules = one_line(NIM).upper()
        assert await line.told(f"(START Dresden.7 LEFT {rules} 8 4)") == "ready"
        assert await line.told("(PLAY Dresden.7 NIL)") == "(TAKE 1)"


async def test_percepts_in_both_dialects(serving):
    async with serving() as line:
        await line.start("turns", GUESS)
        assert await line.told("(PLAY turns 0 NIL NIL)") == "noop"
        assert await line.told("(PLAY turns 1 noop NIL)") == "(guess 1)"
        assert await line.told("(PLAY turns 2 (guess 1) (wrong))") == "(guess 1)"
        assert await line.told("(STOP turns 3 (guess 1) (wrong))") == "done"
        await line.start("percepts", GUESS)
        assert await line.told("(PLAY percepts ())") == "noop"
        assert await line.told("(PLAY percepts ())") == "(guess 1)"
        assert await line.told("(PLAY percepts (wrong))") == "(guess 1)"
        assert await line.told("(STOP percepts ((right 1)))") == "done"


@pytest.mark.parametrize(
    ("first", "second", "third"),
    [
        ("(PLAY m 0 NIL (wrong))", "(PLAY m 1 noop NIL)", "(PLAY m 2 (guess 1) (wrong))"),
        ("(PLAY m (wrong))", "(PLAY m ())", "(PLAY m (wrong))"),
    ],
)
async def test_percepts_before_the_first_move_are_heard_and_say_nothing(serving, first, second, third):
    async with serving() as line:
        await line.start("m", GUESS)
        assert await line.told(first) == "noop"
        assert await line.told(second) == "(guess 1)"
        assert await line.told(third) == "(guess 1)"


async def test_headers_and_closed_connections(serving):
    async with serving() as line:
        reply = await line.exchange(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 8\r\n\r\n( INFO )")
        head = reply.partition(b"\r\n\r\n")[0].decode().lower()
        assert "200 ok" in head
        for header in (
            "content-type: text/acl",
            "access-control-allow-origin: *",
            "access-control-allow-methods: post, get, options",
            "access-control-allow-headers: content-type",
            "content-length: ",
            "connection: close",
        ):
            assert header in head


async def test_options_get_and_other_methods(serving):
    async with serving() as line:
        reply = await line.exchange(b"OPTIONS / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert parsed(reply) == (200, "")
        assert b"access-control-allow-origin" in reply.lower()
        status, body = parsed(await line.exchange(f"GET /{quote('( INFO )')} HTTP/1.0\r\n\r\n".encode()))
        assert (status, "available" in body) == (200, True)
        asked = f"GET /{quote(start_message('got'))} HTTP/1.0\r\n\r\n".encode()
        assert parsed(await line.exchange(asked)) == (200, "ready")
        assert parsed(await line.exchange(b"DELETE / HTTP/1.0\r\n\r\n"))[0] == 405
        assert parsed(await line.exchange(b"nonsense\r\n\r\n"))[0] == 400


async def test_abort_preview_and_unknown_matches(serving):
    async with serving() as line:
        assert await line.told(f"(PREVIEW {one_line(NIM)} 10)") == "ready"
        assert await line.told("(PLAY nobody NIL)") == "unknown"
        assert await line.told("(STOP nobody NIL)") == "unknown"
        assert await line.told("(ABORT nobody)") == "unknown"
        await line.start("m")
        assert await line.told(f"(PREVIEW {one_line(NIM)} 10)") == "busy"
        assert await line.told("(ABORT m)") == "aborted"
        assert await line.told("(ABORT m)") == "aborted"
        assert await line.told("(PLAY m NIL)") == "unknown"
        assert await line.start("m") == "ready"


async def test_info_is_answered_at_once_while_a_player_works(serving):
    async with serving("tests.net.bad_players.Busy") as line:
        await line.start(start=10.0, play=2.0)
        move = asyncio.create_task(line.told("(PLAY m NIL)"))
        await asyncio.sleep(0.3)
        with within(1.0):
            for _ in range(20):
                assert await line.status() == "busy"
        assert not move.done()
        assert await move == "(take 1)"


async def test_the_next_free_port(serving):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        async with serving() as line:
            from dataclasses import replace

            from woodstock.net.server.server import PlayerServer

            server = PlayerServer(replace(line.server.settings, port=port))
            await server.open()
            assert port < server.port < port + 100
            await server.close()


async def test_only_allowed_addresses_start_matches(serving):
    async with serving(allow=(ip_network("192.0.2.0/24"),)) as line:
        assert (await line.say(start_message()))[0] == 403
        assert await line.status() == "available"
    async with serving(allow=(ip_network("127.0.0.0/8"),)) as line:
        assert await line.start() == "ready"


async def test_a_log_line_for_every_message(caplog, serving):
    caplog.set_level("INFO", "woodstock.net")
    async with serving() as line:
        await line.start("logged")
        await line.told("(PLAY logged NIL)")
    assert "127.0.0.1 START logged as left, 8/4 s -> ready in" in caplog.text
    assert "127.0.0.1 (PLAY logged NIL) -> (take 1) in" in caplog.text


async def test_several_matches_at_once_when_told_so(serving):
    async with serving(matches=2) as line:
        assert await asyncio.gather(line.start("a"), line.start("b", WALK, "robot")) == ["ready", "ready"]
        assert await line.status() == "busy"
        assert await line.start("c") == "busy"
        assert await asyncio.gather(line.told("(PLAY a NIL)"), line.told("(PLAY b NIL)")) == [
            "(take 1)",
            "ahead",
        ]


@pytest.mark.parametrize("clock", [0, 0.05])
async def test_hardly_any_time_at_all(clock, serving):
    async with serving() as line:
        with within(2.0):
            assert await line.start(start=clock, play=clock) == "ready"
        await line.until_a_move_is_known()
        with within(1.0):
            assert await line.told("(PLAY m NIL)") in {"(take 1)", "(take 2)"}
