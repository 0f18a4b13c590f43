"""`woodstock play`: matches saved and resumed, several people, levels, clocks, and what is told once."""

import json
import signal
from pathlib import Path

import pytest

from tests.cli.run import run
from tests.cli.script import Script
from woodstock import Limits, loads
from woodstock.arena.caution import caution
from woodstock.arena.record import read_record
from woodstock.cli.session.lines import TimeUp, limited
from woodstock.cli.session.words import Unclear, understood
from woodstock.game import Move

Capture = pytest.CaptureFixture[str]


def test_save_and_resume(script: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    options = ("tictactoe", "-p", "uct", "--simulations", 50, "--seed", 4)
    straight = read_record(script("mark 2 2; 1; 1; quit", *options, "--json").out).moves
    first = script("mark 2 2; 1; save; quit", *options)
    assert "`woodstock play tictactoe --resume tictactoe.json` goes on from here." in first.out
    second = script("1; quit", "tictactoe", "--resume", "tictactoe.json", "--simulations", 50, "--json")
    assert second.code == 0
    assert read_record(second.out).moves == straight
    assert read_record(second.out).players[0] == "person"
    assert "tictactoe: you play xplayer, from step 4" in second.err


def test_a_resumed_match_can_be_taken_back(script: Script, tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    script(f"mark 2 2; save {path}; quit", "tictactoe", "-p", "first-legal")
    outcome = script(f"log; undo; mark 3 3; save {path}; quit", "tictactoe", "--resume", path, "--json")
    assert "1. xplayer (mark 2 2)" in outcome.err
    assert "Back to step 0." in outcome.err
    assert "Saved." in outcome.err
    assert read_record(path.read_bytes()).moves[0] == ["(mark 3 3)", "noop"]


def test_no_file_is_overwritten(script: Script, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("dear")
    outcome = script(f"save {path}; save {tmp_path}/no/such.json; quit", "tictactoe", "-p", "random")
    assert f"There is a file {path} already" in outcome.out
    assert "cannot be written" in outcome.out
    assert path.read_text() == "dear"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"x-roles": ["white", "black"]}, "not of tictactoe"),
        ({"moves": [["(mark 9 9)", "noop"]]}, "is no legal move of xplayer"),
        ({"moves": 7}, "not a match record"),
        ({"x-players": []}, "name the players with --player"),
        ({"x-players": ["person", "program:touch evil"]}, "name the players with --player"),
        ({"x-players": ["person", "./mine.py:Evil"]}, "name the players with --player"),
        ({"x-players": ["person", "http://127.0.0.1:9"]}, "name the players with --player"),
        ({"x-players": ["person", "woodstock:lessons=."]}, "name the players with --player"),
    ],
)
def test_files_that_cannot_be_resumed(
    script: Script, tmp_path: Path, change: dict[str, object], message: str
) -> None:
    path = tmp_path / "kept.json"
    script(f"mark 2 2; save {path}; quit", "tictactoe", "-p", "first-legal")
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    outcome = script("quit", "tictactoe", "--resume", path)
    assert outcome.code == 1
    assert message in outcome.err
    assert "No such file" in script("quit", "tictactoe", "--resume", tmp_path / "nothing").err


def test_chance_goes_on_as_it_would_have(script: Script, tmp_path: Path) -> None:
    path = tmp_path / "orchard.json"
    options = ("orchard_small", "--seed", 3, "--simulations", 10)
    straight = read_record(script("1; 1; 1; 1", *options, "--json").out).moves
    script(f"1; 1; save {path}; quit", *options)
    again = script("1; 1", "orchard_small", "--resume", path, "--simulations", 10, "--json")
    assert read_record(again.out).moves == straight


def test_a_new_match(script: Script) -> None:
    outcome = script("mark 2 2; new; mark 1 1; quit", "tictactoe", "-p", "first-legal", "--json")
    assert outcome.err.count("tictactoe: you play xplayer") == 2
    assert read_record(outcome.out).moves[0] == ["(mark 1 1)", "noop"]


def test_several_people(script: Script) -> None:
    lines = "mark 1 1; mark 2 1; mark 1 2; mark 2 2; mark 1 3; quit"
    for roles in (
        ("-r", "xplayer", "-r", "oplayer"),
        ("-p", "person"),
        ("-p", "oplayer=person", "-r", "xplayer"),
    ):
        outcome = script(lines, "tictactoe", *roles)
        assert outcome.code == 0
        assert "tictactoe: you play xplayer and oplayer" in outcome.out
        assert "xplayer: You win." in outcome.out
        assert "oplayer: You lose." in outcome.out


def test_people_who_choose_at_the_same_time_do_not_see_each_other(script: Script) -> None:
    outcome = script("; face; ; pile; quit", "matching_pennies", "-p", "person")
    assert "press Enter when nobody else looks" in outcome.out
    assert outcome.code == 0


def test_levels(script: Script, capsys: Capture) -> None:
    outcome = script("quit", "tictactoe", "--level", 3)
    assert "level 3 plays oplayer." in outcome.out
    assert run(capsys, "play", "tictactoe", "--watch", "-p", "level:2", "-p", "level:4").code == 0
    assert "must be at most 10" in run(capsys, "play", "tictactoe", "--watch", "-p", "level:11").err


def test_a_fresh_seed_is_told(capsys: Capture) -> None:
    def seed_of(*options: object) -> str:
        return run(capsys, "play", "tictactoe", "--watch", "-p", "random", *options).out.splitlines()[-1]

    assert seed_of("--seed", 7) == "The seed was 7: --seed 7 has it again."
    assert len({seed_of() for _ in range(4)}) > 1


def test_who_won(capsys: Capture) -> None:
    outcome = run(capsys, "play", "tictactoe", "--watch", "-p", "level:5", "-p", "first-legal", "--seed", 1)
    assert "level 5 (xplayer) wins." in outcome.out
    drawn = run(capsys, "play", "tictactoe", "--watch", "-p", "level:7", "--seed", 1)
    assert "A draw: all get 50 of 100." in drawn.out


def test_the_persons_clock() -> None:
    with pytest.raises(TimeUp), limited(0.02):
        signal.pause()
    with limited(30):
        pass
    with limited(None):
        pass


def test_a_slow_engine_is_told_with_a_remedy(script: Script, tmp_path: Path) -> None:
    text = (
        "(role me) (init (at 0)) (legal me go) (<= (next (at (s ?x))) (true (at ?x)))"
        "(<= terminal (true (at (s (s 0))))) (goal me 100)"
    )
    game = loads(text, limits=Limits(seconds=2))
    assert game.engine.name == "evaluator"
    assert caution(game).startswith("played on the engine evaluator, far slower: ")
    assert "\n" not in caution(game)
    path = tmp_path / "endless.kif"
    path.write_text(text)
    outcome = script("quit", path, "--limit", 2, "--json")
    assert "This game is played on the engine evaluator, far slower" in outcome.err
    assert (read_record(outcome.out).caution or "").startswith("played on the engine evaluator")


def test_moves_that_fit_only_once() -> None:
    chess = [Move.parse(text) for text in ("(move wp e 2 e 4)", "(move wp e 2 e 3)", "(move wn g 1 f 3)")]
    for said, meant in {"e2e4": 0, "e2-e3": 1, "e2 e4": 0, "f3": 2, "wn": 2, "g1": 2}.items():
        assert understood(said, chess) == chess[meant]
    with pytest.raises(Unclear, match="did you mean"):
        understood("wp e 2", chess)
    cells = [Move.parse(f"(mark {x} {y})") for x in (1, 2, 11) for y in (1, 2, 12)]
    assert str(understood("2 2", cells)) == "(mark 2 2)"
    with pytest.raises(Unclear):
        understood("1 1 2", cells)
