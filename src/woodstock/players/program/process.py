"""A program and its pipes: one line of JSON a message, in both directions."""

from __future__ import annotations

import contextlib
import json
import math
import os
import queue
import signal
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
_MOST_UNSENT = 1000

Message = dict[str, Any]


class ProgramError(WoodStockError):
    """A program that ended, was too late or said what cannot be understood."""


class ProgramEnded(ProgramError):
    """A program that says no more."""


class ProgramLate(ProgramError, TimeoutError):
    """A program that did not answer within its clock."""


class ProgramProcess:
    def __init__(self, command: list[str]) -> None:
        self.name = command[0]
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that its children can be ended with it
            )
        except OSError as error:
            raise ProgramError(f"{self.name} cannot be started: {error.strerror}") from error
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._unsent: queue.Queue[bytes | None] = queue.Queue(_MOST_UNSENT)
        self._complaints: deque[str] = deque(maxlen=_MOST_COMPLAINTS)
        self._threads = [
            threading.Thread(target=work, name=f"{self.name} {work.__name__}", daemon=True)
            for work in (self._listen, self._read, self._write)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def send(self, message: Mapping[str, Any], clock: Clock) -> None:
        """Have a line written; that the program does not read is found out when it is listened to."""
        line = json.dumps(message, separators=(",", ":"), ensure_ascii=False)
        self._hand_over(line.encode() + b"\n", clock)

    def _hand_over(self, line: bytes | None, clock: Clock) -> None:
        while True:
            try:
                self._unsent.put(line, timeout=min(_LONGEST_WAIT, clock.remaining()))
                return
            except queue.Full:
                if clock.expired:
                    return

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
            raise ProgramEnded(self._obituary(clock))
        try:
            message = json.loads(line)
        except ValueError:
            message = None
        if not isinstance(message, dict):
            text = line.decode(errors="replace").strip()
            raise ProgramError(f"{self.name} wrote {text[:80]!r}, which is no JSON object in one line")
        return message

    def end(self, clock: Clock) -> None:
        """Let it end by itself for a moment, then end it with all that it has started."""
        moment = a_moment_of(clock)
        self._hand_over(None, moment)
        try:
            self._process.wait(moment.remaining())
        except subprocess.TimeoutExpired:
            self._kill()
        for thread in self._threads:
            thread.join(moment.remaining())
        if any(thread.is_alive() for thread in self._threads):  # a child of it holds the pipes
            self._kill()
            self._hand_over(None, Clock.after(SECONDS_TO_END))

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(SECONDS_TO_END)

    def _obituary(self, clock: Clock) -> str:
        moment = a_moment_of(clock)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(moment.remaining())
        self._threads[0].join(moment.remaining())  # for its last words
        words = f": {' / '.join(self._complaints)}" if self._complaints else ""
        status = self._process.returncode
        end = "closed its output" if status is None else f"ended with status {status}"
        return f"{self.name} {end}{words}"

    def _write(self) -> None:
        """A thread of its own, since a pipe that nobody reads from fills and blocks."""
        assert self._process.stdin is not None
        while (line := self._unsent.get()) is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.write(line)
                self._process.stdin.flush()
        with contextlib.suppress(OSError):
            self._process.stdin.close()

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


def a_moment_of(clock: Clock) -> Clock:
    return Clock.after(min(SECONDS_TO_END, clock.remaining()))


def seconds_of(clock: Clock) -> float | None:
    """What is left of a clock, for a message."""
    left = clock.remaining()
    return None if math.isinf(left) else round(left, 3)
