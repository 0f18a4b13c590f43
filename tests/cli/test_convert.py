"""`woodstock convert`."""

from pathlib import Path

import pytest

from tests.cli.run import run


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "game.kif"
    path.write_text("(role X) (<= (next (p ?y)) (not (true q)) (r ?y)) ; comment")
    return path


def test_to_infix_and_back(sheet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    infix = run(capsys, "convert", sheet)
    assert infix.code == 0
    assert infix.out == "role(x)\n\nnext(p(Y)) :-\n    ~true(q) &\n    r(Y)\n"
    other = tmp_path / "game.hrf"
    other.write_text(infix.out)
    assert (
        run(capsys, "convert", other).out
        == "(role x)\n\n(<= (next (p ?y))\n    (not (true q))\n    (r ?y))\n"
    )


def test_to_a_file(sheet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "out.kif"
    outcome = run(capsys, "convert", sheet, "--to", "kif", "--output", target, "--json")
    assert outcome.json["rules"] == 2
    assert outcome.json["notation"] == "kif"
    assert target.read_text() == outcome.json["text"]


def test_syntax_problem(sheet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet.write_text("(role")
    outcome = run(capsys, "convert", sheet)
    assert outcome.code == 1
    assert "error: " in outcome.err
    assert "not closed" in outcome.err
