"""A stretch of CPU time for searches, whose budgets are wall-clock time."""

from __future__ import annotations

import time
from collections.abc import Iterator

_REST = 0.02
"""Of the CPU time, that is not worth another slice."""


def slices(cpu_seconds: float, begin: float | None = None) -> Iterator[float]:
    """What is left of so much CPU time since `begin` (or now), as often as a busy machine leaves something to run for."""
    begin = time.process_time() if begin is None else begin
    while (left := cpu_seconds - (time.process_time() - begin)) >= _REST * cpu_seconds:
        yield left
