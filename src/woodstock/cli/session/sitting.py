"""One match after the other at one terminal: seats people and players, and has them refereed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from woodstock.arena.match import is_elsewhere, referee, seat_for
from woodstock.cli.seating import DEFAULT_PLAYER, PERSON
from woodstock.cli.session.lines import from_terminal
from woodstock.cli.session.narrator import Narrator
from woodstock.cli.session.person import Person, watcher
from woodstock.cli.session.table import Table

if TYPE_CHECKING:
    from rich.console import Console

    from woodstock.arena.match import Watcher
    from woodstock.arena.record import Record
    from woodstock.arena.seat import Clocks, Seat
    from woodstock.game import Game, Move, Role
    from woodstock.players import Value


@dataclass(frozen=True, slots=True)
class Sitting:
    game: Game
    source: str
    """What the game is called on the command line."""
    seats: Mapping[Role, str]
    """A player's spec for each role, or `person`."""
    clocks: Clocks
    steps: int
    defaults: Mapping[str, Value]
    console: Console
    delay: float = 0.0
    my_clock: float | None = None
    file: Path | None = None
    played: Sequence[Sequence[Move]] = ()

    def anew(self) -> Sitting:
        """The same people and players, from the start."""
        return replace(self, file=None, played=())

    def run(self, seed: int) -> tuple[Record, bool]:
        """Play one match; also whether somebody wants another one."""
        people = [role for role, name in self.seats.items() if name == PERSON]
        players = {role: name for role, name in self.seats.items() if name != PERSON}
        seated: dict[Role, Seat] = {
            role: seat_for(role, name, seed=seed, defaults=self.defaults) for role, name in players.items()
        }
        if not people:
            narrator = Narrator(self.game, players, self.console, self.delay)
            narrator.introduce(self.clocks.start)
            return self._refereed(seated, narrator.watch, seed), False
        table = self._table(people, players, seed)
        sitting = {role: Person(table, role) for role in people}
        try:
            record = self._refereed(seated | sitting, watcher(table, list(sitting.values())), seed)
        finally:
            table.wait_no_longer()
        return record, table.wants_new

    def _table(self, people: Sequence[Role], players: Mapping[Role, str], seed: int) -> Table:
        elsewhere = next(filter(is_elsewhere, players.values()), "")
        advice = {**self.defaults, "ponder": False}
        return Table(
            self.game,
            people,
            players,
            adviser=lambda role: seat_for(role, DEFAULT_PLAYER, seed=seed, defaults=advice),
            console=self.console,
            read=from_terminal(self.console),
            source=self.source,
            undo_refused=f"{elsewhere} cannot take back: it is elsewhere." if elsewhere else "",
            seconds=self.my_clock,
            file=self.file,
            played=self.played,
        )

    def _refereed(self, seats: Mapping[Role, Seat], watch: Watcher, seed: int) -> Record:
        return asyncio.run(
            referee(
                self.game,
                [seats[role] for role in self.game.players],
                clocks=self.clocks,
                seed=seed,
                watch=watch,
                most_steps=self.steps,
                played=self.played,
            )
        )
