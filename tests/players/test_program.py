"""Programs as players: what they are told, what they may ask, and what happens when they fail."""

import sys
import textwrap
import time
from pathlib import Path

import pytest

import woodstock as ws
from woodstock.belief.observation import Observation
from woodstock.clock import Clock
from woodstock.players.catalogue import builtin
from woodstock.players.program.player import MOST_STARTS, ProgramPlayer
from woodstock.players.program.process import ProgramError, ProgramLate, ProgramProcess
from woodstock.players.program.states import NumberedStates
from woodstock.players.spec import SpecError, parse_spec

PREAMBLE = """
import json, sys, time
def tell(**message): print(json.dumps(message), flush=True)
def hear(): return json.loads(sys.stdin.readline())
start = hear()
tell(ready=True)
"""


def program(folder: Path, body: str) -> str:
    """The command of a program that has been told of a match, and then does this."""
    file = folder / "program.py"
    file.write_text(PREAMBLE + textwrap.dedent(body))
    return f"{sys.executable} {file}"


def started(folder: Path, body: str, game: str = "tictactoe") -> ProgramPlayer:
    player = ProgramPlayer(program(folder, body))
    loaded = ws.load(game)
    player.start(loaded, loaded.players[0], Clock.after(20.0))
    return player


def play(player: ProgramPlayer, seconds: float = 20.0) -> str:
    return str(player.play(Observation(0), Clock.after(seconds)).move)


def test_a_program_is_told_the_state_and_answers_by_text_or_by_place(tmp_path: Path) -> None:
    body = """
    told = hear()
    assert start["role"] == start["roles"][start["index"]], start
    assert told["counts"] == [9, 1] and told["own"] == told["legal"][0] and told["moves"] is None, told
    tell(move=told["own"][4], value=70)
    hear()
    tell(move=8)
    """
    player = started(tmp_path, body)
    decision = player.play(Observation(0), Clock.after(20.0))
    legal = ws.load("tictactoe").initial_state().legal("xplayer")
    assert decision.move == legal[4]
    assert list(decision.values.values()) == [70.0]
    assert play(player) == str(legal[8])
    player.stop(None)


def test_a_program_may_ask_what_follows(tmp_path: Path) -> None:
    body = """
    told = hear()
    tell(ask="successor", state=told["state"], moves=[4, "noop"])
    after = hear()
    tell(ask="state", state=after["state"])
    again = hear()
    assert "(cell 2 2 x)" in again["fluents"] or "cell(2,2,x)" in again["fluents"], again
    assert again["counts"] == after["counts"] == [1, 8] and after["goals"] is None
    tell(move=len(after["legal"][1]))
    """
    player = started(tmp_path, body)
    assert play(player) == str(ws.load("tictactoe").initial_state().legal("xplayer")[8])
    player.stop(None)


@pytest.mark.parametrize(
    ("question", "error"),
    [
        ({"ask": "legal", "state": 7}, "no state 7"),
        ({"ask": "tea", "state": 0}, "no question is called 'tea'"),
        ({"ask": "successor", "state": 0}, "give a move for each of the roles xplayer, oplayer"),
        ({"ask": "successor", "state": 0, "moves": [0, 3]}, "3 is not legal; there are noop"),
    ],
)
def test_a_question_that_makes_no_sense_is_answered_by_an_error(
    question: dict[str, object], error: str
) -> None:
    states = NumberedStates()
    states.add(ws.load("tictactoe").initial_state())
    assert error in states.answer(question)["error"]


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("hear(); sys.exit('out of ideas')", "ended with status 1: out of ideas"),
        ("hear(); tell(move='(mark 9 9)')", "'(mark 9 9)' is not legal"),
        ("hear(); print('well', flush=True); hear()", "'well', which is no JSON object"),
        ("hear(); hear()", "did not answer in time"),
    ],
)
def test_a_program_that_fails_loses_the_move_and_says_why(body: str, error: str, tmp_path: Path) -> None:
    player = started(tmp_path, body)
    with pytest.raises(ProgramError, match=error.replace("(", r"\(").replace(")", r"\)")):
        play(player, 0.5 if "time" in error else 20.0)
    player.stop(None)


def test_a_late_answer_is_not_taken_for_the_next_one(tmp_path: Path) -> None:
    body = """
    hear()
    time.sleep(0.3)
    tell(move=0)
    hear()
    tell(move=5)
    """
    player = started(tmp_path, body)
    with pytest.raises(ProgramLate, match="in time"):
        play(player, 0.05)
    assert play(player) == str(ws.load("tictactoe").initial_state().legal("xplayer")[5])
    player.stop(None)


def test_a_program_that_ends_is_started_again_but_not_for_ever(tmp_path: Path) -> None:
    player = started(tmp_path, "hear(); sys.exit(3)")
    for _ in range(MOST_STARTS):
        with pytest.raises(ProgramError, match="status 3"):
            play(player)
    with pytest.raises(ProgramError, match="not started again"):
        play(player)
    player.stop(None)


def test_a_match_goes_on_without_a_program_that_ended(tmp_path: Path) -> None:
    spec = f"program:{program(tmp_path, 'hear(); sys.exit(1)')}"
    clocks = ws.Clocks(start=30, play=20)
    record = ws.play_match(ws.load("tictactoe"), [spec, "random"], clocks=clocks, seed=1, forfeits=False)
    assert record.is_completed
    assert {errors[0] for errors in record.errors} == {"", "CE"}


def test_a_program_that_is_late_loses_the_move_and_not_the_match(tmp_path: Path) -> None:
    body = """
    hear()
    time.sleep(1.5)
    tell(move=0)
    for line in sys.stdin:
        tell(move=0)
    """
    clocks = ws.Clocks(start=30, play=1)
    players = [f"program:{program(tmp_path, body)}", "first-legal"]
    record = ws.play_match(ws.load("tictactoe"), players, clocks=clocks, seed=1)
    assert {errors[0] for errors in record.errors} == {"", "TO"}
    assert not record.forfeits


def test_a_program_that_ends_in_the_start_is_started_again(tmp_path: Path) -> None:
    body = f"""
    import os
    if not os.path.exists({str(tmp_path / "second")!r}):
        open({str(tmp_path / "second")!r}, "w").close()
        os._exit(1)
    tell(ready=True)
    hear()
    tell(move=3)
    """
    command = program(tmp_path, body)
    file = tmp_path / "program.py"
    file.write_text(file.read_text().replace("tell(ready=True)\n", "", 1))
    player, game = ProgramPlayer(command), ws.load("tictactoe")
    player.start(game, game.players[0], Clock.after(20.0))
    assert play(player) == str(game.initial_state().legal("xplayer")[3])
    player.stop(None)


def test_a_program_that_does_not_read_holds_nobody_up() -> None:
    process = ProgramProcess([sys.executable, "-c", "import time; time.sleep(1000)"])
    clock = Clock.after(0.2)
    for _ in range(3000):
        process.send({"text": "x" * 10_000}, clock)
    assert process.receive(clock) is None
    process.end(Clock())
    assert not process.running


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    child = tmp_path / "child"
    body = f"""
    import subprocess
    helper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
    open({str(child)!r}, "w").write(str(helper.pid))
    hear()
    tell(move=0)
    """
    player = started(tmp_path, body)
    play(player)
    player.stop(None)
    assert gone(int(child.read_text()))


def gone(pid: int) -> bool:
    """Whether a process ends, as it must after a kill."""
    for _ in range(200):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.05)
    return False


def test_the_command_is_all_that_follows_the_colon() -> None:
    spec = parse_spec("program:./mine -v --depth=3")
    assert (spec.name, spec.settings) == ("program:./mine -v --depth=3", ())
    assert str(spec) == "program:./mine -v --depth=3"
    with pytest.raises(SpecError, match=r"no program \./mine that can be run"):
        builtin().build(spec)
    with pytest.raises(SpecError, match="no program is named"):
        builtin().build("program:")
