"""What is still to be looked at, in the order it came in, each once at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from typing import Generic, TypeVar

Item = TypeVar("Item", bound=Hashable)


class Worklist(Generic[Item]):
    """Iterating takes items out; more may be added meanwhile."""

    def __init__(self) -> None:
        self._queue: deque[Item] = deque()
        self._waiting: set[Item] = set()

    def add(self, items: Iterable[Item]) -> None:
        for item in items:
            if item not in self._waiting:
                self._waiting.add(item)
                self._queue.append(item)

    def __iter__(self) -> Iterator[Item]:
        while self._queue:
            item = self._queue.popleft()
            self._waiting.discard(item)
            yield item
