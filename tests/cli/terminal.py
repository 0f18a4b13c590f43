"""A terminal of 80×24 in tmux, in which a command runs and a person types."""

import shlex
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest

COLUMNS, ROWS = 80, 24
PATIENCE = 60.0


class Terminal:
    def __init__(self, folder: Path, *arguments: object) -> None:
        self._socket = f"woodstock-{uuid.uuid4().hex[:12]}"
        command = shlex.join([sys.executable, "-m", "woodstock", *map(str, arguments)])
        after = "; echo; echo left with $?; sleep 600"
        size = ("-x", str(COLUMNS), "-y", str(ROWS))
        self._tmux("-f", "/dev/null", "new-session", "-d", *size, "-c", str(folder), f"{command}{after}")
        self._tmux("set-option", "-g", "history-limit", "5000")

    def type(self, line: str) -> None:
        """A line, as a person would type it."""
        self._tmux("send-keys", "-l", line)
        self._tmux("send-keys", "Enter")

    def press(self, key: str) -> None:
        self._tmux("send-keys", key)

    def shows(self, text: str) -> str:
        """Wait until the screen shows a text, and give the screen."""
        end = time.monotonic() + PATIENCE
        while text not in (screen := self.screen()):
            if time.monotonic() > end:
                pytest.fail(f"{text!r} is not on the screen:\n{screen}")
            time.sleep(0.05)
        return screen

    def screen(self, *, colours: bool = False, history: bool = False) -> str:
        wanted = (["-e"] if colours else []) + (["-S", "-"] if history else [])
        return self._tmux("capture-pane", "-p", *wanted)

    def close(self) -> None:
        subprocess.run(["tmux", "-L", self._socket, "kill-server"], check=False, capture_output=True)

    def _tmux(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-L", self._socket, *words], check=True, capture_output=True, text=True
        )
        return done.stdout
