"""Progress bars for what takes longer than a second, on the error stream so that results stay clean."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")

PATIENCE = 1.0


def counted(items: Sequence[Item], label: str) -> Iterator[Item]:
    """The items, with a bar once going through them has taken longer than a second."""
    start = time.monotonic()
    if not sys.stderr.isatty():
        yield from items
        return
    for index, item in enumerate(items):
        if time.monotonic() - start > PATIENCE:
            yield from _with_bar(items, index, label)
            return
        yield item


def _with_bar(items: Sequence[Item], done: int, label: str) -> Iterator[Item]:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=len(items), completed=done)
        for item in items[done:]:
            yield item
            progress.advance(task)
