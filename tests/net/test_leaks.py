"""After many matches nothing is left: no process, no open file, no thread."""

import asyncio
import time

import pytest

from tests.net.serving import serving_alone
from tests.processes import descendants, open_files, threads
from woodstock import load
from woodstock.arena.match import play_match
from woodstock.arena.seat import Clocks
from woodstock.net.worker.memory import resident_megabytes

ENDS = ("(STOP {match} ((take 1) noop))", "(ABORT {match})", "(STOP {match} NIL)", "")
"""The last one: the manager says nothing, and starts the match anew with other clocks."""


async def played(line, match, end):
    assert await line.start(match, start=2.0, play=1.0) == "ready"
    await line.until_a_move_is_known(match)
    assert await line.told(f"(PLAY {match} NIL)") in ("(take 1)", "(take 2)")
    if end:
        assert await line.told(end.format(match=match)) in ("done", "aborted")
    else:
        assert await line.start(match, start=3.0, play=1.0) == "ready"
        assert await line.told(f"(ABORT {match})") == "aborted"


async def settled(before, count, seconds=3.0):
    """Whether a count comes back to what it was; what was killed takes a moment to go."""
    for _ in range(int(seconds / 0.05)):
        if count() <= before:
            return True
        await asyncio.sleep(0.05)
    return False


HANGING = "tests.net.bad_players.Hanging"
MEGABYTES = 8
"""What memory may differ by when nothing is kept: what is freed need not go back to the system at once."""


@pytest.mark.parametrize(
    ("player", "matches"),
    [("random", 16), (HANGING, 4), pytest.param("random", 300, marks=pytest.mark.slow)],
)
async def test_matches_leave_nothing(player, matches):
    outside = descendants()
    async with serving_alone(player) as line:
        await played(line, "first", ENDS[1])
        processes, files, names = descendants() - outside, open_files(), threads()
        memory = []
        for number in range(matches):
            await played(line, f"m{number}", ENDS[number % len(ENDS)])
            if number >= matches // 5:
                memory.append(resident_megabytes())
        print(f"\n{matches} matches: {memory[0]} to {memory[-1]} MB, {files} to {open_files()} files")
        assert memory[-1] <= memory[0] + MEGABYTES
        assert await settled(len(processes), lambda: len(descendants() - outside))
        assert await settled(files, open_files)
        assert len(threads()) <= len(names) + 1  # asyncio's own pool may grow
        assert not line.server._sessions
    assert await settled(len(outside), lambda: len(descendants()))


def test_matches_here_leave_nothing():
    game = load("tictactoe")
    clocks = Clocks(start=0.2, play=None, simulations=50)
    play_match(game, ["mac-ucb", "uct"], clocks=clocks, seed=0)
    await_threads(lambda names: "player" not in names)
    files, names, processes = open_files(), threads(), descendants()
    for seed in range(20):
        record = play_match(game, ["mac-ucb", "uct"], clocks=clocks, seed=seed)
        assert not record.faults
    await_threads(lambda running: len(running) <= len(names))
    assert threads() == names
    assert open_files() <= files
    assert descendants() == processes


def await_threads(enough):
    """A thread that has answered takes a moment to end."""
    for _ in range(200):
        if enough(threads()):
            break
        time.sleep(0.01)
