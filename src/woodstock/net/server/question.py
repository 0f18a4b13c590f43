"""A PLAY and its answer, kept in case the message comes again."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from woodstock.net.messages import Play
from woodstock.net.worker.wire import Ask, Candidate


@dataclass(slots=True)
class Question:
    """`header` is the step that the manager gave with the message, if it did."""

    ticket: int
    text: str
    header: str | None
    order: Ask
    answer: asyncio.Future[str] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    candidate: str | None = None
    repeated: bool = False
    _guessed: bool = True

    @property
    def is_safe(self) -> bool:
        """Whether it has its answer, or a move known to be legal to fall back on."""
        return self.answer.done() or not self._guessed

    def settle(self, move: str) -> None:
        if not self.answer.done():
            self.answer.set_result(move)

    def take(self, candidate: Candidate) -> None:
        """Keep a move to fall back on; a guess gives way to a move known to be legal, never the reverse."""
        if self._guessed or not candidate.guessed:
            self.candidate, self._guessed = candidate.move, candidate.guessed

    def is_repeated_by(self, message: Play, text: str, header: str | None) -> bool:
        """Whether a message certainly asks this again."""
        if self.text != text:
            return False
        if header is not None and self.header is not None:
            return header == self.header
        return message.seen is None or not self.answer.done()


async def wait_until(future: asyncio.Future[None] | asyncio.Future[str], deadline: float) -> None:
    await asyncio.wait({future}, timeout=max(0.0, deadline - time.monotonic()))
