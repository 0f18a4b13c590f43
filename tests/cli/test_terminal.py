"""The terminal as a person has it, 80×24 in tmux. Skipped where tmux is absent."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.terminal import COLUMNS, Terminal
from woodstock import load
from woodstock.arena.record import read_record

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is absent: apt install tmux")
Open = Callable[..., Terminal]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    terminals: list[Terminal] = []

    def open_(*arguments: object) -> Terminal:
        terminals.append(Terminal(tmp_path, *arguments))
        return terminals[-1]

    yield open_
    for terminal in terminals:
        terminal.close()


def test_a_match_with_every_command(opened: Open, tmp_path: Path) -> None:
    terminal = opened("play", "tictactoe", "-p", "first-legal", "--simulations", 200, "--seed", 1)
    first = terminal.shows("xplayer>")
    told = "Two players mark cells"
    assert told in first
    assert all(word in load("tictactoe").description.split() for word in first.split(told)[1].split()[:20])
    assert "3  . . ." in first
    terminal.type("help")
    screen = terminal.shows("leave the game")
    assert "begin a new match" in screen
    terminal.type("moves mark 3")
    terminal.shows("7 (mark 3 1)")
    terminal.type("2 2")
    terminal.shows("2. oplayer (mark 1 1)")
    terminal.type("log")
    terminal.shows("1. xplayer (mark 2 2)")
    terminal.type("hint")
    terminal.shows("woodstock suggests (mark")
    terminal.type("explain")
    terminal.shows("effort")
    terminal.type("undo")
    terminal.shows("Back to step 0.")
    terminal.type("5")
    terminal.shows("2. oplayer (mark 1 1)")
    terminal.type("save kept.json")
    terminal.shows("--resume kept.json` goes on")
    assert read_record((tmp_path / "kept.json").read_bytes()).moves[0] == ["(mark 2 2)", "noop"]
    terminal.type("3 1")
    terminal.shows("4. oplayer")
    terminal.type("1 3")
    end = terminal.shows("over>")
    assert "You win." in end
    terminal.type("new")
    terminal.shows("you play xplayer")
    terminal.type("quit")
    terminal.shows("The seed was 2: --seed 2 has it again.")
    terminal.shows("left with 0")
    for line in terminal.screen(history=True).splitlines():
        assert len(line) <= COLUMNS


def test_a_match_goes_on_where_it_was_left(opened: Open) -> None:
    terminal = opened("play", "tictactoe", "-p", "first-legal")
    terminal.shows("xplayer>")
    terminal.type("mark 2 2")
    terminal.shows("2. oplayer (mark 1 1)")
    terminal.type("save")
    terminal.shows("Saved.")
    terminal.press("C-c")
    terminal.shows("left with 0")
    again = opened("play", "tictactoe", "--resume", "tictactoe.json")
    screen = again.shows("xplayer>")
    assert "from step 2" in screen
    assert "2  . x ." in screen


@pytest.mark.slow
def test_hidden_information(opened: Open) -> None:
    terminal = opened("play", "monty_hall", "--seed", 1)
    screen = terminal.shows("candidate>")
    assert "You are told only what your role sees." in screen
    assert "1  ?" in screen
    terminal.type("1")
    screen = terminal.shows("2 states are possible")
    terminal.shows("candidate>")
    terminal.type("log")
    terminal.shows("3. you waited and saw (opened")


def test_two_people_who_must_not_see_each_other(opened: Open) -> None:
    terminal = opened("play", "matching_pennies", "-p", "person")
    terminal.shows("press Enter when nobody else looks")
    terminal.type("")
    terminal.shows("1 (retourne face)")
    terminal.type("face")
    screen = terminal.shows("j2, press Enter")
    assert "face" not in screen
    terminal.type("")
    terminal.shows("j2>")
    terminal.type("pile")
    terminal.shows("over>")


@pytest.mark.slow
def test_the_persons_clock_runs_out(opened: Open) -> None:
    terminal = opened("play", "tictactoe", "-p", "first-legal", "--my-clock", 1)
    terminal.shows("Your time is up.")
    terminal.shows("a random move is played")


@pytest.mark.slow
def test_colour_where_there_is_colour(opened: Open) -> None:
    terminal = opened("play", "connect_four", "--watch", "-p", "level:1", "--seed", 1)
    terminal.shows("The seed was 1")
    coloured = terminal.screen(colours=True, history=True)
    assert "\x1b[31m" in coloured
    assert any(word in terminal.screen() for word in ("wins.", "A draw"))
