"""What the server and the process that plays a match say to each other: framed msgpack over pipes.

Times are seconds of `time.monotonic`, which all processes of a machine share. Terms travel as KIF text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

import msgspec

if TYPE_CHECKING:
    from asyncio import StreamReader

PREFIX = 4


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """What one PLAY or STOP told, and the move that this player had answered before it."""

    seen: list[str] | None
    turn: int | None = None
    last: str | None = None
    answered: str | None = None


class Begin(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Prepare a match; `history` holds the steps so far when a crashed process is replaced.

    Without a player, this is a scout: it searches on the rules as they are, at once. Rules that were `examined` once
    need not be again.
    """

    rules: str
    role: str
    player: str
    fallback: str
    deadline: float
    play_seconds: float
    simulations: int | None = None
    seed: int = 0
    cache: str = ""
    history: list[Step] = []
    examined: bool = False


class Ask(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Choose a move until `deadline`, or be given up on at `latest`.

    `repeats` is the ticket of an earlier question in the same words. `scouted` says that a scout is asked, too:
    while the game loads, this process need not follow the match.
    """

    ticket: int
    step: Step
    deadline: float
    latest: float
    repeats: int | None = None
    scouted: bool = False


class End(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    step: Step
    recorded: bool = False
    """Whether the course of the match is wanted."""


class Ready(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The player's start is over, or its time is."""

    note: str = ""


class Refused(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The rulesheet or the role is unusable."""

    reason: str


class Loaded(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The game is on the engine it stays on; `plays` unless the player needs a compiled game and cannot have it."""

    note: str
    plays: bool


class Candidate(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A legal move, or a guess at one, to be played if nothing better comes in time; also as the manager writes it."""

    ticket: int
    move: str
    guessed: bool = False
    written: str = ""


class Chosen(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The answer to a question, as the manager writes it, too, and its reasons in words."""

    ticket: int
    move: str
    written: str = ""
    reason: str = ""


class Repeated(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A question that only repeats an earlier one: nothing has happened since."""

    ticket: int


class Ended(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The goals if the match came to its end, told at once; in the last report, if it is recorded, also its course
    where moves are told."""

    goals: dict[str, int] = {}
    roles: list[str] = []
    moves: list[list[str]] = []
    states: list[str] = []
    last: bool = False


class Note(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A line for the log."""

    text: str
    warning: bool = False


Order = Begin | Ask | End
Report = Ready | Refused | Loaded | Candidate | Chosen | Repeated | Ended | Note


def frame(item: Order | Report) -> bytes:
    body = msgspec.msgpack.encode(item)
    return len(body).to_bytes(PREFIX, "big") + body


def read_order(pipe: BinaryIO) -> Order | None:
    """The next order, or None when the server is gone."""
    prefix = pipe.read(PREFIX)
    if len(prefix) < PREFIX:
        return None
    body = pipe.read(int.from_bytes(prefix, "big"))
    order: Order = msgspec.msgpack.decode(body, type=Order)
    return order


async def read_report(stream: StreamReader) -> Report:
    """The next report; raises `IncompleteReadError` when the process is gone."""
    size = int.from_bytes(await stream.readexactly(PREFIX), "big")
    report: Report = msgspec.msgpack.decode(await stream.readexactly(size), type=Report)
    return report
