"""A disk that is full, a log that nobody reads, a clock that jumps: no match and no move is lost."""

import ast
import asyncio
import contextlib
import itertools
import os
import subprocess
import time
from pathlib import Path

import pytest

import woodstock
from tests.net.serving import Line, server_process, serving_alone
from tests.timing import within
from woodstock.arena.match import play_match
from woodstock.arena.record import read_records
from woodstock.arena.recordfile import RecordsError
from woodstock.arena.seat import Clocks
from woodstock.arena.series import play_series

SOURCES = Path(woodstock.__file__).parent
TELLS_THE_TIME_OF_DAY = {"arena/match_table.py", "net/server/session.py", "web/store.py"}
"""Records, and the matches that the page keeps, hold when they were played."""


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 64 KB."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "none", place], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"cannot mount a small disk: {mounted.stderr.decode().strip()}")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


def fill(disk):
    with contextlib.suppress(OSError), (disk / "ballast").open("wb", buffering=0) as file:
        while True:
            file.write(bytes(512))


def one_match(game, players, seed):
    return play_match(game, players, clocks=Clocks(start=0.2, play=None, simulations=10), seed=seed)


def test_records_wait_for_room(small_disk, caplog):
    fill(small_disk)
    played = []

    def after(record, series):
        played.append(record)
        if len(played) == 3:
            (small_disk / "ballast").unlink()

    path = small_disk / "records.jsonl"
    game = woodstock.load("tictactoe")
    play_series(game, ["random", "random"], one_match, games=4, records=path, after=after)
    assert [record.seed for record in read_records(path)] == [0, 1, 2, 3]
    assert caplog.text.count("No space left on device") == 1


def test_a_series_is_played_to_its_end_on_a_full_disk(small_disk, caplog):
    fill(small_disk)
    played = []
    game = woodstock.load("tictactoe")
    with pytest.raises(RecordsError, match="2 records are not written: No space left"):
        play_series(
            game,
            ["random", "random"],
            one_match,
            games=2,
            records=small_disk / "records",
            after=lambda record, series: played.append(record),
        )
    assert [record.is_completed for record in played] == [True, True]
    assert (small_disk / "records").read_bytes() == b""
    assert caplog.text.count("No space left on device") == 1


def test_a_file_that_cannot_be_is_refused_before_the_first_match(tmp_path):
    with pytest.raises(OSError):
        play_series(woodstock.load("tictactoe"), ["random", "random"], None, records=tmp_path / "no" / "file")


@contextlib.asynccontextmanager
async def served(port, stderr):
    async with server_process("--port", str(port), "--player", "random", stderr=stderr) as server:
        line = Line(port)
        for _ in range(200):
            with contextlib.suppress(ConnectionError):
                if (await line.say("(INFO)"))[0] == 200:
                    break
            await asyncio.sleep(0.05)
        yield line
        server.terminate()
        assert await asyncio.wait_for(server.wait(), 10) == 0


async def play_a_match(line, name):
    assert await line.start(name) == "ready"
    assert await line.told(f"(PLAY {name} NIL)") in {"(take 1)", "(take 2)"}
    assert await line.told(f"(PLAY {name} ((take 1) noop))") == "noop"
    assert await line.told(f"(STOP {name} (noop (take 2)))") == "done"


async def test_a_server_plays_on_when_its_log_cannot_be_written(small_disk, unused_tcp_port):
    path = small_disk / "log"
    with path.open("wb") as log:
        async with served(unused_tcp_port, log) as line:
            fill(small_disk)
            for name in ("a", "b"):
                for _ in range(30):  # what is left of the last page of the log
                    await line.say("(INFO)")
                await play_a_match(line, name)
            (small_disk / "ballast").unlink()
            await play_a_match(line, "c")
    text = path.read_text()
    assert text.count("lines of the log were lost: No space left on device") == 1
    assert "START c as left" in text
    assert "STOP a" not in text


async def test_a_server_plays_on_when_nobody_reads_its_log(unused_tcp_port):
    unread, log = os.pipe()
    try:
        async with served(unused_tcp_port, log) as line:
            for _ in range(1000):  # a pipe holds 64 KB, a line of the log has about 100 bytes
                assert (await line.say("(PLAY " + "x" * 80 + " NIL)"))[0] == 200
            await play_a_match(line, "m")
    finally:
        os.close(log)
        os.close(unread)


async def test_a_clock_that_jumps_changes_nothing(monkeypatch):
    leaps = itertools.cycle([86_400.0, -86_400.0, 0.0, 1e8])
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + next(leaps))
    async with serving_alone(patience=5.0) as line:
        with within(8.0):
            assert await line.start(start=3.0) == "ready"
        assert await line.told("(PLAY m NIL)") in {"(take 1)", "(take 2)"}
        await asyncio.sleep(0.5)
        assert await line.told("(PLAY m ((take 1) noop))") == "noop"


def test_deadlines_never_ask_for_the_time_of_day():
    telling = {
        path.relative_to(SOURCES).as_posix() for path in SOURCES.rglob("*.py") if asks_the_time_of_day(path)
    }
    assert telling == TELLS_THE_TIME_OF_DAY
    core = SOURCES.parents[1] / "core"
    assert not [path for path in core.rglob("*.[chi]*") if "system_clock" in path.read_text(errors="replace")]


def asks_the_time_of_day(path):
    names = {
        "time.time",
        "time.localtime",
        "time.gmtime",
        "datetime.now",
        "datetime.utcnow",
        "datetime.today",
    }
    calls = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    return any(ast.unparse(call).removeprefix("datetime.") in names for call in calls)
