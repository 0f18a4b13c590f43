"""What a person can type besides moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from woodstock.cli.session.words import Unclear, words

if TYPE_CHECKING:
    from woodstock.game import Move

HELP = {
    "moves": "list your legal moves; `moves WORDS` lists those that begin so",
    "board": "show the position again",
    "hint": "what the strongest player would do in your place",
    "explain": "why the last move or hint was chosen; `explain ROLE` for one role",
    "undo": "take back to your previous decision",
    "log": "what was played so far, and what you saw",
    "rules": "what the game is about, and its rules",
    "save": "keep the match in a file, to go on later; `save FILE` says which",
    "new": "give up and begin a new match",
    "help": "this list; a / in front (/help) tells a command from a move of that name",
    "quit": "leave the game",
}
WITH_WORDS = ("explain", "moves", "save")
"""Commands that more words may follow."""
HOW_TO_MOVE = "A move is typed by its number, its text or its places (e2e4, e2 e4, 5 5)."


def help_lines() -> list[str]:
    return [HOW_TO_MOVE, *(f"  {name:<8} {meaning}" for name, meaning in HELP.items())]


def command_in(line: str, legal: Sequence[Move]) -> str | None:
    """The command that a line begins with, shortened or not; None if it is a move or neither."""
    said = words(line)
    if not said:
        raise Unclear("Type a move by number or text, or help.")
    first = said[0].removeprefix("/")
    if first == said[0] and any(words(str(move)) == said for move in legal):
        return None
    if first == "?":
        return "help"
    if first in HELP and (len(said) == 1 or first in WITH_WORDS):
        return first
    found = [name for name in HELP if name.startswith(first)] if len(said) == 1 else []
    if len(found) == 1:
        return found[0]
    if found:
        raise Unclear(f"“{line}” may be {' or '.join(found)}.")
    if first != said[0]:
        raise Unclear(f"There is no command {line}; there are {', '.join(HELP)}.")
    return None
