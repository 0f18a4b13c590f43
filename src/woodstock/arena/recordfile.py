"""Records in a file, one in a line. A disk that is full loses none: what cannot be written waits for the next try."""

from __future__ import annotations

import contextlib
import logging
import os
from pathlib import Path

from woodstock.arena.record import Record
from woodstock.errors import WoodStockError


class RecordsError(WoodStockError):
    """Records that could not be written."""


class RecordFile:
    def __init__(self, path: Path) -> None:
        """Raises `OSError` at once where nothing can be written at all."""
        path.open("ab").close()
        self._path = path
        self._waiting: list[bytes] = []
        self._problem = ""

    def add(self, record: Record) -> None:
        """Write a record, and those that are waiting before it."""
        self._waiting.append(record.to_json())
        self._write()

    def finish(self) -> None:
        """Write what is waiting; raises `RecordsError` if that is still impossible."""
        self._write()
        if self._waiting:
            raise RecordsError(f"{self._path}: {len(self._waiting)} records are not written: {self._problem}")

    def _write(self) -> None:
        while self._waiting:
            size = None
            try:
                size = self._path.stat().st_size if self._path.exists() else 0
                append_line(self._path, self._waiting[0])
            except OSError as error:
                if size is not None:
                    with contextlib.suppress(OSError):  # half a line must not stay
                        os.truncate(self._path, size)
                self._complain(error.strerror or str(error))
                return
            del self._waiting[0]

    def _complain(self, problem: str) -> None:
        """Say it once."""
        if problem != self._problem:
            self._problem = problem
            logging.getLogger("woodstock.arena").error(
                "%s: %s; matches go on, and records are kept until they can be written", self._path, problem
            )


def append_line(path: Path, line: bytes) -> None:
    """Put a line at the end of a file, whatever the file ends with."""
    with path.open("a+b") as file:
        if file.seek(0, os.SEEK_END):
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                line = b"\n" + line
        file.write(line + b"\n")
