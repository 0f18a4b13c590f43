"""Promises about time, which bind as far as the machine keeps its own: no test fails because others are at work.

Linux tells for how long somebody had to wait for a processor (`/proc/pressure/cpu`). A promise may be broken by ten
times as much, so that it is strict on an idle machine and void on a busy one; where the system does not tell, nothing
is promised. What never comes at all is for the time limit of every test to find (`faulthandler_timeout`).
"""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

PRESSURE = Path("/proc/pressure/cpu")
LENIENCE = 10


def waited() -> float:
    """The seconds so far in which some process of the machine was kept waiting for a processor."""
    try:
        return int(PRESSURE.read_text().split("total=")[1].split()[0]) / 1e6
    except (OSError, IndexError):
        return float("nan")


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """What is inside takes no longer than that, unless the machine is busy."""
    begin, before = time.monotonic(), waited()
    yield
    taken, kept = time.monotonic() - begin, waited() - before
    late = taken - seconds > LENIENCE * kept  # never where that is not known
    assert not late, f"took {taken:.2f} s, more than {seconds:g}, while the machine was busy for {kept:.2f} s"
