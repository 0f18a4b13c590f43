"""Recorded plays: what another engine saw at every step.

A file of JSON lines, gzipped or not. The first line is a header with the roles; every other line is a step of a
playout with `state`, `terminal`, and either `legal` and the `joint` move made, or the final `goals`.
"""

from __future__ import annotations

import gzip
import zlib
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TypeVar

import msgspec

from woodstock.errors import WoodStockError
from woodstock.gdl import SyntaxProblem, parse_term
from woodstock.gdl.terms import Term


class TraceError(WoodStockError):
    """A file that is not a recorded play."""


class Header(msgspec.Struct, frozen=True):
    roles: list[str]
    game: str = ""


class Line(msgspec.Struct, frozen=True):
    playout: int
    step: int
    state: list[str]
    terminal: bool
    legal: dict[str, list[str]] = {}
    joint: list[str] | None = None  # none where the recording was cut off
    goals: dict[str, int] = {}


Row = TypeVar("Row", Header, Line)


@dataclass(frozen=True, slots=True)
class Step:
    """One state of a playout and the joint move made there; `goals` only where the play is over.

    What was not recorded is None, or missing in the mappings.
    """

    playout: int
    number: int
    fluents: frozenset[Term] | None
    terminal: bool | None
    legal: dict[str, frozenset[Term]]
    joint: tuple[Term, ...]
    goals: dict[str, int]


@dataclass(frozen=True, slots=True)
class Trace:
    """Names of roles are in lower case, as everywhere."""

    file: str
    game: str
    roles: tuple[str, ...]
    steps: tuple[Step, ...]
    without_goal: int | None = None
    """What is recorded as the goal of a role that has none, or several; None if it never is."""


def read_trace(path: str | PathLike[str]) -> Trace:
    """The recorded plays in a file."""
    file = str(path)
    data = Path(path).read_bytes()
    if data[:2] == b"\x1f\x8b":
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            raise TraceError(f"{file}: broken gzip file: {error}") from None
    rows = [(number, row) for number, row in enumerate(data.splitlines(), 1) if row.strip()]
    if not rows:
        raise TraceError(f"{file}: the file is empty; a header line with the roles is expected")
    terms = Terms()
    header = decoded(file, *rows[0], Header)
    steps = []
    for number, row in rows[1:]:
        try:
            steps.append(step_of(decoded(file, number, row, Line), terms))
        except SyntaxProblem as error:
            raise TraceError(f"{file}:{number}: {error}") from None
    return Trace(file, header.game, tuple(role.lower() for role in header.roles), tuple(steps))


def decoded(file: str, number: int, row: bytes, kind: type[Row]) -> Row:
    try:
        return msgspec.json.decode(row, type=kind)
    except msgspec.MsgspecError as error:
        raise TraceError(f"{file}:{number}: {error}") from None


class Terms(dict[str, Term]):
    """Terms by their text; the same few occur at every step."""

    def __missing__(self, text: str) -> Term:
        self[text] = term = parse_term(text)
        return term


def step_of(line: Line, terms: Terms) -> Step:
    return Step(
        line.playout,
        line.step,
        frozenset(terms[text] for text in line.state),
        line.terminal,
        {role.lower(): frozenset(terms[text] for text in moves) for role, moves in line.legal.items()},
        tuple(terms[text] for text in line.joint or ()),
        {role.lower(): value for role, value in line.goals.items()},
    )
