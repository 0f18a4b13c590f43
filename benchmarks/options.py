"""Options that several measurements have."""

from __future__ import annotations

import argparse
from collections.abc import Iterable


def told_as_written(description: str | None) -> argparse.ArgumentParser:
    """A parser that shows a module's text in its own lines."""
    return argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def of_players(description: str | None, players: Iterable[str], games: str) -> argparse.ArgumentParser:
    """For what measures players on games, with these if no others are named."""
    parser = told_as_written(description)
    parser.add_argument("--player", action="append", help=f"a spec, repeated; default {' '.join(players)}")
    parser.add_argument("--game", action="append", help=f"a name or path, repeated; default {games}")
    return parser
