"""Strangers and web pages: who is kept out, and that nobody keeps a manager out."""

import asyncio
import contextlib
from ipaddress import ip_network
from urllib.parse import quote

import pytest

from tests.net.hostile import posted
from tests.net.serving import parsed, start_message
from woodstock.net.server.admission import Admission, neighbourhood, own_names

THIS_ADDRESS_ONLY = (ip_network("127.0.0.1/32"),)
STRANGER = ("127.0.0.2", 0)
HALF = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n(START"
CHANGING = [start_message(), "(PLAY m NIL)", "(STOP m NIL)", "(ABORT m)"]
PAGE = "http://evil.example"


@contextlib.asynccontextmanager
async def half_open(line, count, address=("127.0.0.1", 0)):
    """Connections that send half a request and wait."""
    writers = []
    for _ in range(count):
        _, writer = await asyncio.open_connection("127.0.0.1", line.server.port, local_addr=address)
        writer.write(HALF)
        writers.append(writer)
    await asyncio.sleep(0.05)
    try:
        yield
    finally:
        for writer in writers:
            writer.close()


async def test_a_stranger_is_refused_before_the_body_is_read(serving):
    async with serving(allow=(ip_network("192.0.2.0/24"),)) as line:
        head = b"POST / HTTP/1.0\r\nContent-Length: 5000000\r\n\r\n"
        assert parsed(await line.exchange(head))[0] == 403
        chunked = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
        assert parsed(await line.exchange(chunked))[0] == 403
        assert (await line.say("(ABORT m)"))[0] == 403
        assert await line.status() == "available"


async def test_slow_strangers_do_not_fill_the_slots_of_a_manager(serving):
    async with serving(most_connections=4, allow=THIS_ADDRESS_ONLY) as line, half_open(line, 10, STRANGER):
        assert await line.start() == "ready"
        assert await line.told("(PLAY m NIL)") == "(take 1)"


async def test_who_arrives_slowly_makes_way(serving):
    async with serving(most_of_one=4) as line, half_open(line, 40):
        assert len(line.server._runner.server.open) <= 4
        assert await line.start() == "ready"
        assert await line.told("(PLAY m NIL)") == "(take 1)"


async def test_who_waits_for_an_answer_keeps_its_connection(serving):
    async with serving("tests.net.bad_players.Busy", most_of_one=3) as line:
        await line.start(play=1.0)
        asked = asyncio.create_task(line.told("(PLAY m NIL)"))
        await asyncio.sleep(0.1)
        async with half_open(line, 10):
            assert await asked == "(take 1)"


async def test_the_present_manager_is_no_stranger(serving):
    async with serving() as line:
        assert not line.server._trusts("192.0.2.1")
        line.server._managers["m"] = "192.0.2.1"
        assert line.server._trusts("192.0.2.1")
        assert line.server._trusts("::ffff:127.0.0.1")


@pytest.mark.parametrize(
    "headers",
    [
        f"Origin: {PAGE}",
        "Origin: null",
        "Sec-Fetch-Site: cross-site",
        f"Referer: {PAGE}/page",
        "User-Agent: Mozilla/5.0 (X11; Linux x86_64)",
        "Host: evil.example:9147",
        "Host: 127.0.0.1\r\nHost: evil.example",
        "Host: 127.0.0.1.evil.example",
    ],
)
async def test_no_web_page_starts_or_disturbs_a_match(headers, serving):
    async with serving(matches=2) as line:
        assert await line.start("other") == "ready"
        for message in CHANGING:
            status, _ = await line.say(message.replace(" m", " other"), f"{headers}\r\n")
            assert status in (400, 403)
            reply = await line.exchange(f"GET /{quote(message)} HTTP/1.1\r\n{headers}\r\n\r\n".encode())
            assert parsed(reply)[0] in (400, 403)
            assert b"access-control" not in reply.lower()
        assert line.server.matches == ("other",)
        assert await line.told("(PLAY other NIL)") == "(take 1)"


async def test_a_page_may_ask_who_is_there(serving):
    async with serving() as line:
        headers = f"Origin: {PAGE}\r\nHost: localhost\r\nUser-Agent: Mozilla/5.0\r\n"
        assert "available" in await line.told("(INFO)", headers)


async def test_only_info_is_for_every_page_to_read(serving):
    async with serving() as line:
        for message in CHANGING:
            reply = await line.exchange(posted(message.encode()))
            assert parsed(reply)[0] == 200
            assert b"access-control" not in reply.lower()
        assert b"access-control-allow-origin: *\r\n" in (await line.exchange(posted(b"(INFO)"))).lower()


async def test_a_page_that_was_listed_plays(serving):
    async with serving(allow_origin=("http://games.example/",)) as line:
        body = start_message().encode()
        head = f"POST / HTTP/1.1\r\nHost: localhost:9147\r\nOrigin: http://games.example\r\nContent-Length: {len(body)}\r\n\r\n"
        reply = await line.exchange(head.encode() + body)
        assert parsed(reply) == (200, "ready")
        assert b"access-control-allow-origin: http://games.example\r\n" in reply.lower()
        assert (await line.say("(PLAY m NIL)", f"Origin: {PAGE}\r\n"))[0] == 403


@pytest.mark.parametrize(
    "host",
    ["localhost", "127.0.0.1:9147", "[::1]:9147", "192.0.2.7", "LocalHost:9147", "box", "box.example."],
)
def test_names_of_this_machine(host):
    assert Admission(names=own_names(["box", "Box.Example"])).is_called(host)


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "", "[", "127.0.0.1@evil.example"]
)
def test_other_names(host):
    assert not Admission(names=own_names([])).is_called(host)


async def test_a_refused_name_is_told_the_remedy(serving):
    async with serving() as line:
        status, reason = await line.say(start_message(), "Host: player.example:9147\r\n")
        assert (status, "--known-as player.example" in reason) == (403, True)
    async with serving(known_as=("Player.Example",)) as line:
        assert await line.told(start_message(), "Host: player.example:9147\r\n") == "ready"


def test_one_stranger_has_one_neighbourhood():
    assert neighbourhood("2001:db8::1") == neighbourhood("2001:db8::2:3")
    assert neighbourhood("2001:db8:0:1::1") != neighbourhood("2001:db8::1")
    assert neighbourhood("::ffff:192.0.2.1") == neighbourhood("192.0.2.1")
