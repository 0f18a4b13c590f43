"""Why a network was not solved."""

from __future__ import annotations

from woodstock.errors import WoodStockError


class OutOfTime(WoodStockError, TimeoutError):
    """The deadline passed before the problem was solved."""

    def __init__(self, count: int, what: str = "stages") -> None:
        super().__init__(f"out of time after {count} {what}; give more seconds, or a shorter horizon")


class OutOfMemory(WoodStockError, MemoryError):
    """The states of a game did not fit the memory allowed."""

    def __init__(self, count: int) -> None:
        super().__init__(f"out of memory after {count} stages; give a shorter horizon")


class EndlessPlay(WoodStockError):
    """Without a horizon, policies or values of a game whose plays need not end."""
