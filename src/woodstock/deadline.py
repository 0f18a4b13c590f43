"""A time by which work has to be done, looked at now and then in a loop."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from woodstock.errors import WoodStockError

T = TypeVar("T")
EVERY = 256


class OutOfTime(WoodStockError):
    """What was not finished in time."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A point of `time.monotonic`."""

    at: float = math.inf

    def left(self) -> float:
        return max(0.0, self.at - time.monotonic())

    def over(self, things: Iterable[T]) -> Iterator[T]:
        """The things one after the other; OutOfTime once the time is up."""
        for number, thing in enumerate(things):
            if number % EVERY == 0:
                self.check()
            yield thing

    def check(self) -> None:
        """OutOfTime once the time is up."""
        if time.monotonic() > self.at:
            raise OutOfTime("it took too long")


NO_DEADLINE = Deadline()
