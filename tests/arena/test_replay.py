"""Recorded plays of another engine: every engine of ours sees the same at every step."""

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import woodstock
from tests.shared import shared, shared_root
from woodstock.arena.replay import Difference, replay
from woodstock.arena.trace import Trace, TraceError, read_trace
from woodstock.engines.engine import Engine
from woodstock.engines.lanes import LaneEngine
from woodstock.engines.reference import Reference
from woodstock.gdl import parse_term

LARGE = {"gt_two_thirds_4p", "hex", "othello", "sudoku_grade1", "tron_10x10"}


def traces() -> list[Any]:
    names = sorted(path.name.split(".")[0] for path in shared_root().glob("traces/*.jsonl.gz"))
    return [pytest.param(name, marks=pytest.mark.slow if name in LARGE else ()) for name in names]


def first_difference(engine: Engine[Any], trace: Trace) -> Difference | None:
    return next((found for found in replay(engine, trace) if found is not None), None)


@pytest.mark.parametrize("name", traces())
def test_compiled_engines_agree_with_the_recording(name: str) -> None:
    trace = read_trace(shared("traces", f"{name}.jsonl.gz"))
    game = woodstock.load(shared("games", f"{name}.kif"), engine="stepper")
    assert len(trace.steps) > 5
    assert first_difference(game.engine, trace) is None
    assert first_difference(LaneEngine(game.compiled), trace) is None


@pytest.mark.parametrize("name", traces())
def test_the_evaluator_agrees_with_the_recording(name: str) -> None:
    trace = read_trace(shared("traces", f"{name}.jsonl.gz"))
    game = woodstock.load(shared("games", f"{name}.kif"), engine="evaluator")
    assert first_difference(game.engine, trace) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", traces())
def test_the_reference_agrees_with_the_recording(name: str) -> None:
    trace = read_trace(shared("traces", f"{name}.jsonl.gz"))
    game = woodstock.load(shared("games", f"{name}.kif"), engine="reference")
    assert first_difference(game.engine, trace) is None


@pytest.fixture(scope="module")
def game() -> woodstock.Game:
    return woodstock.load("tictactoe")


@pytest.fixture
def recorded(game: woodstock.Game, tmp_path: Path) -> Trace:
    """Our own recording of a first row for x, from the reference, in odd spelling."""
    engine = Reference(game.rulesheet)
    position = engine.initial()
    rows: list[dict[str, Any]] = [{"header": True, "game": "t", "roles": ["Xplayer", "oplayer"]}]
    joints = ["(mark 1 1) noop", "noop (mark 2 1)", "(mark 1 2) noop", "noop (mark 2 2)", "(mark 1 3) noop"]
    for number, joint in enumerate([*joints, ""]):
        row: dict[str, Any] = {"playout": 0, "step": number, "terminal": not joint}
        row["state"] = [str(term).upper() for term in engine.fluents(position)]
        moves = split(joint)
        if moves:
            row["legal"] = {
                role.upper(): [str(term).replace("(", "( ") for term in engine.legal(position, index)]
                for index, role in enumerate(engine.roles)
            }
            row["joint"] = moves
            position, _ = engine.play(position, [parse_term(move) for move in moves])
        else:
            row["goals"] = {"xPlayer": 100, "oPlayer": 0}
        rows.append(row)
    path = tmp_path / "trace.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    return read_trace(path)


def split(joint: str) -> list[str]:
    """`(mark 1 1) noop` to its two moves."""
    if not joint:
        return []
    return ["noop", joint[5:]] if joint.startswith("noop") else [joint[:-5], "noop"]


def test_every_step_is_compared(game: woodstock.Game, recorded: Trace) -> None:
    for engine in (game.engine, LaneEngine(game.compiled), Reference(game.rulesheet)):
        assert list(replay(engine, recorded)) == [None] * 6


@pytest.mark.parametrize(
    ("step", "change", "what", "message"),
    [
        (2, {"fluents": frozenset()}, "state", "the state has (cell 1 1 x), "),
        (1, {"terminal": True}, "terminal", "not terminal"),
        (0, {"legal": {"oplayer": frozenset()}}, "legal", "the legal moves of oplayer has noop too much"),
        (5, {"goals": {"oplayer": 50}}, "goals", "the goal of oplayer is 0, recorded 50"),
    ],
)
def test_the_first_difference_is_shown(
    game: woodstock.Game, recorded: Trace, *, step: int, change: dict[str, Any], what: str, message: str
) -> None:
    steps = list(recorded.steps)
    steps[step] = replace(steps[step], **change)
    found = list(replay(game.engine, replace(recorded, steps=tuple(steps))))
    assert found[:-1] == [None] * step
    assert found[-1] is not None
    assert (found[-1].step, found[-1].what) == (step, what)
    assert message in str(found[-1])


def test_other_roles(game: woodstock.Game, recorded: Trace) -> None:
    (found,) = replay(game.engine, replace(recorded, roles=("a", "b")))
    assert found.what == "roles"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", ""),
        ("not json", ":1:"),
        ('{"roles": ["x"]}\n{"playout": 1}', ":2:"),
        ('{"roles": []}\n{"playout":0,"step":0,"state":["(a"],"terminal":false}', ":2:"),
    ],
)
def test_broken_recordings(tmp_path: Path, text: str, line: str) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text(text)
    with pytest.raises(TraceError, match=f"broken.jsonl{line}"):
        read_trace(path)
    path.write_bytes(b"\x1f\x8b rubbish")
    with pytest.raises(TraceError, match="gzip"):
        read_trace(path)
