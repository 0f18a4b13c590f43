"""What this process holds: other processes, threads, open files. For tests that nothing leaks."""

import contextlib
import os
import threading
from pathlib import Path

import pytest


def descendants():
    """The processes that come from this one: children, and theirs."""
    if not Path("/proc/self/task").exists():
        pytest.skip("needs /proc")
    found, waiting = set(), [os.getpid()]
    while waiting:
        number = waiting.pop()
        with contextlib.suppress(OSError):
            text = Path(f"/proc/{number}/task/{number}/children").read_text()
            born = [int(child) for child in text.split()]
            found.update(born)
            waiting += born
    return found


def open_files():
    if not Path("/proc/self/fd").exists():
        pytest.skip("needs /proc")
    return len(os.listdir("/proc/self/fd"))


def threads():
    return sorted(thread.name for thread in threading.enumerate())
