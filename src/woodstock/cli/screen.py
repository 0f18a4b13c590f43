"""A match on the screen: the board and the players' values, redrawn after every step."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from woodstock.arena.match_table import Turn
    from woodstock.game import Game


class Screen:
    """The board and the players' values, redrawn after every step."""

    def __init__(self, game: Game, console: Console, delay: float) -> None:
        from rich.live import Live

        self._game = game
        self._console = console
        self._delay = delay
        self._players: Sequence[str] = ()
        self._live: Live | None = None

    def live(self, players: Sequence[str]) -> AbstractContextManager[Any]:
        from rich.live import Live

        self._players = players
        self._live = Live(console=self._console, transient=False, auto_refresh=False)
        return self._live

    def show(self, turn: Turn) -> None:
        if self._live:
            self._live.update(self._picture(turn), refresh=True)
            time.sleep(self._delay)

    def _picture(self, turn: Turn) -> RenderableType:
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, padding=(0, 2, 0, 0))
        for heading in ("role", "player", "move", "value", "samples", "depth", ""):
            table.add_column(heading, overflow="ellipsis", no_wrap=True)
        waiting = iter(self._players)
        for role in self._game.roles:
            decision = turn.decisions.get(role)
            value = decision.values.get(role) if decision else None
            table.add_row(
                role.name,
                "" if role.is_chance else next(waiting, ""),
                str(turn.moves.get(role, "")),
                "" if value is None else f"{value:.0f}{' proven' if decision and decision.proven else ''}",
                f"{decision.samples:,}" if decision and decision.samples else "",
                str(decision.depth) if decision and decision.depth else "",
                turn.errors.get(role, ""),
            )
        heading = f"{self._game.name}, step {turn.step}{', over' if turn.state.terminal else ''}"
        return Group(Text(heading, style="bold"), Text(str(turn.state)), table)
