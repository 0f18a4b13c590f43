"""The order in which fluents and moves are numbered and shown."""

from __future__ import annotations

from woodstock.gdl.terms import Term


def natural(term: Term | str) -> list[tuple[bool, int, str]]:
    """A sort key that compares word by word, numbers by value: (cell 2 1) comes before (cell 10 1)."""
    words = str(term).replace("(", " ").replace(")", " ").split()
    return [(True, int(word), "") if word.isdecimal() else (False, 0, word) for word in words]
