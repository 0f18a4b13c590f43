"""A person's words for a move: its number in the list, or its text without regard to case, blanks and parentheses.

>>> from woodstock.game import Move
>>> moves = [Move.parse("(mark 1 1)"), Move.parse("(mark 1 2)"), Move.parse("noop")]
>>> [str(understood(text, moves)) for text in ("2", "MARK 1 1", "mark(1, 2)", " noop")]
['(mark 1 2)', '(mark 1 1)', '(mark 1 2)', 'noop']
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from woodstock.errors import WoodStockError

if TYPE_CHECKING:
    from woodstock.game import Move

_MOST_SHOWN = 6


class Unclear(WoodStockError):
    """Words that stand for no legal move, or for several."""


def understood(text: str, legal: Sequence[Move]) -> Move:
    """The legal move that is meant; `Unclear` says what could have been."""
    wanted = words(text)
    if has_numbers(legal) and len(wanted) == 1 and wanted[0].isdecimal():
        number = int(wanted[0])
        if not 1 <= number <= len(legal):
            raise Unclear(f"There is no move {number}: your moves have the numbers 1 to {len(legal)}.")
        return legal[number - 1]
    same = [move for move in legal if words(str(move)) == wanted]
    exact = [move for move in same if str(move) == " ".join(text.lower().split())]
    if len(same) == 1 or len(exact) == 1:
        return (exact or same)[0]
    if same:
        raise Unclear(f"“{text.strip()}” may be {shown(same)}: write the parentheses, or the number.")
    for fits in (stands_for, is_part_of):
        meant = [move for move in legal if fits(wanted, words(str(move)))]
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise Unclear(f"“{text.strip()}” is no legal move; did you mean {shown(meant)}?")
    raise Unclear(f"“{text.strip()}” is no legal move{suggestion(wanted, legal)}")


def stands_for(said: Sequence[str], move: Sequence[str]) -> bool:
    """Whether the words are a move as people type it: its places without its name, together or apart.

    >>> [stands_for(text.split(), ["move", "wp", "e", "2", "e", "4"]) for text in ("e2e4", "e2 e4", "e2", "e2e5")]
    [True, True, False, False]
    """
    together = "".join(said).replace("-", "")
    return len(together) > 1 and together in ("".join(move[1:]), "".join(move[2:]))


def is_part_of(said: Sequence[str], move: Sequence[str]) -> bool:
    """Whether the words are some of a move's, in a row.

    >>> [is_part_of(text.split(), ["move", "wp", "e", "2", "e", "4"]) for text in ("e4", "wp e", "2 e 4", "2 4")]
    [True, True, True, False]
    """
    together = "".join(said)
    starts = range(len(move))
    return any(
        "".join(move[start:end]) == together for start in starts for end in range(start + 1, len(move) + 1)
    )


def words(text: str) -> list[str]:
    """The words of a term without its structure."""
    return text.translate(str.maketrans("(),", "   ")).lower().split()


def has_numbers(legal: Sequence[Move]) -> bool:
    """Whether moves are chosen by number too: not where a move is itself a number."""
    return not any(str(move).isdecimal() for move in legal)


def suggestion(wanted: Sequence[str], legal: Sequence[Move]) -> str:
    by_text = {" ".join(words(str(move))): move for move in legal}
    close = [move for text, move in by_text.items() if wanted and borders(text.split(), wanted)]
    if not close:
        close = [by_text[text] for text in difflib.get_close_matches(" ".join(wanted), by_text, n=3)]
    if close:
        return f"; did you mean {shown(close)}?"
    return f"; `moves` lists the {len(legal)} that are, `help` says what else you can type."


def borders(words: Sequence[str], part: Sequence[str]) -> bool:
    """Whether words begin or end with a part of them."""
    return list(part) in (list(words[: len(part)]), list(words[-len(part) :]))


def shown(moves: Sequence[Move]) -> str:
    more = " …" if len(moves) > _MOST_SHOWN else ""
    return " or ".join(map(str, moves[:_MOST_SHOWN])) + more


def listed(legal: Sequence[Move], width: int = 80, only: Sequence[int] | None = None) -> str:
    """The moves with their numbers, in columns; `only` those at some places."""
    margin = len(str(len(legal)))
    numbered = has_numbers(legal)
    chosen = range(len(legal)) if only is None else only
    entries = [f"{n + 1:>{margin}} {legal[n]}" if numbered else str(legal[n]) for n in chosen]
    longest = max(map(len, entries), default=0) + 3
    columns = max(1, min(width // longest, len(entries)))
    rows = -(-len(entries) // columns)
    return "\n".join(
        "".join(f"{entry:<{longest}}" for entry in entries[row::rows]).rstrip() for row in range(rows)
    )
