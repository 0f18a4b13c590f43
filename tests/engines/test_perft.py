"""Counts of joint moves by depth: files of our own, checked against published numbers where there are any."""

from pathlib import Path

import pytest

import woodstock as ws
from woodstock.engines.perft import count, perft

FOLDER = Path(__file__).parent / "perft"
FEW = 100
"""What the reference counts in reasonable time."""

PUBLISHED = {
    "tictactoe": [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0],
    "connect_four": [7, 49, 343, 2401, 16807, 117649, 823536],
    "breakthrough": [22, 484, 11132, 256036],
    "reversi": [4, 12, 56, 244, 1396, 8200, 55092],
}


def expected(name):
    """Count by depth; a line is a depth and a count."""
    lines = (FOLDER / f"{name}.txt").read_text().splitlines()
    return {int(depth): int(count) for depth, count in map(str.split, lines)}


def test_every_game_has_a_file():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(ws.bundled())


@pytest.mark.parametrize("name", PUBLISHED)
def test_files_say_what_is_published(name):
    counts = expected(name)
    assert [counts[depth + 1] for depth in range(len(PUBLISHED[name]))] == PUBLISHED[name]


def test_tictactoe_has_255168_plays():
    """A play ends where its last state has no successor."""
    game = ws.load("tictactoe")

    def plays(state):
        if state.terminal:
            return 1
        moves = [state.legal(role) for role in game.roles]
        return sum(cached(state.play((one, two))) for one in moves[0] for two in moves[1])

    known = {}

    def cached(state):
        if state not in known:
            known[state] = plays(state)
        return known[state]

    assert cached(game.initial_state()) == 255168


@pytest.mark.parametrize("name", ws.bundled())
def test_stepper(name):
    engine = ws.load(name, engine="stepper").engine
    assert {depth: perft(engine, depth) for depth in expected(name)} == expected(name)


@pytest.mark.parametrize("name", ws.bundled())
def test_reference(name):
    engine = ws.load(name, engine="reference").engine
    few = {depth: count for depth, count in expected(name).items() if count <= FEW and depth <= 4}
    assert {depth: count(engine, engine.initial(), depth) for depth in few} == few
