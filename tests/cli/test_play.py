"""`woodstock play`: scripted people against players, and players watched."""

import pytest

from tests.arena.replayed import difference
from tests.cli.run import run
from tests.cli.script import Script
from woodstock import load
from woodstock.arena.record import read_record
from woodstock.cli.session.narrator import short_name
from woodstock.cli.session.words import Unclear, listed, understood
from woodstock.game import Move

Capture = pytest.CaptureFixture[str]


def test_a_person_wins(script: Script) -> None:
    outcome = script("5; MARK 3 1; mark(1,3); quit", "tictactoe", "-p", "first-legal", "--json")
    assert outcome.code == 0
    record = read_record(outcome.out)
    assert record.goal_values == [100, 0]
    assert record.is_player_human == [True, False]
    assert record.players == ["person", "first-legal"]
    assert [moves[0] for moves in record.moves[::2]] == ["(mark 2 2)", "(mark 3 1)", "(mark 1 3)"]
    assert difference(load("tictactoe").engine, record) is None
    assert "You win." in outcome.err
    assert "2. oplayer (mark 1 1)" in outcome.err


def test_bad_input_is_explained_and_loses_nothing(script: Script) -> None:
    lines = "; 10; mark 9 9; mark 2; xyzzy; h; /nonsense; (; undo; explain; explain nobody; help; 5"
    outcome = script(lines, "tictactoe", "-p", "first-legal", "--json")
    assert outcome.code == 0
    for message in (
        "There is no move 10: your moves have the numbers 1 to 9.",
        "“mark 9 9” is no legal move; did you mean",
        "did you mean (mark 2 1) or (mark 2 2) or (mark 2 3)?",
        "“xyzzy” is no legal move; `moves` lists the 9 that are",
        "“h” may be hint or help.",
        "There is no command /nonsense; there are moves,",
        "Type a move by number or text, or help.",
        "There is nothing to take back",
        "There is nothing to explain yet",
        "There is no role nobody; roles are xplayer, oplayer.",
        "undo     take back to your previous decision",
    ):
        assert message in outcome.err
    assert read_record(outcome.out).moves[0] == ["(mark 2 2)", "noop"]


def test_the_end_of_input_leaves(script: Script) -> None:
    outcome = script("1", "tictactoe", "-p", "first-legal", "--json")
    assert outcome.code == 0
    record = read_record(outcome.out)
    assert record.is_aborted
    assert len(record.moves) == 2
    assert script("quit", "tictactoe", "-p", "random").code == 0


def test_ctrl_c_leaves(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    outcome = run(capsys, "play", "tictactoe", "-p", "random", "--json")
    assert outcome.code == 0
    assert read_record(outcome.out).moves == []


@pytest.mark.parametrize("player", ["first-legal", "uct", "mac-ucb"])
def test_undo(script: Script, player: str) -> None:
    options = ("-p", player, "--simulations", 200, "--seed", 1, "--json")
    straight = script("mark 1 1; mark 1 3", "tictactoe", *options)
    taken_back = script("mark 1 1; mark 2 1; undo; undo; mark 1 1; mark 1 3", "tictactoe", *options)
    assert taken_back.code == 0
    assert read_record(taken_back.out).moves == read_record(straight.out).moves
    assert "Back to step 2." in taken_back.err
    assert "Back to step 0." in taken_back.err
    assert read_record(taken_back.out).faults == []


def test_undo_after_the_end(script: Script) -> None:
    lines = "5; mark 3 1; mark 1 3; moves; explain; undo; mark 3 2; quit"
    outcome = script(lines, "tictactoe", "-p", "first-legal", "--json")
    record = read_record(outcome.out)
    assert [moves[0] for moves in record.moves[::2]] == ["(mark 2 2)", "(mark 3 1)", "(mark 3 2)"]
    assert "The game is over: undo, explain, board, new, or quit." in outcome.err
    assert "first-legal played (mark 1 2) for oplayer at step 4" in outcome.err


def test_the_dice_fall_as_before(script: Script) -> None:
    def play(lines: str) -> list[list[str]]:
        outcome = script(lines, "orchard_small", "--seed", 3, "--simulations", 10, "--json")
        assert outcome.code == 0
        return read_record(outcome.out).moves

    straight = play("1; 1; 1; 1")
    assert play("1; 1; undo; undo; 1; 1; 1; 1") == straight


def test_hint_and_explain(script: Script) -> None:
    lines = "mark 1 1; explain; hint; explain; explain oplayer; hint"
    outcome = script(lines, "tictactoe", "-p", "uct", "--simulations", 500)
    assert outcome.code == 0
    assert ") for oplayer at step 2" in outcome.out
    assert outcome.out.count("uct played") == 2
    assert "woodstock suggests (mark" in outcome.out
    assert outcome.out.count("Values are the goals") == 1
    for part in ("value    xplayer", "samples,", "nodes, depth", "expects  oplayer (mark ", "moves  "):
        assert part in outcome.out
    assert outcome.out.count("woodstock suggests") == 3


def test_proven_moves_say_so(script: Script) -> None:
    outcome = script("mark 1 1; mark 1 2; hint; explain", "tictactoe", "-p", "mac-ucb:simulations=20000")
    assert "(proven)" in outcome.out


def test_hidden_information(script: Script) -> None:
    outcome = script("board; 2; board; explain; hint; stay", "monty_hall", "--seed", 1, "--simulations", 50)
    before, end = outcome.out.split("The game is over", 1)
    told, _, final = before.rpartition("4. you played stay")
    assert outcome.code == 0
    assert "You are told only what your role sees." in told
    assert (
        "  car" not in told
    )  # two in three, behind the door that stayed shut, is for the candidate to find out
    assert "  car" in final
    assert "1. you waited and saw nothing" in told
    assert "3. you waited and saw (opened " in told
    assert "2 states are possible: ? is what you do not know" in told
    assert "candidate" in end


def test_without_sees_everything_is_told(script: Script) -> None:
    outcome = script("1; quit", "random_tictactoe_2x2", "--simulations", 10)
    assert outcome.code == 0
    assert "states are possible" not in outcome.out


def test_alone(script: Script) -> None:
    outcome = script("1; quit", "eight_puzzle", "--json")
    assert read_record(outcome.out).players == ["person"]


def test_watching(capsys: Capture) -> None:
    options = ("--watch", "-p", "random", "--seed", 5)
    outcome = run(capsys, "play", "tictactoe", *options, "--json")
    record = read_record(outcome.out)
    assert outcome.code == 0
    assert outcome.err == ""
    assert record.is_completed
    assert 5 <= len(record.moves) <= 9
    assert record.moves == read_record(run(capsys, "play", "tictactoe", *options, "--json").out).moves
    text = run(capsys, "play", "tictactoe", *options).out
    assert text.count("\n3  ") == len(record.moves) + 1
    assert "The game is over: xplayer " in text
    assert "not over after 2 steps" in run(capsys, "play", "tictactoe", *options, "--steps", 2).out


def test_watching_values(capsys: Capture) -> None:
    outcome = run(
        capsys, "play", "tictactoe", "--role", "none", "-p", "mac-ucb", "-p", "uct", "--simulations", 500
    )
    assert "tictactoe: mac-ucb plays xplayer, uct plays oplayer" in outcome.out
    assert "   uct: value " in outcome.out
    assert "samples, depth" in outcome.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--role", "zplayer"], "no role zplayer; roles are xplayer, oplayer, or none to watch"),
        (["-p", "red=uct"], "no role red; roles are xplayer, oplayer"),
        (["--role", "xplayer", "-p", "xplayer=uct"], "role xplayer is yours"),
        (["-p", "xplayer=uct", "-p", "oplayer=uct"], "add --watch"),
        (["-p", "uct", "-p", "uct"], "oplayer without a player, 2 given"),
        (["-p", "uctt"], "did you mean uct?"),
    ],
)
def test_players_and_roles(capsys: Capture, arguments: list[str], message: str) -> None:
    outcome = run(capsys, "play", "tictactoe", *arguments)
    assert outcome.code == 1
    assert message in outcome.err


def test_the_person_takes_the_role_that_is_left(script: Script) -> None:
    outcome = script("quit", "tictactoe", "-p", "xplayer=first-legal")
    assert "tictactoe: you play oplayer" in outcome.out
    assert "1. xplayer (mark 1 1)" in outcome.out


def test_words() -> None:
    moves = [Move.parse(text) for text in ("(a (b c))", "(a b c)", "help")]
    assert understood("(a (b c))", moves) == moves[0]
    assert understood("A B C", [moves[0]]) == moves[0]
    assert understood("3", moves) == moves[2]
    with pytest.raises(Unclear, match="write the parentheses"):
        understood("a b c", moves)
    numbers = [Move.parse(text) for text in ("2", "3", "pass")]
    assert understood("3", numbers) == numbers[1]
    assert listed(numbers, 80) == "2      3      pass"
    assert listed(moves, 20) == "1 (a (b c))\n2 (a b c)\n3 help"


def test_a_move_with_a_commands_name(script: Script, tmp_path: object) -> None:
    path = f"{tmp_path}/helping.kif"
    with open(path, "w", encoding="utf-8") as file:
        file.write(
            "(role x) (init p) (legal x help) (legal x hinder) (<= (next q) (does x help)) (<= (next p) (does x hinder))"
            "(<= terminal (true q)) (goal x 100)"
        )
    assert "You win." in script("help", path).out
    outcome = script("/help; quit", path)
    assert "undo     take back" in outcome.out
    assert "You win." not in outcome.out


def test_moves_as_people_type_them(script: Script) -> None:
    outcome = script("2 2; log; moves mark 3; rules; quit", "tictactoe", "-p", "first-legal")
    assert outcome.code == 0
    assert "1. xplayer (mark 2 2)" in outcome.out
    assert "Two players mark cells" in outcome.out.partition("xplayer>")[0]
    listing = outcome.out.partition("moves mark 3")[2].partition("xplayer>")[0]
    assert "(mark 3 1)" in listing
    assert "(mark 1 2)" not in listing
    assert "(role xplayer)" in outcome.out


def test_the_end_is_told_from_the_persons_side(script: Script) -> None:
    outcome = script("1; 1; 1; 1; 1; quit", "tictactoe", "-p", "mac-ucb", "--simulations", 2000, "--seed", 1)
    assert "You lose." in outcome.out


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("level:3", "level 3"),
        ("level:level=3,seed=7", "level 3"),
        ("uct:threads=2", "uct"),
        ("http://127.0.0.1:9147", "http://127.0.0.1:9147"),
    ],
)
def test_players_are_told_with_their_level(spec, told):
    assert short_name(spec) == told
