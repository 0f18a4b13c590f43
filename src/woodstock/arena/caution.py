"""What people should know of a game before they judge its players, in one line with a remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from woodstock.game import Game

SELF_CHECK = "self-check:"


def caution(game: Game) -> str:
    """Why a game is played on a slower engine than was hoped for, and what helps; empty where it is not.

    >>> from woodstock import load
    >>> caution(load("nim"))
    ''
    """
    if not game.fallback_reason:
        return ""
    reason = game.fallback_reason.partition("\n")[0].rstrip(".;: ")
    if reason.startswith(SELF_CHECK):
        remedy = "please report these rules"
    elif "second" in reason or "time" in reason:
        remedy = "more time with --limit may help"
    else:
        remedy = "`woodstock show GAME --grounding` says which rules are too large"
    return f"played on the engine {game.engine.name}, far slower: {reason}; {remedy}"
