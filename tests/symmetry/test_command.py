"""`woodstock symmetry`."""

from __future__ import annotations

import json

from typer.testing import CliRunner

from woodstock.cli.app import app


def test_it_says_what_is_alike() -> None:
    result = CliRunner().invoke(app, ["symmetry", "connect_four"])
    assert result.exit_code == 0
    assert "order 2" in result.stdout
    assert "first moves of red: 4 orbits of 7" in result.stdout
    assert "by construction" in result.stdout


def test_it_prints_json() -> None:
    result = CliRunner().invoke(app, ["symmetry", "tictactoe", "--graph", "rules", "--no-hidden", "--json"])
    found = json.loads(result.stdout)
    assert found["graph"] == "rules"
    assert found["order"] == 8
    assert {
        "vertices",
        "edges",
        "generators",
        "move_orbits",
        "fluent_orbits",
        "seconds",
        "known_by",
    } <= found.keys()
