"""`woodstock symmetry`."""

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


def test_it_says_what_is_alike_within_some_transitions() -> None:
    arguments = ["symmetry", "tictactoe", "--no-hidden", "--after", "(mark 2 2)", "--stages", "2", "--json"]
    found = json.loads(CliRunner().invoke(app, arguments).stdout)["stages"]
    assert found["transitions"] == 2
    assert [len(orbit) for orbit in found["move_orbits"]["oplayer"]] == [4, 4]


def test_players_are_exchanged_when_asked_to() -> None:
    arguments = ["perft", "matching_pennies", "--depth", "2", "--unique", "--json"]
    plain, exchanged = (
        json.loads(CliRunner().invoke(app, [*arguments, *more]).stdout) for more in ([], ["--exchange"])
    )
    assert [row["states"] for row in plain["depths"]] == [row["states"] for row in exchanged["depths"]]
    solved = CliRunner().invoke(app, ["solve", "tictactoe_2x2", "--symmetry", "--exchange", "--json"])
    assert json.loads(solved.stdout)["symmetry"]["order"] == 2
