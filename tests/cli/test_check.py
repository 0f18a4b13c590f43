"""`woodstock check`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import run

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
    assert "/absent.kif: No such file or directory" in outcome.err
    assert "Traceback" not in outcome.err
    assert run(capsys, "check", "/absent.kif", "--json").json == {
        "error": {"type": "FileNotFoundError", "message": "/absent.kif: No such file or directory"}
    }


def test_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "check").code == 2
    assert run(capsys, "no-such-command").code == 2
    shown = run(capsys, "check", "--help")
    assert shown.code == 0
    assert "--json" in shown.out
