"""Work that goes on beside the rest: compiling a game, pondering, a search that a clock may cancel, a long text."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from woodstock.clock import Clock

if TYPE_CHECKING:
    import asyncio

T = TypeVar("T")
_POLL_SECONDS = 0.01
NICENESS = 10


class Background(Generic[T]):
    """A function running in a thread of its own, which never keeps the process alive."""

    def __init__(
        self, work: Callable[[], T], name: str, then: Callable[[Background[T]], None] | None = None
    ) -> None:
        self._work = work
        self._then = then
        self._done = threading.Event()
        self._result: T | None = None
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._result = self._work()
        except Exception as error:
            self._error = error
        finally:
            self._done.set()
        if self._then is not None:
            self._then(self)

    @property
    def done(self) -> bool:
        return self._done.is_set()

    @property
    def error(self) -> Exception | None:
        """What the work raised, once it is done."""
        return self._error

    @property
    def result(self) -> T | None:
        """What the work returned; None while it runs and if it failed."""
        return self._result

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end; False if it takes longer."""
        return self._done.wait(seconds)

    def outcome(self) -> T:
        """What the work returns, or what it raises, once it ends."""
        self._done.wait()
        if self._error is not None:
            raise self._error
        return self._result  # type: ignore[return-value]

    def give_way(self) -> None:
        """Let other threads go first from now on; only Linux can do that for one thread."""
        if sys.platform == "linux" and self._thread.native_id is not None and not self.done:
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self._thread.native_id, NICENESS)

    def wait_for(self, clock: Clock) -> bool:
        """Wait for the end; False if the clock expires or is cancelled first."""
        while not self._done.wait(min(_POLL_SECONDS, clock.remaining())):
            if clock.expired:
                return self.done
        return True

    def watch(self, clock: Clock, cancel: Callable[[], None]) -> T:
        """Wait for the end whatever the clock says, but call `cancel` when the clock is cancelled."""
        while not self._done.wait(_POLL_SECONDS):
            if clock.cancelled:
                cancel()
                break
        return self.outcome()


def in_thread(work: Callable[[], T], name: str) -> asyncio.Future[T]:
    """Run `work` in a thread: unlike a pool's, it never keeps the program from ending."""
    import asyncio

    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(done: Background[T]) -> None:
        if future.done():
            return
        if done.error is None:
            future.set_result(done.outcome())
        else:
            future.set_exception(done.error)
            future.exception()  # nobody may ever ask for it

    def hand_over(done: Background[T]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(settle, done)

    Background(work, name, hand_over)
    return future
