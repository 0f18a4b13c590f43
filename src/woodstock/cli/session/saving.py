"""A match kept in a file as its record, and taken up again from one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from woodstock.arena.record import Record, RecordError, read_record, trace_of
from woodstock.arena.replay import replay
from woodstock.cli.seating import PERSON
from woodstock.cli.session.words import Unclear
from woodstock.errors import WoodStockError
from woodstock.moves import Move
from woodstock.players.catalogue import require_builtin
from woodstock.players.spec import SpecError

if TYPE_CHECKING:
    from woodstock.game import Game, Role


class ResumeError(WoodStockError):
    """A file that does not hold a match of the game."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A match as a file holds it: who plays, what was played, and the seed."""

    players: tuple[str, ...]
    moves: tuple[tuple[Move, ...], ...]
    seed: int

    def seats(self, game: Game) -> dict[Role, str]:
        """Who plays each role. A file may come from anywhere, so only people and players of ours sit down by its word."""
        if len(self.players) != len(game.players):
            raise ResumeError("the file does not say who plays each role; name the players with --player")
        for player in self.players:
            if player != PERSON:
                try:
                    require_builtin(player)
                except SpecError as error:
                    raise ResumeError(
                        f"the file wants to seat {player!r}: {error}; name the players with --player"
                    ) from None
        return dict(zip(game.players, self.players))


def save(record: Record, path: Path, own: Path | None) -> None:
    """Write a record; a file that is there is not overwritten, unless it is the match's own."""
    if path.exists() and path != own:
        raise Unclear(f"There is a file {path} already; name another: save FILE.")
    beside = path.with_name(f"{path.name}.new")
    try:
        beside.write_bytes(record.to_json() + b"\n")
        beside.replace(path)
    except OSError as error:
        raise Unclear(f"{path} cannot be written: {error.strerror}; name another: save FILE.") from None


def resumed(game: Game, path: Path) -> Kept:
    """The match in a file, after its moves were tried on the game."""
    try:
        record = read_record(path.read_bytes(), str(path))
    except OSError as error:
        raise ResumeError(f"{path}: {error.strerror}") from None
    roles = [role.name for role in game.roles]
    if record.roles and record.roles != roles:
        raise ResumeError(
            f"{path} is a match of {record.game or 'another game'} ({', '.join(record.roles)}), "
            f"not of {game.name} ({', '.join(roles)})"
        )
    try:
        trace = trace_of(record, roles)
        steps = [replace(step, terminal=None) for step in trace.steps]
        wrong = next(filter(None, replay(game.engine, replace(trace, steps=tuple(steps)))), None)
    except (WoodStockError, ValueError) as error:
        raise RecordError(f"{path}: {error}") from None
    if wrong is not None:
        raise ResumeError(f"{path} is no match of {game.name}: {wrong}")
    moves = tuple(tuple(map(Move.parse, joint)) for joint in record.moves)
    return Kept(tuple(record.players), moves, record.seed or 0)
