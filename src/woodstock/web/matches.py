"""The matches of the page: those that run, and those that are kept."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from woodstock.web.match import Match
from woodstock.web.store import Setup, Store

if TYPE_CHECKING:
    from woodstock.game import Game

MOST_IDLE = 20
"""Matches at rest that are kept in memory; all others are in the store."""


class Matches:
    """All matches of the page, those of earlier servers too."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._running: dict[str, Match] = {}

    def __len__(self) -> int:
        """How many are in memory."""
        return len(self._running)

    def begin(self, game: Game, setup: Setup) -> Match:
        name = secrets.token_urlsafe(9)
        self._store.add(name, setup)
        return self._start(name, game, setup)

    def _start(self, name: str, game: Game, setup: Setup) -> Match:
        match = self._running[name] = Match(name, game, setup, self._store)
        match.begin()
        idle = [old for old, each in self._running.items() if each.is_idle and old != name]
        for old in idle[: max(0, len(idle) - MOST_IDLE)]:
            self._running.pop(old).put_away()
        return match

    def branch(self, match: Match, step: int, setup: Setup) -> Match:
        """A new match that begins with the first steps of another."""
        name = secrets.token_urlsafe(9)
        self._store.add(name, setup)
        for number, each in enumerate(match.steps[:step]):
            self._store.add_step(name, number, each)
        return self._start(name, match.game, setup)

    def running(self, name: str) -> Match | None:
        found = self._running.pop(name, None)
        if found is not None:
            self._running[name] = found  # the last one asked for is put away last
        return found

    def resume(self, name: str, game: Game, setup: Setup) -> Match:
        return self._running.get(name) or self._start(name, game, setup)

    async def close(self) -> None:
        for match in self._running.values():
            await match.stop()
