"""The log of a server, written beside its work: a full disk, or a reader who has stopped reading, costs lines of the
log and never a move."""

from __future__ import annotations

import logging
import os
import queue
import threading
import time

MOST_WAITING = 1000
SECONDS_TO_FLUSH = 1.0


class PatientHandler(logging.Handler):
    """Writes to a descriptor in a thread. Lines that are lost are counted, and told as soon as writing works again."""

    def __init__(self, descriptor: int = 2) -> None:
        super().__init__()
        self._descriptor = descriptor
        self._lines: queue.Queue[str] = queue.Queue(MOST_WAITING)
        self._lost = 0
        self._reason = ""
        self._torn = False
        threading.Thread(target=self._run, name="log", daemon=True).start()

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._lines.put_nowait(self.format(record))
        except queue.Full:
            self._lose("they are not read")

    def flush(self) -> None:
        """Wait until everything is written, for a moment at most."""
        end = time.monotonic() + SECONDS_TO_FLUSH
        while self._lines.unfinished_tasks and time.monotonic() < end:
            time.sleep(0.005)

    def _run(self) -> None:
        while True:
            line = self._lines.get()
            self._write(line)
            self._lines.task_done()

    def _write(self, line: str) -> None:
        lost, self._lost = self._lost, 0
        told = f"{lost} lines of the log were lost: {self._reason}\n" if lost else ""
        rest = ("\n" * self._torn + told + line + "\n").encode(errors="backslashreplace")
        try:
            while rest:
                written = os.write(self._descriptor, rest)
                self._torn, rest = True, rest[written:]
            self._torn = False
        except OSError as error:
            self._lost += lost
            self._lose(error.strerror or str(error))

    def _lose(self, reason: str) -> None:
        self._lost += 1
        self._reason = reason
