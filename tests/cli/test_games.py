"""`show`, `simulate`, `perft`, `replay` and `play`, as text and as JSON."""

import tomllib
from pathlib import Path

import pytest

import woodstock
from tests.cli.run import run

Capture = pytest.CaptureFixture[str]

TRACE = """{"header": true, "roles": ["xplayer", "oplayer"]}
{"playout": 0, "step": 0, "terminal": false, "joint": ["(mark 1 1)", "noop"],
 "state": ["(CONTROL xplayer)", %s]}
"""


def test_show(capsys: Capture) -> None:
    outcome = run(capsys, "show", "tictactoe", "--json", "--grounding", "--definitions")
    assert outcome.code == 0
    shown = outcome.json
    assert shown["roles"] == ["xplayer", "oplayer"]
    assert shown["fluents"] == 29
    assert shown["moves"] == {"xplayer": 10, "oplayer": 10}
    assert shown["engine"] == "stepper"
    assert shown["fallback_reason"] == ""
    assert shown["ground"]["rules"] > 50
    assert 10 < shown["circuit"]["gates"] < 1000
    assert set(shown["seconds"]) == {"grounding", "completion", "circuit"}
    legal = [row for row in shown["grounding"] if row["rule"].startswith("(legal")]
    assert sum(row["rules"] for row in legal) == 20
    assert any("terminal" in line for line in shown["definitions"])
    text = run(capsys, "show", "tictactoe", "--grounding").out
    assert "xplayer 10, oplayer 10" in text
    assert "ground rules" in text


def test_show_without_compiling(capsys: Capture) -> None:
    shown = run(capsys, "show", "tictactoe", "--engine", "reference", "--json").json
    assert shown["engine"] == "reference"
    assert "circuit" not in shown


def test_simulate(capsys: Capture) -> None:
    outcome = run(capsys, "simulate", "tictactoe", "--playouts", 500, "--seed", 4, "--json")
    assert outcome.code == 0
    assert list(outcome.json) == [
        "game",
        "engine",
        "playouts",
        "steps",
        "seconds",
        "cpu_seconds",
        "peak_memory_mb",
        "mean_length",
        "mean_goals",
        "load_seconds",
    ]
    assert outcome.json["engine"] == "lanes"
    assert outcome.json["playouts"] == 500
    text = run(capsys, "simulate", "tictactoe", "--seconds", 0.1, "--engine", "stepper", "--threads", 2).out
    assert "tictactoe on stepper" in text
    assert "per CPU second" in text


@pytest.mark.parametrize("engine", ["auto", "lanes", "evaluator", "reference"])
def test_perft(capsys: Capture, engine: str) -> None:
    outcome = run(capsys, "perft", "tictactoe", "--depth", 2, "--engine", engine, "--json")
    assert [(row["depth"], row["joint_moves"]) for row in outcome.json["depths"]] == [(1, 9), (2, 72)]
    assert run(capsys, "perft", "tictactoe", "-d", 3).out.split() == ["1", "9", "2", "72", "3", "504"]


def test_replay(capsys: Capture, tmp_path: Path) -> None:
    cells = ", ".join(f'"( cell {x} {y} B )"' for x in (1, 2, 3) for y in (1, 2, 3))
    path = tmp_path / "trace.jsonl"
    path.write_text((TRACE % cells).replace(",\n ", ", "))
    same = run(capsys, "replay", "tictactoe", path, "--json")
    assert same.code == 0
    assert same.json["difference"] is None
    assert same.json["steps"] == 1
    path.write_text((TRACE % cells.replace("cell 1 1 B", "cell 1 1 x")).replace(",\n ", ", "))
    other = run(capsys, "replay", "tictactoe", path)
    assert other.code == 1
    assert "playout 0, step 0: the state lacks (cell 1 1 x) and has (cell 1 1 b) too much" in other.out
    assert run(capsys, "replay", "tictactoe", path, "--json").json["difference"]["what"] == "state"


def test_play_where_nobody_can_move(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "stuck.kif"
    path.write_text(
        "(role x) (init p) (<= (legal x a) (true p)) (<= terminal (true q)) (<= (next q) (true q)) (goal x 1)"
    )
    outcome = run(capsys, "play", path, "--watch", "-p", "random")
    assert outcome.code == 1
    assert "x has no legal move although stuck is not over" in outcome.err


def test_unknown_game(capsys: Capture) -> None:
    outcome = run(capsys, "play", "tictactow", "--json")
    assert outcome.code == 1
    assert outcome.json["error"]["type"] == "UnknownGame"
    assert "tictactoe" in outcome.json["error"]["message"]


def test_version(capsys: Capture) -> None:
    outcome = run(capsys, "--version")
    assert outcome.code == 0
    assert outcome.out == f"woodstock {woodstock.__version__}\n"
    with (Path(__file__).parents[2] / "pyproject.toml").open("rb") as file:
        assert tomllib.load(file)["project"]["version"] == woodstock.__version__


def test_the_list_of_games_is_a_line_for_each(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    *lines, last = run(capsys, "games").out.splitlines()
    assert [line.split()[0] for line in lines] == list(woodstock.bundled())
    assert all(len(line.rstrip()) <= 80 for line in lines)
    assert "woodstock play NAME" in last
    whole = " ".join(run(capsys, "games", "--long").out.split())
    assert "four of one's own in a line win, a full board is a draw." in whole
