"""A program and its pipes: one line of JSON a message, in both directions."""

from __future__ import annotations

import contextlib
import json
import math
import queue
import subprocess
import threading
from collections import deque
from collections.abc import Mapping
from typing import Any

from woodstock.clock import Clock
from woodstock.errors import WoodStockError

SECONDS_TO_END = 1.0
_LONGEST_WAIT = 0.05
_MOST_COMPLAINTS = 5

Message = dict[str, Any]


class ProgramError(WoodStockError):
    """A program that ended, was too late or said what cannot be understood."""


class ProgramProcess:
    def __init__(self, command: list[str]) -> None:
        self.name = command[0]
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
        except OSError as error:
            raise ProgramError(f"{self.name} cannot be started: {error.strerror}") from error
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._complaints: deque[str] = deque(maxlen=_MOST_COMPLAINTS)
        self._readers = [
            threading.Thread(target=work, name=f"{self.name} {work.__name__}", daemon=True)
            for work in (self._read, self._listen)
        ]
        for reader in self._readers:
            reader.start()

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def send(self, message: Mapping[str, Any]) -> None:
        """Write a line; that the program no longer reads is found out when it is listened to."""
        line = json.dumps(message, separators=(",", ":"), ensure_ascii=False)
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()

    def receive(self, clock: Clock) -> Message | None:
        """The next message; None if the clock ends first."""
        while True:
            try:
                line = self._lines.get(timeout=min(_LONGEST_WAIT, clock.remaining()))
                break
            except queue.Empty:
                if clock.expired:
                    return None
        if line is None:
            self._lines.put(None)
            raise ProgramError(self._obituary())
        try:
            message = json.loads(line)
        except ValueError:
            message = None
        if not isinstance(message, dict):
            text = line.decode(errors="replace").strip()
            raise ProgramError(f"{self.name} wrote {text[:80]!r}, which is no JSON object in one line")
        return message

    def end(self) -> None:
        """Let it end by itself, then end it."""
        process = self._process
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        try:
            process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for reader in self._readers:
            reader.join(SECONDS_TO_END)

    def _obituary(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(SECONDS_TO_END)
        self._readers[1].join(SECONDS_TO_END)  # for its last words
        words = f": {' / '.join(self._complaints)}" if self._complaints else ""
        return f"{self.name} ended with status {self._process.returncode}{words}"

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                if line.strip():
                    self._lines.put(line)
        self._lines.put(None)

    def _listen(self) -> None:
        assert self._process.stderr is not None
        with self._process.stderr as lines:
            for line in lines:
                self._complaints.append(line.decode(errors="replace").strip())


def seconds_of(clock: Clock) -> float | None:
    """What is left of a clock, for a message."""
    left = clock.remaining()
    return None if math.isinf(left) else round(left, 3)
