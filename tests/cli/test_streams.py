"""Whatever the terminal can show, no command fails because of it."""

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "command",
    [
        ["network", "matching_pennies", "--state", "initial", "--variables", "--constraints"],
        ["show", "tictactoe", "--definitions"],
        ["play", "tictactoe", "--watch", "-p", "random", "-p", "random"],
        ["simulate", "tictactoe", "--playouts", "10"],
        ["players"],
        ["solve", "matching_pennies"],
        ["network", "tictactoe", "--state", "é"],
        ["--help"],
    ],
)
def test_a_terminal_that_knows_ascii_only(command: list[str]) -> None:
    given = [sys.executable, "-m", "woodstock", *command]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    ran = subprocess.run(given, capture_output=True, env=environment, check=False)
    assert b"Traceback" not in ran.stderr
    assert b"UnicodeEncodeError" not in ran.stderr
