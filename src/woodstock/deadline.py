"""A time by which work has to be done, looked at now and then in a loop.

It is a time on the wall, or so much work: CPU time of one thread and of those it waits for. On a busy machine that is
much less than the time on the wall, and what is found does not hang on who else is at work.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from woodstock.errors import WoodStockError

T = TypeVar("T")
EVERY = 256
SLOWEST = 20.0


class OutOfTime(WoodStockError):
    """What was not finished in time."""


class Meter(Protocol):
    def now(self) -> float: ...

    @property
    def slowness(self) -> float:
        """Seconds on the wall that one second takes."""

    patience: float  # seconds on the wall that others may take for one of work

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """While others work for this thread."""

    def waited(self, on_wall: float, work: float) -> None:
        """Others have worked for this thread, and said for how long."""


class Wall:
    """The clock on the wall."""

    slowness = patience = 1.0

    def waited(self, on_wall: float, work: float) -> None:
        """The clock has seen it."""

    def now(self) -> float:
        return time.monotonic()

    @contextmanager
    def waiting(self) -> Iterator[None]:
        yield


class Work:
    """CPU time of the thread it is made in. What others do meanwhile counts as if they were as slow as this thread,
    unless they say for how long they worked."""

    patience = SLOWEST

    def __init__(self) -> None:
        self._wall = time.monotonic()
        self._own = time.thread_time()
        self._waited_on_wall = 0.0
        self._waited = 0.0

    def now(self) -> float:
        return time.thread_time() + self._waited

    @property
    def slowness(self) -> float:
        own = time.thread_time() - self._own
        wall = time.monotonic() - self._wall - self._waited_on_wall
        return min(SLOWEST, max(1.0, wall / own)) if own > 0 else 1.0

    @contextmanager
    def waiting(self) -> Iterator[None]:
        start, slowness = time.monotonic(), self.slowness
        try:
            yield
        finally:
            spent = time.monotonic() - start
            self.waited(spent, spent / slowness)

    def waited(self, on_wall: float, work: float) -> None:
        self._waited_on_wall += on_wall
        self._waited += work


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Deadline:
    """A point of time of a meter, for the thread that the meter is of; `stopped` says that it has come already."""

    at: float = math.inf
    meter: Meter = field(default_factory=Wall)
    stopped: Callable[[], bool] = _never

    @classmethod
    def after(
        cls, seconds: float, meter: Meter | None = None, stopped: Callable[[], bool] = _never
    ) -> Deadline:
        meter = meter or Wall()
        return cls(meter.now() + seconds, meter, stopped)

    def left(self) -> float:
        return 0.0 if self.stopped() else max(0.0, self.at - self.meter.now())

    @property
    def passed(self) -> bool:
        return self.left() <= 0

    def part(self, share: float) -> Deadline:
        """The end of a share of what is left."""
        return Deadline(min(self.at, self.meter.now() + self.left() * share), self.meter, self.stopped)

    def on_wall(self) -> float:
        """What is left for others, who go by the clock on the wall."""
        return self.left() * self.meter.slowness

    def over(self, things: Iterable[T]) -> Iterator[T]:
        """The things one after the other; OutOfTime once the time is up."""
        for number, thing in enumerate(things):
            if number % EVERY == 0:
                self.check()
            yield thing

    def check(self) -> None:
        """OutOfTime once the time is up."""
        if self.passed:
            raise OutOfTime("it took too long")


NO_DEADLINE = Deadline()
