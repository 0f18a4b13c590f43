"""The games that the papers' players are measured on: small boards of those of Koriche et al. 2016 (Table 2) and near ones."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

import woodstock as ws
from small_games import small_game
from woodstock.game import Game

HERE = Path(__file__).resolve().parent
PAIRS: dict[str, Callable[[], Game]] = {
    "tictactoe": lambda: ws.load("tictactoe"),
    "random tictactoe 3×3": lambda: ws.load(HERE / "random_tictactoe_3x3.kif"),
    "small can't stop": lambda: ws.load(HERE / "rulesheets" / "cant_stop_small.kif"),
    "hex 4×4": lambda: ws.load("hex", size=4),
    "othello 4×4": lambda: small_game("reversi_4"),
    "connect four 5×4": lambda: small_game("connect_four_5_4"),
}
"""Short enough for series of matches; the second and the third have chance."""

ALONE: dict[str, Callable[[], Game]] = {
    "small orchard": lambda: ws.load("orchard_small"),
    "orchard": lambda: ws.load("orchard"),
}
"""Games of one player, who has no rival: what counts is the mean of the goals, and no test ends a series."""

LARGE: dict[str, Callable[[], Game]] = {
    "connect four": lambda: ws.load("connect_four"),
    "breakthrough": lambda: ws.load("breakthrough"),
    "hex 9×9": lambda: ws.load("hex"),
}

CHANCE = ("random tictactoe 3×3", "small can't stop", *ALONE)


@functools.cache
def game_of(name: str) -> Game:
    return (PAIRS | ALONE | LARGE)[name]()
