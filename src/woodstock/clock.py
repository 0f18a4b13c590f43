"""Time and simulation budgets of a player.

A `Clock` is a monotonic deadline that binds everything a player does for one message: grounding,
translation and search. The deadline lies before the manager's by a `Reserve`: the latency measured so
far plus a margin.

>>> clock = Clock.after(1.0, reserve=0.2, simulations=1000)
>>> 0.7 < clock.remaining() <= 0.8 and not clock.expired
True
"""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Clock:
    """A deadline (`time.monotonic`, infinite when only simulations count) and a budget of simulations.

    `cancel()` ends it at once from another thread: a new match, an abort, an early message.
    """

    deadline: float = math.inf
    simulations: int | None = None
    play_seconds: float | None = None
    """In `start`: how long each later move may take, as far as the manager said."""
    _cancelled: threading.Event = field(default_factory=threading.Event, repr=False, compare=False)

    @classmethod
    def after(
        cls,
        seconds: float | None,
        *,
        reserve: float = 0.0,
        simulations: int | None = None,
        play_seconds: float | None = None,
        now: float | None = None,
    ) -> Clock:
        """The clock that leaves `seconds` from `now` on, less the reserve; None is no time limit."""
        begin = time.monotonic() if now is None else now
        deadline = math.inf if seconds is None else begin + max(0.0, seconds - reserve)
        return cls(deadline, simulations, play_seconds)

    def remaining(self) -> float:
        """Seconds left, never negative."""
        return 0.0 if self._cancelled.is_set() else max(0.0, self.deadline - time.monotonic())

    @property
    def expired(self) -> bool:
        return self.remaining() <= 0.0

    @property
    def cancelled(self) -> bool:
        return self._cancelled.is_set()

    def cancel(self) -> None:
        self._cancelled.set()

    def part(self, fraction: float) -> Clock:
        """A clock that ends after a fraction of the time that is left, or when this one is cancelled."""
        deadline = time.monotonic() + self.remaining() * fraction
        return Clock(deadline, self.simulations, self.play_seconds, self._cancelled)

    def less(self, reserve: Reserve) -> Clock:
        """The clock without a reserve, which ends when this one is cancelled."""
        if math.isinf(self.deadline):
            return self
        kept = reserve.of(self.remaining())
        return Clock(self.deadline - kept, self.simulations, self.play_seconds, self._cancelled)

    def wait(self) -> bool:
        """Sleep until the deadline; True if cancelled before."""
        return self._cancelled.wait(None if math.isinf(self.deadline) else self.remaining())


@dataclass(slots=True)
class Reserve:
    """What a player keeps back of each clock: measured latency plus a margin.

    The latency is a maximum that decays slowly, so that one slow answer is remembered for some moves.
    Without a margin of its own a clock of 1 s keeps 0.2 s and long ones keep up to 1 s.
    """

    margin: float | None = None
    latency: float = 0.0
    decay: float = 0.9

    def note_latency(self, seconds: float) -> None:
        """Note how long after a player's deadline its answer left."""
        self.latency = max(seconds, self.latency * self.decay)

    def note_delay(self, seconds: float) -> None:
        """Note a delay that an answer might have had, between two of them."""
        self.latency = max(seconds, self.latency)

    def of(self, seconds: float) -> float:
        """The reserve for a clock of so many seconds; at least half of the clock stays for the player."""
        margin = min(1.0, 0.15 + 0.05 * seconds) if self.margin is None else self.margin
        return min(self.latency + margin, seconds / 2)
