"""Match records: the JSON that ggp.org servers write, with what WoodStock adds under `x-` keys.

States are strings of fluents, moves and errors lists with one entry per role; `errors` has one entry in
front for START. Records are read from and written to JSON files, or one per line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from woodstock.arena.trace import Step, Trace
from woodstock.errors import WoodStockError
from woodstock.gdl import parse_term, parse_terms
from woodstock.gdl.keywords import CHANCE
from woodstock.gdl.terms import Function, Term

Number = int | float


class RecordError(WoodStockError):
    """A record that cannot be read, or that its game cannot have produced."""


class Thought(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """What one player said about one of its moves."""

    seconds: float = 0.0
    values: dict[str, float] = {}
    samples: int = 0
    nodes: int = 0
    depth: int = 0
    proven: bool = False
    line: list[list[str]] = []
    note: str = ""


class Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    match_id: str
    random_token: str
    start_time: int
    game_meta_url: str = msgspec.field(name="gameMetaURL")
    states: list[str]
    moves: list[list[str]]
    state_times: list[int]
    start_clock: Number
    play_clock: Number
    is_completed: bool | None = None
    is_aborted: bool | None = None
    errors: list[list[str]] = []
    goal_values: list[int] = []
    preview_clock: Number | None = None
    player_names_from_host: list[str] = []
    is_player_human: list[bool] = []
    tournament_name_from_host: str | None = None
    scrambled: bool | None = None
    weight: float | None = None
    match_host_pk: str | None = msgspec.field(name="matchHostPK", default=None)
    match_host_signature: str | None = None
    game: str | None = msgspec.field(name="x-game", default=None)
    roles: list[str] = msgspec.field(name="x-roles", default=[])
    players: list[str] = msgspec.field(name="x-players", default=[])
    seed: int | None = msgspec.field(name="x-seed", default=None)
    simulations: int | None = msgspec.field(name="x-simulations", default=None)
    thoughts: list[list[Thought]] = msgspec.field(name="x-thoughts", default=[])
    """Per step and role."""
    answers: dict[str, list[str]] = msgspec.field(name="x-answers", default={})
    """What a player answered, in its own record of a match."""
    caution: str | None = msgspec.field(name="x-caution", default=None)
    """Why the game was played on a slow engine, if it was."""
    forfeits: list[str] = msgspec.field(name="x-forfeits", default=[])
    """Roles whose player failed or cheated; the goals are those of the rules all the same."""

    @property
    def counted_goals(self) -> list[int]:
        """The goals as a result: a role that forfeited has 0, and its only opponent 100."""
        deciding = [role for role in self.roles if role != CHANCE]
        opponents = len(deciding) - len(self.forfeits)
        won = 100 if len(deciding) == 2 and opponents == 1 else None
        return [
            0 if role in self.forfeits else goal if won is None or role == CHANCE else won
            for role, goal in zip(self.roles, self.goal_values)
        ]

    @property
    def faults(self) -> list[str]:
        """Everything players did wrong: `step 3, role 1: TO`."""
        return [
            f"{'start' if step == 0 else f'step {step}'}, role {role}: {error}"
            for step, entry in enumerate(self.errors)
            for role, error in enumerate(entry)
            if error
        ]

    def to_json(self) -> bytes:
        return msgspec.json.encode(self)


def read_record(text: bytes | str, source: str = "record") -> Record:
    """The record that one JSON object holds."""
    try:
        raw = msgspec.json.decode(text)
        if not isinstance(raw, dict):
            raise RecordError(f"{source}: a match record is a JSON object")
        check_keys(raw, source)
        return msgspec.convert(raw, Record)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"{source}: not a match record: {error}") from error


def check_keys(raw: dict[str, Any], source: str) -> None:
    known = {field.encode_name for field in msgspec.structs.fields(Record)}
    for key, value in raw.items():
        if key not in known and not key.startswith("x-"):
            raise RecordError(f"{source}: unknown key {key!r}; other keys begin with x-")
        if value is None:
            raise RecordError(f"{source}: {key!r} is null; leave it out instead")


def read_records(path: Path) -> Iterator[Record]:
    """All records of a file: one JSON object, or one per line."""
    data = path.read_bytes()
    lines = [line for line in data.splitlines() if line.strip()]
    if len(lines) > 1 and lines[0].rstrip().endswith(b"}"):
        for number, line in enumerate(lines, 1):
            yield read_record(line, f"{path}:{number}")
    else:
        yield read_record(data, str(path))


def holds_records(path: Path) -> bool:
    """Whether a file holds match records, judging by its beginning."""
    with path.open("rb") as file:
        head = file.read(4096)
    return head.lstrip().startswith(b"{") and (b'"matchId"' in head or b'"randomToken"' in head)


def state_text(fluents: Sequence[Term] | frozenset[Term]) -> str:
    """`( fluent fluent … )`, in a fixed order."""
    return f"( {' '.join(sorted(map(str, fluents)))} )"


def state_fluents(text: str) -> frozenset[Term]:
    """The fluents of a record's state; a `true` round a fluent is taken off."""
    return frozenset(
        fluent.args[0] if isinstance(fluent, Function) and fluent.name == "true" else fluent
        for fluent in parse_terms(text)
    )


def trace_of(record: Record, roles: Sequence[str], number: int = 0) -> Trace:
    """What a record says of each step, as far as it says anything."""
    steps = []
    for step in range(max(len(record.states), len(record.moves) + 1)):
        last = step == len(record.moves)
        steps.append(
            Step(
                number,
                step,
                state_fluents(record.states[step]) if step < len(record.states) else None,
                True if last and record.is_completed else None,
                {},
                tuple(map(parse_term, record.moves[step])) if step < len(record.moves) else (),
                dict(zip(roles, record.goal_values)) if last else {},
            )
        )
    return Trace(record.match_id, record.game or "", tuple(roles), tuple(steps), without_goal=0)
