"""Progress bars for what takes longer than a second, on the error stream so that results stay clean."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from woodstock.background import Background

Item = TypeVar("Item")
Result = TypeVar("Result")

PATIENCE = 1.0


def with_bar(items: Sequence[Item], label: str) -> Iterator[Item]:
    """The items, with a bar once going through them has taken longer than a second."""
    start = time.monotonic()
    if not sys.stderr.isatty():
        yield from items
        return
    for index, item in enumerate(items):
        if time.monotonic() - start > PATIENCE:
            yield from _show_going(items, index, label)
            return
        yield item


def _show_going(items: Sequence[Item], done: int, label: str) -> Iterator[Item]:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=len(items), completed=done)
        for item in items[done:]:
            yield item
            progress.advance(task)


def wait_with_bar(call: Callable[[], Result], label: str, seconds: float | None = None) -> Result:
    """The call's result, with a bar if it takes longer than a second (and how long it may take, if known)."""
    if not sys.stderr.isatty():
        return call()
    work = Background(call, label)  # so that Ctrl-C ends the program at once even while native code runs
    if not work.wait(PATIENCE):
        _show_waiting(work, label, seconds)
    return work.outcome()


def _show_waiting(work: Background[Result], label: str, seconds: float | None) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=seconds)
        start = time.monotonic() - PATIENCE
        while not work.wait(0.1):
            progress.update(task, completed=time.monotonic() - start)
