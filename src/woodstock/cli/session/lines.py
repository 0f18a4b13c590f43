"""Reading a line from a person."""

from __future__ import annotations

import importlib
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Protocol

from woodstock.arena.seat import Leave

if TYPE_CHECKING:
    from rich.console import Console


class TimeUp(Exception):
    """Nothing was typed in time."""


class ReadLine(Protocol):
    def __call__(self, prompt: str, seconds: float | None = None, /) -> str:
        """Show a prompt and return a line; raises `Leave` when there is no more, and `TimeUp`."""


def from_terminal(console: Console) -> ReadLine:
    """Lines from standard input, with editing and history where that is a terminal."""
    editing = sys.stdin.isatty() and sys.stdout.isatty() and not console.stderr
    if editing:
        try:
            importlib.import_module("readline")
        except ImportError:
            editing = False

    def read(prompt: str, seconds: float | None = None, /) -> str:
        if not editing:
            console.print(prompt, end="", markup=False, highlight=False)
        try:
            with interruptible(), limited(seconds):
                line = input(prompt if editing else "")
        except TimeUp:
            console.print()
            raise
        except (EOFError, KeyboardInterrupt):
            console.print()
            raise Leave from None
        if not sys.stdin.isatty():
            console.print(line, markup=False, highlight=False)
        return line

    return read


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl-C ends the input at once: within asyncio it would only take effect after the line."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def limited(seconds: float | None) -> Iterator[None]:
    """Ends the input with `TimeUp` after so many seconds, where an alarm can be set."""
    if (
        seconds is None
        or not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise TimeUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
