"""Several matches between the same players, and what they say about who is better."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from woodstock.arena.record import Record
from woodstock.arena.recordfile import RecordFile
from woodstock.arena.statistics import Interval, student, wilson

if TYPE_CHECKING:
    from woodstock.game import Game


@dataclass(slots=True)
class Standing:
    """One player's results: its goals, and points (1 for the highest goal, shared among equals)."""

    player: str
    goals: list[float] = field(default_factory=list)
    points: float = 0.0
    faults: int = 0

    @property
    def games(self) -> int:
        return len(self.goals)

    @property
    def rate(self) -> Interval:
        """Points per game, with Wilson's 95 % interval."""
        return wilson(self.points, self.games)

    @property
    def goal(self) -> Interval:
        """The mean goal, with Student's 95 % interval."""
        return student(self.goals)


@dataclass(slots=True)
class Series:
    """The standings of players in a fixed order, whatever role each had in each match."""

    standings: list[Standing]

    @classmethod
    def of(cls, players: Sequence[str]) -> Series:
        return cls([Standing(player) for player in players])

    def add(self, record: Record, seating: Sequence[int]) -> None:
        """Count a match in which player `seating[i]` had the i-th role that is not chance."""
        if not record.is_completed:
            return
        indices = deciding_roles(record)
        goals = [record.counted_goals[index] for index in indices]
        best = max(goals)
        winners = goals.count(best)
        for index, goal, player in zip(indices, goals, seating):
            standing = self.standings[player]
            standing.goals.append(goal)
            if len(goals) == 1:
                standing.points += goal / 100
            elif goal == best:
                standing.points += 1 / winners
            standing.faults += sum(1 for errors in record.errors if errors[index])


def deciding_roles(record: Record) -> list[int]:
    return [index for index, role in enumerate(record.roles) if role != "random"]


def seatings(players: int, games: int, swap: bool) -> Iterator[list[int]]:
    """Who sits where in each match: with `swap` everybody moves on one role from match to match."""
    for game in range(games):
        shift = game % players if swap else 0
        yield [(seat + shift) % players for seat in range(players)]


def play_series(
    game: Game,
    players: Sequence[str],
    play: Callable[[Game, Sequence[str], int], Record],
    *,
    games: int = 1,
    swap: bool = False,
    seed: int = 0,
    records: Path | None = None,
    after: Callable[[Record, Series], None] | None = None,
) -> Series:
    """Play `games` matches with seeds from `seed` on; each record becomes a line of the file `records`.

    Raises `RecordsError` after the last match if records could not be written.
    """
    series = Series.of(players)
    file = RecordFile(records) if records is not None else None
    for number, seating in enumerate(seatings(len(players), games, swap)):
        record = play(game, [players[index] for index in seating], seed + number)
        if file:
            file.add(record)
        series.add(record, seating)
        if after:
            after(record, series)
    if file:
        file.finish()
    return series
