"""`kill -9` of whatever a server has started: the next PLAY is a legal move, in time, never NIL."""

import asyncio
import contextlib
import os
import signal

import pytest

from tests.net.rules import GUESS
from tests.net.serving import serving_alone
from tests.processes import descendants
from tests.shared import shared
from tests.timing import within
from woodstock.gdl import read
from woodstock.net.server import farewell

LEGAL = {"(take 1)", "(take 2)"}


def kill_worker(server):
    process = server._sessions["m"]._process
    with contextlib.suppress(ProcessLookupError):
        if process is not None:  # else it has not been replaced yet
            os.kill(process.number, signal.SIGKILL)


def kill_fork_server(server):
    os.kill(server._fork_server._process.pid, signal.SIGKILL)


def kill_both(server):
    kill_fork_server(server)
    kill_worker(server)


def hang_worker(server):
    os.kill(server._sessions["m"]._process.number, signal.SIGSTOP)


def hang_fork_server_and_kill_worker(server):
    os.kill(server._fork_server._process.pid, signal.SIGSTOP)
    kill_worker(server)


@pytest.mark.parametrize(
    "harm", [kill_worker, kill_fork_server, kill_both, hang_worker, hang_fork_server_and_kill_worker]
)
async def test_the_next_move_is_legal(harm, monkeypatch):
    # What hangs when the match is over is waited for: here that need not take as long as in play.
    monkeypatch.setattr(farewell, "SECONDS_FOR_THE_REST", 1.0)
    async with serving_alone() as line:
        await line.start(play=2.0)
        assert await line.told("(PLAY m NIL)") in LEGAL
        harm(line.server)
        with within(2.0):
            assert await line.told("(PLAY m ((take 1) noop))") == "noop"
        with within(2.0):
            assert await line.told("(PLAY m (noop (take 2)))") in LEGAL
        assert await line.told("(STOP m ((take 1) noop))") == "done"
        assert await line.start("n") == "ready"


async def test_killed_before_every_single_move():
    async with serving_alone() as line:
        await line.start(play=2.0)
        first = await line.told("(PLAY m NIL)")
        moves = [f"(({first[1:-1]}) noop)", "(noop (take 1))", "((take 1) noop)", "(noop (take 1))"]
        for told, legal in zip(moves, [{"noop"}, LEGAL, {"noop"}, LEGAL]):
            kill_worker(line.server)
            with within(2.0):
                assert await line.told(f"(PLAY m {told})") in legal


async def test_killed_again_and_again_in_mid_thought():
    async with serving_alone("tests.net.bad_players.Busy") as line:
        await line.start(play=3.0)
        asked = asyncio.create_task(line.told("(PLAY m NIL)"))
        for _ in range(6):
            await asyncio.sleep(0.15)
            kill_worker(line.server)
        with within(3.0):
            assert await asked in LEGAL


async def test_everything_killed_at_once():
    outside = descendants()
    async with serving_alone() as line:
        await line.start(play=5.0)
        first = await line.told("(PLAY m NIL)")
        for number in descendants() - outside:
            with contextlib.suppress(ProcessLookupError):  # a child may go with the one before it
                os.kill(number, signal.SIGKILL)
        with within(5.0):
            assert await line.told(f"(PLAY m ({first} noop))") == "noop"


async def test_killed_while_a_large_game_is_loaded():
    rules = " ".join(map(str, read(shared("games", "chess.kif")).rules))
    async with serving_alone() as line:
        await line.start(rules=rules, role="white", start=2.0, play=5.0)
        kill_both(line.server)
        with within(5.0):
            assert (await line.told("(PLAY m NIL)")).startswith("(move w")
        kill_both(line.server)
        with within(5.0):
            assert await line.told("(PLAY m ((move wp a 2 a 3) noop))") == "noop"


async def test_percepts_are_not_forgotten():
    async with serving_alone() as line:
        await line.start(rules=GUESS, play=2.0)
        assert await line.told("(PLAY m 0 NIL NIL)") == "noop"
        kill_both(line.server)
        assert await line.told("(PLAY m 1 noop NIL)") in {"(guess 1)", "(guess 2)", "(guess 3)"}
        kill_both(line.server)
        assert await line.told("(PLAY m 2 (guess 1) (wrong))") in {"(guess 1)", "(guess 2)", "(guess 3)"}


async def test_killed_while_the_rules_are_read():
    async with serving_alone() as line:
        started = asyncio.create_task(line.start(start=3.0, play=8.0))
        while not line.server._sessions or line.server._sessions["m"]._process is None:
            await asyncio.sleep(0.001)
        kill_both(line.server)
        assert await started == "ready"
        assert await line.told("(PLAY m NIL)") in LEGAL


async def test_a_server_with_a_hanging_fork_server_ends():
    async with serving_alone() as line:
        await line.start()
        os.kill(line.server._fork_server._process.pid, signal.SIGSTOP)
        await line.told("(ABORT m)")
        with within(10.0):
            await line.server.close()
