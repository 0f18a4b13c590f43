"""What a server says of itself, keeps of its matches, and does when it is told to end."""

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.net.rules import NIM
from tests.net.serving import Line, parsed, server_process
from woodstock.arena.record import read_records, trace_of
from woodstock.arena.replay import replay
from woodstock.cli.serve import record_of
from woodstock.games.library import loads
from woodstock.net.server.listening import ServerError
from woodstock.net.server.played import Played


async def got(line: Any, path: str, headers: str = "") -> tuple[int, str]:
    status, body = parsed(await line.exchange(f"GET {path} HTTP/1.0\r\n{headers}\r\n".encode()))
    return status, body


async def test_health_and_the_page(serving) -> None:
    async with serving(name="<b>Bold</b>") as line:
        status, body = await got(line, "/health")
        assert (status, json.loads(body)["status"]) == (200, "available")
        await line.start("secret-id")
        assert json.loads((await got(line, "/health"))[1])["matches"] == 1
        status, page = await got(line, "/", "Accept: text/html,*/*\r\n")
        assert status == 200
        assert "<h1>&lt;b&gt;Bold&lt;/b&gt;</h1>" in page
        assert "1 of at most 1 are played" in page
        assert "secret-id" not in page
        assert "busy" in page
        assert "<b>Bold" not in page


async def test_a_manager_that_asks_for_the_root_means_info(serving) -> None:
    async with serving() as line:
        status, body = await got(line, "/")
        assert status == 200
        assert "available" in body
        assert "<html" not in body


async def test_a_port_of_its_own_or_none(serving) -> None:
    async with serving() as line:
        taken = line.server.port
        with pytest.raises(ServerError, match=f"port {taken} is taken; choose another"):
            async with serving_at(taken):
                pass


def serving_at(port: int) -> Any:
    from contextlib import asynccontextmanager

    from woodstock.net.server.server import PlayerServer
    from woodstock.net.server.settings import Settings
    from woodstock.net.worker.casting import Casting

    @asynccontextmanager
    async def strict() -> Any:
        server = PlayerServer(Settings(Casting("random"), port=port, strict_port=True))
        try:
            await server.open()
            yield server
        finally:
            await server.close()

    return strict()


async def test_matches_are_kept(serving) -> None:
    kept: list[Played] = []
    async with serving(keep=kept.append) as line:
        await line.start()
        assert await line.told("(PLAY m NIL)") == "(take 1)"
        assert await line.told("(PLAY m ((take 1) noop))") == "noop"
        assert await line.told("(STOP m (noop (take 2)))") == "done"
        await line.start("given-up")
        await line.told("(PLAY given-up NIL)")
        assert await line.told("(ABORT given-up)") == "aborted"
    first, second = kept
    assert first.moves == (("(take 1)", "noop"), ("noop", "(take 2)"))
    assert first.own == ("(take 1)", "noop")
    record = record_of(first, "Me")
    assert record.player_names_from_host == ["Me", ""]
    engine = loads(NIM).engine
    assert not list(filter(None, replay(engine, trace_of(record, engine.roles))))
    assert len(record.states) == 3
    assert (second.match, second.own, second.goals) == ("given-up", ("(take 1)",), ())


async def test_a_player_may_put_away_what_it_learned(tmp_path: Path, serving) -> None:
    kept: list[Played] = []
    file = tmp_path / "learned"
    async with serving(f"tests.net.bad_players.SlowToStop:file={file}", keep=kept.append) as line:
        await line.start(play=2.0)
        for message in ("(PLAY m NIL)", "(PLAY m ((take 1) noop))", "(STOP m (noop (take 2)))"):
            await line.told(message)
        assert await line.status() == "available"
    assert file.read_text() == "done"
    assert len(kept[0].states) == 3


async def test_a_record_that_cannot_be_kept_does_not_end_the_care_for_silent_managers(serving) -> None:
    def fail(_: Played) -> None:
        raise RuntimeError("no room")

    async with serving(keep=fail, patience=0.1, matches=2) as line:
        for match in ("first", "second"):
            await line.start(match, start=1.0, play=1.0)
            async with asyncio.timeout(60):
                while line.server.matches:
                    await asyncio.sleep(0.05)


async def test_told_to_end_it_lets_the_match_end(tmp_path: Path) -> None:
    records, log = tmp_path / "records.jsonl", tmp_path / "log"
    options = (
        "--port",
        "0",
        "--player",
        "first-legal",
        "--records",
        records,
        "--log-file",
        log,
        "--finish",
        "60",
    )
    async with server_process(*options) as server:
        async with asyncio.timeout(60):
            while not log.exists() or "listens on" not in log.read_text():
                await asyncio.sleep(0.05)
        line = Line(int(log.read_text().splitlines()[0].rpartition(":")[2]))
        assert await line.start() == "ready"
        assert await line.told("(PLAY m NIL)") == "(take 1)"
        server.send_signal(signal.SIGTERM)
        async with asyncio.timeout(60):
            while "is told to end; m may end within 60 s" not in log.read_text():
                await asyncio.sleep(0.05)
        assert await line.start("late") == "busy"
        assert await line.told("(PLAY m ((take 1) noop))") == "noop"
        assert await line.told("(STOP m (noop (take 2)))") == "done"
        assert await asyncio.wait_for(server.wait(), 60) == 0
    (record,) = read_records(records)
    assert record.answers == {"left": ["(take 1)", "noop"]}
