"""A player in a thread of its own, so that one that hangs or fails costs a move and not the match."""

from __future__ import annotations

import queue
import threading
import traceback
from collections.abc import Callable

from woodstock.players.player import Player

MOST_FAILURES = 3
"""After so many failures in a row a player is not asked again."""


class Cast:
    """Asked one thing at a time, and given up on when it keeps failing."""

    def __init__(self, player: Player, name: str, note: Callable[[str, bool], None]) -> None:
        self.player = player
        self.name = name
        self.failures = 0
        self._note = note
        self._tasks: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._idle = threading.Event()
        self._idle.set()
        threading.Thread(target=self._run, name=name, daemon=True).start()

    @property
    def available(self) -> bool:
        """Whether it can be asked: not while it still works on something, nor after too many failures."""
        return self._idle.is_set() and self.failures < MOST_FAILURES

    def do(self, task: Callable[[], None]) -> threading.Event:
        """Hand over a task; the event is set when it is over."""
        over = threading.Event()
        self._idle.clear()

        def whole() -> None:
            try:
                task()
                self.failures = 0
            except Exception:
                self.failures += 1
                self._note(f"{self.name} failed: {traceback.format_exc()}", True)
            finally:
                self._idle.set()
                over.set()

        self._tasks.put(whole)
        return over

    def _run(self) -> None:
        while True:
            self._tasks.get()()
