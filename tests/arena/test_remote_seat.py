"""The referee against players that are HTTP servers of a few lines, some of them bad."""

import asyncio
import contextlib

import pytest
from aiohttp import web

from tests.arena.replayed import difference
from tests.players.fake import Guess, Nim, nim_engine
from woodstock.arena.match import referee
from woodstock.arena.remote_seat import ManagerError, RemoteSeat, ask_info
from woodstock.arena.seat import Clocks, LocalSeat
from woodstock.gdl import parse_term
from woodstock.net.messages import InfoReply, Play, Start, Stop, parse_message
from woodstock.net.scramble import Scrambler
from woodstock.players.simple import FirstLegalPlayer

CLOCKS = Clocks(start=0.5, play=0.3, grace=0.1)


@contextlib.asynccontextmanager
async def listening(answer):
    """A player that answers each message with what `answer` says; gives its address and what it heard."""
    heard = []

    async def handle(request):
        message = parse_message(await request.text())
        heard.append((message, request.headers))
        reply = answer(message)
        return web.Response(text=await reply if asyncio.iscoroutine(reply) else reply)

    runner = web.ServerRunner(web.Server(handle))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}", heard
    finally:
        await runner.cleanup()


def polite(move):
    def answer(message):
        match message:
            case Start():
                return "ready"
            case Play():
                return move(message) if callable(move) else move
        return "done"

    return answer


async def played(answer, game=None, **options):
    async with listening(answer) as (url, heard):
        seats = [RemoteSeat(url, **options), LocalSeat(FirstLegalPlayer(), "first-legal")]
        return await referee(game or Nim(3), seats, clocks=CLOCKS, seed=1, match="m.1"), heard


def counting(*moves):
    """Answers the moves one after the other."""
    waiting = list(moves)
    return polite(lambda message: waiting.pop(0))


async def test_a_whole_match():
    record, heard = await played(counting("( TAKE 1 )", "noop", "(take 1)"))
    assert [str(message) for message, _ in heard] == [
        f"(START m.1 left {heard[0][0].rules} 0.5 0.3)",
        "(PLAY m.1 NIL)",
        "(PLAY m.1 ((take 1) noop))",
        "(PLAY m.1 (noop (take 1)))",
        "(STOP m.1 ((take 1) noop))",
    ]
    assert not record.faults
    assert record.goal_values == [100, 0]
    assert difference(nim_engine(3), record) is None
    headers = heard[2][1]
    assert headers["Content-Type"] == "text/acl"
    assert headers["Accept"] == "text/delim"
    assert headers["Sender"] == "GAMESERVER"
    assert headers["GGP-Match-ID"] == "m.1"
    assert headers["GGP-Match-Step"] == "1"


async def test_late_answers():
    async def slowly(message):
        await asyncio.sleep(1.0)
        return "(take 1)"

    record, _ = await played(polite(slowly), Nim(1))
    assert record.errors == [["", ""], ["TO", ""]]
    assert record.is_completed


@pytest.mark.parametrize("reply", ["(take 9)", "busy", ")(", "", "\0"])
async def test_illegal_answers(reply):
    record, _ = await played(polite(reply), Nim(1))
    assert record.errors[1][0].startswith("IL")
    assert record.is_completed


async def test_a_player_that_says_busy_to_start_is_noted():
    record, _ = await played(lambda message: "busy", Nim(1))
    assert record.errors[0] == ["CE", ""]


async def test_a_player_cannot_send_the_manager_elsewhere():
    async with listening(polite("(take 1)")) as (elsewhere, heard):

        def redirecting(message):
            raise web.HTTPTemporaryRedirect(elsewhere)

        record, asked = await played(redirecting, Nim(1))
    assert not heard
    assert [type(message) for message, _ in asked] == [Start, Play, Stop]
    assert [errors[0] for errors in record.errors] == ["CE", "CE"]
    assert record.is_completed


async def test_the_reason_of_a_refusal_is_told(caplog):
    def refusing(message):
        raise web.HTTPForbidden(text="serve with --known-as box")

    record, _ = await played(refusing, Nim(1))
    assert record.errors[0] == ["CE", ""]
    assert "403 (serve with --known-as box)" in caplog.text


async def test_nobody_there():
    seats = [RemoteSeat("http://127.0.0.1:1"), LocalSeat(FirstLegalPlayer(), "first-legal")]
    record = await referee(Nim(2), seats, clocks=CLOCKS, seed=1)
    assert all(errors[0] == "CE" for errors in record.errors)
    assert record.is_completed


@pytest.mark.parametrize(
    ("dialect", "expected"),
    [
        ("turns", ["(PLAY m.1 0 NIL NIL)", "(PLAY m.1 1 noop ())", "(PLAY m.1 2 (guess 9) (less))"]),
        ("percepts", ["(PLAY m.1 NIL)", "(PLAY m.1 ())", "(PLAY m.1 (less))"]),
    ],
)
async def test_percepts_are_told_in_either_dialect(dialect, expected):
    moves = ["noop", "(guess 9)", "(guess 8)", "(guess 7)"]
    record, heard = await played(counting(*moves), Guess(), dialect=dialect)
    assert not record.faults
    assert [str(message) for message, _ in heard if isinstance(message, Play)][:3] == expected
    assert isinstance(heard[-1][0], Stop)


async def test_scrambled_games_are_recorded_in_the_clear():
    scrambler = Scrambler(Nim.rulesheet, 5)
    words = [str(scrambler.scrambled(move)) for move in map(parse_term, ("(take 1)", "noop", "(take 1)"))]
    record, heard = await played(counting(*words), scramble=5)
    assert record.moves == [["(take 1)", "noop"], ["noop", "(take 1)"], ["(take 1)", "noop"]]
    assert not record.faults
    sent = " ".join(str(message) for message, _ in heard)
    assert not any(word in sent for word in ("take", "noop", "left"))


async def test_info():
    async with listening(lambda message: "( ( name Alice ) ( status available ) )") as (url, _):
        assert await ask_info(url) == InfoReply("available", "Alice")
    with pytest.raises(ManagerError, match="is a player running there"):
        await ask_info("http://127.0.0.1:1")
