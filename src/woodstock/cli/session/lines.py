"""Reading a line from a person."""

from __future__ import annotations

import importlib
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from woodstock.arena.seat import Leave

if TYPE_CHECKING:
    from rich.console import Console

ReadLine = Callable[[str], str]
"""Shows a prompt and returns a line; raises `Leave` when there is no more."""


def from_terminal(console: Console) -> ReadLine:
    """Lines from standard input, with editing and history where that is a terminal."""
    editing = sys.stdin.isatty() and sys.stdout.isatty() and not console.stderr
    if editing:
        try:
            importlib.import_module("readline")
        except ImportError:
            editing = False

    def read(prompt: str) -> str:
        if not editing:
            console.print(prompt, end="", markup=False, highlight=False)
        try:
            with interruptible():
                line = input(prompt if editing else "")
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
