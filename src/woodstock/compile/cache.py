"""Compiled games kept in a folder: a game that took seconds to compile is there at once the next time.

A file is named by a hash of the rules, the limits and the program that compiled them, and holds a hash of its contents.
It is written beside its place and then moved there, so that nobody reads half a file; one that is damaged is deleted, and
the rules are compiled again. A folder that cannot be written costs nothing but the time.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path

from woodstock import _core, gdl, grounding
from woodstock.compile.compiled import Compiled, compile_rules
from woodstock.compile.kept import NotKept, restored, to_bytes
from woodstock.gdl import Rulesheet
from woodstock.grounding import Limits

FOLDER_VARIABLE = "WOODSTOCK_CACHE"
"""Names the folder; empty: nothing is kept."""
SUFFIX = ".game"
SECONDS_WORTH_KEEPING = 0.3
MOST_BYTES = 1 << 30
HASH_BYTES = 32


@dataclass(frozen=True, slots=True)
class Cache:
    folder: Path
    worth: float = SECONDS_WORTH_KEEPING
    """What took fewer seconds is not kept."""
    most_bytes: int = MOST_BYTES

    def compiled(self, rulesheet: Rulesheet, limits: Limits | None = None) -> Compiled:
        """The rules compiled, here or earlier; raises GroundingError as `compile_rules` does."""
        limits = limits or Limits()
        path = self.folder / f"{key_of(rulesheet, limits)}{SUFFIX}"
        found = self._read(path, rulesheet)
        if found is not None:
            return found
        start = time.perf_counter()
        compiled = compile_rules(rulesheet, limits)
        if time.perf_counter() - start >= self.worth:
            with contextlib.suppress(OSError):
                self._write(path, to_bytes(compiled))
                self._make_room()
        return compiled

    def files(self) -> list[Path]:
        """What is kept, the longest unused first."""
        with contextlib.suppress(OSError):
            return sorted(self.folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
        return []

    def clear(self) -> int:
        """Delete everything; the number of games that were kept."""
        found = self.files()
        for path in found:
            path.unlink(missing_ok=True)
        return len(found)

    def _read(self, path: Path, rulesheet: Rulesheet) -> Compiled | None:
        try:
            data = path.read_bytes()
        except OSError:
            return None
        try:
            if hashlib.sha256(data[HASH_BYTES:]).digest() != data[:HASH_BYTES]:
                raise NotKept("the file is damaged")
            found = restored(data[HASH_BYTES:], rulesheet)
        except NotKept:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return found

    def _write(self, path: Path, data: bytes) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        with beside(path) as (descriptor, temporary):
            with os.fdopen(descriptor, "wb") as file:
                file.write(hashlib.sha256(data).digest() + data)
            temporary.replace(path)

    def _make_room(self) -> None:
        kept = [(path, path.stat().st_size) for path in self.files()]
        total = sum(size for _, size in kept)
        for path, size in kept:
            if total <= self.most_bytes:
                return
            path.unlink(missing_ok=True)
            total -= size


@contextlib.contextmanager
def beside(path: Path) -> Iterator[tuple[int, Path]]:
    """A new file in the same folder, which is gone afterwards unless it was moved."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.stem[:16]}.", suffix=".new")
    try:
        yield descriptor, Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def user_cache() -> Cache | None:
    """The cache of whoever runs this; None where there is to be none."""
    given = os.environ.get(FOLDER_VARIABLE)
    if given is not None:
        return Cache(Path(given)) if given else None
    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Cache(Path(home).expanduser() / "woodstock" / "games")


def key_of(rulesheet: Rulesheet, limits: Limits) -> str:
    """Names what compiling depends on, but for the time it may take."""
    bounds = f"{limits.literals} {limits.atoms} {limits.depth}"
    return hashlib.sha256("\n".join((*program_version(), bounds, str(rulesheet))).encode()).hexdigest()


@cache
def program_version() -> tuple[str, ...]:
    """Versions, and what tells one state of the sources from another between versions."""
    packages = (*gdl.__path__, *grounding.__path__, Path(__file__).parent)
    sources = sorted(path for package in packages for path in Path(str(package)).rglob("*.py"))
    stamps = [f"{path.name} {path.stat().st_mtime_ns}" for path in (*sources, Path(_core.__file__))]
    return (metadata.version("woodstock"), metadata.version("clingo"), *stamps)
