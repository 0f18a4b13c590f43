"""The matches of the page, in SQLite: every step is kept when it is played, so that nothing is lost with the server."""

from __future__ import annotations

import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import msgspec

SCHEMA = """
CREATE TABLE IF NOT EXISTS matches (id TEXT PRIMARY KEY, created REAL NOT NULL, setup TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS steps (
    match TEXT NOT NULL REFERENCES matches (id), step INTEGER NOT NULL, moves TEXT NOT NULL, thoughts TEXT NOT NULL,
    PRIMARY KEY (match, step)
);
CREATE TABLE IF NOT EXISTS resigned (match TEXT PRIMARY KEY REFERENCES matches (id), role TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS rulesheets (id TEXT PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL);
"""


class Setup(msgspec.Struct, frozen=True):
    """What a match is: the game, who plays each role (`person` or a player), the clocks and the seed."""

    game: str
    players: dict[str, str]
    play_clock: float | None
    start_clock: float
    simulations: int | None
    seed: int
    my_clock: float | None = None
    """Seconds that a person has for a move, if that is limited."""


class Step(msgspec.Struct, frozen=True):
    moves: list[str]
    thoughts: dict[str, Any] = {}


class Store:
    def __init__(self, path: Path | str) -> None:
        self._lock = threading.Lock()
        self._base = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._base.execute("PRAGMA journal_mode=WAL")
        self._base.execute("PRAGMA synchronous=NORMAL")
        self._base.executescript(SCHEMA)

    def close(self) -> None:
        with self._lock:
            self._base.close()

    def add(self, match: str, setup: Setup) -> None:
        self._do("INSERT INTO matches VALUES (?, ?, ?)", match, time.time(), encoded(setup))

    def add_step(self, match: str, number: int, step: Step) -> None:
        """A step in place of the one of its number, if there is one."""
        self._do(
            "INSERT OR REPLACE INTO steps VALUES (?, ?, ?, ?)",
            match,
            number,
            *map(encoded, (step.moves, step.thoughts)),
        )

    def cut(self, match: str, steps: int) -> None:
        """Forget everything after so many steps."""
        self._do("DELETE FROM steps WHERE match = ? AND step >= ?", match, steps)
        self._do("DELETE FROM resigned WHERE match = ?", match)

    def resign(self, match: str, role: str) -> None:
        self._do("INSERT OR REPLACE INTO resigned VALUES (?, ?)", match, role)

    def resigned(self, match: str) -> str:
        """The role that gave a match up, if one did."""
        found = self._do("SELECT role FROM resigned WHERE match = ?", match)
        return str(found[0][0]) if found else ""

    def setup(self, match: str) -> Setup | None:
        found = self._do("SELECT setup FROM matches WHERE id = ?", match)
        return msgspec.json.decode(found[0][0], type=Setup) if found else None

    def steps(self, match: str) -> list[Step]:
        found = self._do("SELECT moves, thoughts FROM steps WHERE match = ? ORDER BY step", match)
        return [Step(msgspec.json.decode(moves), msgspec.json.decode(thoughts)) for moves, thoughts in found]

    def latest(self, most: int = 50) -> list[tuple[str, float, Setup, int]]:
        """The matches that were begun last: id, time, setup and number of steps."""
        found = self._do(
            "SELECT id, created, setup, (SELECT count(*) FROM steps WHERE match = id) FROM matches "
            "ORDER BY created DESC LIMIT ?",
            most,
        )
        return [
            (name, created, msgspec.json.decode(text, type=Setup), steps)
            for name, created, text, steps in found
        ]

    def add_rules(self, name: str, title: str, text: str) -> None:
        self._do("INSERT OR REPLACE INTO rulesheets VALUES (?, ?, ?)", name, title, text)

    def rules(self, name: str) -> tuple[str, str] | None:
        """Title and text of a rulesheet that somebody dropped on the page."""
        found = self._do("SELECT name, text FROM rulesheets WHERE id = ?", name)
        return found[0] if found else None

    def all_rules(self) -> list[tuple[str, str]]:
        return self._do("SELECT id, name FROM rulesheets ORDER BY name")

    def _do(self, statement: str, *values: Any) -> list[Any]:
        with self._lock:
            return self._base.execute(statement, values).fetchall()


def encoded(value: Any) -> str:
    return msgspec.json.encode(value).decode()
