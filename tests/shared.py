"""Where the public games, traces and papers are found; a test that needs them skips where they are absent."""

import functools
import os
from pathlib import Path

import pytest

import woodstock
from woodstock.game import Game
from woodstock.gdl import Rulesheet, read


def shared_root() -> Path:
    """The folder `../shared` beside the repository, or the one that WOODSTOCK_SHARED names."""
    given = os.environ.get("WOODSTOCK_SHARED")
    return Path(given) if given else Path(__file__).resolve().parents[2] / "shared"


def shared(*parts: str) -> Path:
    """A path below it; skips the test if it does not exist."""
    path = shared_root().joinpath(*parts)
    if not path.exists():
        pytest.skip(f"{path} is absent (set WOODSTOCK_SHARED)")
    return path


@functools.cache
def loaded(name: str, **parameters: int) -> Game:
    """A bundled game, compiled once in a process: for tests that look at it and change nothing."""
    return woodstock.load(name, **parameters)


@functools.cache
def rules_of(name: str) -> Rulesheet:
    """The rules of a bundled game of that name, else of a public one; skips the test if there is neither.

    `public/NAME` asks for the public game where both have one: their connect_four has a column more.
    """
    if name in woodstock.bundled():
        return woodstock.load(name, engine="reference").rulesheet
    return read(shared("games", f"{name.removeprefix('public/')}.kif"))


def shared_games() -> list[str]:
    """Names of the public games, none where they are absent: for parametrised tests."""
    return sorted(path.stem for path in shared_root().glob("games/*.kif"))
