import contextlib
import subprocess
import sys

import pytest

from tests.cli.run import run
from tests.net.rules import GUESS


@contextlib.contextmanager
def served(*options):
    """`woodstock serve` in a process of its own; its address."""
    command = [sys.executable, "-m", "woodstock", "serve", "--port", "0", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            line = next(line for line in server.stderr if " listens on " in line)
            yield f"http://{line.split()[-1]}"
        finally:
            server.terminate()
            server.stderr.close()


def test_served_players_against_each_other(capsys):
    with served("--player", "random") as first, served("--player", "first-legal") as second:
        outcome = run(
            capsys, "referee", "tictactoe", "-p", first, "-p", second, "--start-clock", "3", "--play-clock", "2",
            "--scramble", "--json",
        )  # fmt: skip
    assert outcome.code == 0, outcome.err
    result = outcome.json
    assert result["matches"][0]["faults"] == []
    assert sum(entry["points"] for entry in result["players"]) == 1


@pytest.mark.parametrize("dialect", ["turns", "percepts"])
def test_incomplete_information(capsys, tmp_path, dialect):
    path = tmp_path / "guess.kif"
    path.write_text(GUESS)
    with served("--player", "random") as url:
        outcome = run(
            capsys, "referee", path, "-p", url, "--start-clock", "3", "--play-clock", "2",
            "--dialect", dialect, "--json",
        )  # fmt: skip
    assert outcome.code == 0, outcome.err
    assert outcome.json["matches"][0]["faults"] == []


def test_nobody_there(capsys):
    outcome = run(capsys, "referee", "tictactoe", "-p", "http://127.0.0.1:1", "-p", "random")
    assert outcome.code == 1
    assert "is a player running there" in outcome.err
