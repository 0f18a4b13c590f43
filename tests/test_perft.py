"""Perft against the counts that everybody knows, and every engine against the others."""

from __future__ import annotations

import woodstock
from woodstock.lane_engine import LaneEngine
from woodstock.perft import counted, perft
from woodstock.reference import Reference


def test_tictactoe() -> None:
    game = woodstock.load("tictactoe")
    # 9!/(9-n)! as long as nobody can have won, then fewer
    assert [perft(game.engine, depth) for depth in range(7)] == [1, 9, 72, 504, 3024, 15120, 54720]
    assert perft(game.engine, 9) == 127872
    assert perft(game.engine, 10) == 0


def test_engines_agree() -> None:
    game = woodstock.load("tictactoe")
    assert game.compiled is not None
    for engine in (game.engine, LaneEngine(game.compiled), Reference(game.rulesheet)):
        assert counted(engine, engine.initial(), 2) == 72
