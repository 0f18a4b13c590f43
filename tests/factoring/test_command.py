"""`woodstock factors`."""

import json
from pathlib import Path

from typer.testing import CliRunner

from tests.factoring.heaps import two_heaps
from woodstock.cli.app import app


def test_it_says_what_the_boards_are(tmp_path: Path) -> None:
    file = tmp_path / "heaps.kif"
    file.write_text(two_heaps(3, 4))
    result = CliRunner().invoke(app, ["factors", str(file)])
    assert result.exit_code == 0
    assert "2 boards, played at the same time (proven" in result.stdout
    assert "searched apart" in result.stdout
    assert "change on their own: (heap left 3) (heap right 4) (mover left first)" in result.stdout


def test_it_prints_json() -> None:
    result = CliRunner().invoke(app, ["factors", "nim", "--json"])
    found = json.loads(result.stdout)
    assert len(found["boards"]) == 1
    assert found["obstacle"] == "there is one board"
    assert found["idle_fluents"] == ["(heap a 0)", "(heap b 0)", "(heap c 0)", "(heap d 0)"]
    assert found["moves_alike"] == {"first": [], "second": []}
