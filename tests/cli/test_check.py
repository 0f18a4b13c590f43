"""`woodstock check`."""

import json
from pathlib import Path

import pytest

from tests.cli.run import run
from woodstock.engines.stepper import StepperEngine

SOUND = """(role x) (init p) (<= (legal x a) (true p)) (<= (next q) (does x a))
(<= terminal (true q)) (goal x 100)"""


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "game.kif"
    path.write_text(SOUND)
    return path


def test_sound(sheet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "check", sheet)
    assert outcome.code == 0
    assert outcome.out.strip().endswith("game.kif: no problems")


def test_warning_only(sheet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet.write_text(SOUND + "\n(<= r (s t))")
    outcome = run(capsys, "check", sheet)
    assert outcome.code == 0
    assert f"{sheet}:3:7: warning: the relation `s/1` is never defined" in outcome.out
    assert "    3 | (<= r (s t))\n      |       ^^^^^" in outcome.out
    assert "0 errors, 1 warning" in outcome.out


def test_errors(sheet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet.write_text("(role x)")
    outcome = run(capsys, "check", sheet)
    assert outcome.code == 1
    assert f"{sheet}: error: the game never ends" in outcome.out


def test_syntax_as_json(sheet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet.write_text("(role x) (p ())")
    outcome = run(capsys, "check", sheet, "--json")
    assert outcome.code == 1
    assert outcome.json == {
        "file": str(sheet),
        "errors": 1,
        "warnings": 0,
        "diagnostics": [
            {
                "severity": "error",
                "code": "empty",
                "message": "empty parentheses",
                "remedy": "remove them, or put a name inside",
                "line": 1,
                "column": 13,
                "length": 2,
            }
        ],
    }


def test_binary(sheet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet.write_bytes(bytes(range(256)))
    outcome = run(capsys, "check", sheet)
    assert outcome.code == 1
    assert "this is not text" in outcome.out


def test_absent_file(capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "check", "/absent.kif")
    assert outcome.code == 1
    assert "error: no game, file or folder /absent.kif" in outcome.err
    assert "Traceback" not in outcome.err
    error = run(capsys, "check", "/absent.kif", "--json").json["error"]
    assert error["type"] == "UnknownGame"
    assert "/absent.kif" in error["message"]


def test_unreadable_file(sheet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "convert", sheet, "--output", tmp_path, "--json")
    assert outcome.code == 1
    assert outcome.json["error"] == {"type": "IsADirectoryError", "message": f"{tmp_path}: Is a directory"}


def test_bundled_game(capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "check", "tictactoe", "--play", 30, "--json")
    assert outcome.code == 0
    assert outcome.json["diagnostics"] == []


def test_random_play(sheet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stuck = """(role x) (role y) (init (n 0)) (succ 0 1) (succ 1 2) (succ 2 3)
(<= (legal x go) (true (n ?i))) (<= (legal y go) (true (n ?i)) (distinct ?i 2))
(<= (next (n ?j)) (true (n ?i)) (succ ?i ?j)) (<= terminal (true (n 3)))
(<= (goal ?r 40) (role ?r)) (<= (goal x 30) (true (n 3)))"""
    sheet.write_text(stuck)
    outcome = run(capsys, "check", sheet, "--play", 4)
    assert outcome.code == 1
    assert "in 4 of 4 random games `y` had no legal move" in outcome.out
    assert "first after 2 steps" in outcome.out
    sheet.write_text(stuck.replace("(distinct ?i 2)", "(distinct ?i 4)"))
    found = run(capsys, "check", sheet, "--play", 4, "--json").json["diagnostics"]
    assert [finding["code"] for finding in found] == ["goal-several", "never-won", "never-won"]


def test_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "check").code == 2
    assert run(capsys, "no-such-command").code == 2
    shown = run(capsys, "check", "--help")
    assert shown.code == 0
    assert "--json" in shown.out


def test_engines_are_compared(sheet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "check", sheet, "--engines", "--seconds", "0.2")
    assert outcome.code == 0
    assert "evaluator, stepper, lanes agree on" in outcome.out
    assert "evaluator, stepper, lanes, reference agree on" in outcome.out


def test_an_engine_that_differs_is_an_error(
    sheet: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StepperEngine, "terminal", lambda self, position: False)
    outcome = run(capsys, "check", sheet, "--engines", "--seconds", "0.2", "--json")
    assert outcome.code == 1
    findings = json.loads(outcome.out)
    assert [each["code"] for each in findings["diagnostics"]] == ["engines-differ"] * 2
    assert "stepper and evaluator differ in terminal after (a)" in findings["engines"][0]["difference"]
