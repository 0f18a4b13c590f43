import pytest

from tests.arena.replayed import difference
from tests.cli.run import run
from woodstock import load
from woodstock.arena.record import read_records
from woodstock.cli.seating import PlayersError, by_role


def test_a_series_with_its_records(capsys, tmp_path):
    path = tmp_path / "records.jsonl"
    outcome = run(
        capsys, "match", "tictactoe", "-p", "random", "-p", "first-legal", "--games", "4", "--swap",
        "--simulations", "10", "--seed", "5", "--records", str(path),
    )  # fmt: skip
    assert outcome.code == 0
    assert "random" in outcome.out
    assert "first-legal" in outcome.out
    records = list(read_records(path))
    assert [record.seed for record in records] == [5, 6, 7, 8]
    game = load("tictactoe")
    assert all(difference(game.engine, record) is None for record in records)
    replayed = run(capsys, "replay", "tictactoe", path)
    assert replayed.code == 0
    assert "no difference" in replayed.out
    path.write_text(path.read_text().replace("noop", "(mark 9 9)", 1))
    replayed = run(capsys, "replay", "tictactoe", path, "--json")
    assert replayed.code == 1
    assert replayed.json["difference"]["step"] == 0


def test_json(capsys):
    outcome = run(capsys, "match", "tictactoe", "-p", "random", "--simulations", "1", "--json")
    result = outcome.json
    assert outcome.code == 0
    assert [entry["matches"] for entry in result["players"]] == [1, 1]
    assert result["matches"][0]["faults"] == []


def test_unknown_players_get_a_hint(capsys):
    outcome = run(capsys, "match", "tictactoe", "-p", "randon")
    assert outcome.code == 1
    assert "did you mean random" in outcome.err


def test_players_by_role():
    game = load("tictactoe")
    first, second = (role.name for role in game.roles)
    assert by_role(game, ["a", "b"]) == ["a", "b"]
    assert by_role(game, ["a:c=1"]) == ["a:c=1", "a:c=1"]
    assert by_role(game, [f"{second}=uct:c=1", "b"]) == ["b", "uct:c=1"]
    assert by_role(game, [f"{second}=x", f"{first}=y"]) == ["y", "x"]
    with pytest.raises(PlayersError, match="2 roles"):
        by_role(game, ["a", "b", "c"])
    with pytest.raises(PlayersError, match="no role red; roles are xplayer, oplayer"):
        by_role(game, ["red=uct", "b"])
    with pytest.raises(PlayersError, match="two players"):
        by_role(game, [f"{first}=x", f"{first}=y"])


def test_players_are_listed(capsys):
    outcome = run(capsys, "players", "--json")
    names = {entry["name"] for entry in outcome.json}
    assert outcome.code == 0
    assert {"random", "first-legal", "lookahead", "uct"} <= names
    outcome = run(capsys, "players")
    assert "exploration" in outcome.out


@pytest.mark.parametrize(
    ("players", "reason"),
    [
        (["http://", "random"], "http://HOST:PORT"),
        (["http://127.0.0.1:1", "random"], "is a player running there"),
        (["http://127.0.0.1:1"], "cannot have two roles"),
    ],
)
@pytest.mark.parametrize("command", ["match", "referee", "play"])
def test_players_elsewhere_are_reached_before_the_match(capsys, command, players, reason):
    options = [text for player in players for text in ("-p", player)]
    outcome = run(capsys, command, "tictactoe", *options, *(["--watch"] if command == "play" else []))
    assert outcome.code == 1
    assert reason in " ".join(outcome.err.split())


def test_an_interrupted_series_shows_what_was_played(capsys, monkeypatch):
    from woodstock.arena import match as arena

    played = []
    one = arena.play_match

    def interrupted(*arguments, **options):
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(one(*arguments, **options))
        return played[-1]

    monkeypatch.setattr(arena, "play_match", interrupted)
    outcome = run(
        capsys, "match", "tictactoe", "-p", "random", "--simulations", "1", "--games", "9", "--json"
    )
    assert outcome.code == 130
    assert [entry["matches"] for entry in outcome.json["players"]] == [2, 2]
