"""Progress bars for what takes longer than a second, on the error stream so that results stay clean."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import suppress
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

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


def awaited(call: Callable[[], Result], label: str, seconds: float | None = None) -> Result:
    """The call's result, with a bar if it takes longer than a second (and how long it may take, if known)."""
    if not sys.stderr.isatty():
        return call()
    outcome: Future[Result] = Future()
    # A daemon, so that Ctrl-C ends the program at once even while native code runs.
    threading.Thread(target=_settle, args=(call, outcome), daemon=True).start()
    try:
        return outcome.result(PATIENCE)
    except FutureTimeout:
        if outcome.done():
            raise
    return _wait_with_bar(outcome, label, seconds)


def _settle(call: Callable[[], Result], outcome: Future[Result]) -> None:
    try:
        outcome.set_result(call())
    except BaseException as error:
        outcome.set_exception(error)


def _wait_with_bar(outcome: Future[Result], label: str, seconds: float | None) -> Result:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=seconds)
        start = time.monotonic() - PATIENCE
        while not outcome.done():
            progress.update(task, completed=time.monotonic() - start)
            with suppress(FutureTimeout):
                outcome.result(0.1)
    return outcome.result()
