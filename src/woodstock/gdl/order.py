"""The order in which fluents, moves and roles are numbered and shown."""

from __future__ import annotations

from woodstock.gdl.numbers import digits_of
from woodstock.gdl.terms import Term


def natural(term: Term | str) -> str:
    """A sort key that compares word by word, numbers by value: (cell 2 1) comes before (cell 10 1).

    One text compares faster than a list: words are marked apart from numbers, and long numbers come last. The
    term itself stands behind the words, so that no two terms share a key: `1` comes after `01`, and
    `(f (g a))` before `(f g a)`.
    """
    text = str(term)
    words = text.replace("(", " ").replace(")", " ").split()
    keys = [number(word) if word.isascii() and word.isdigit() else f"\1{word}" for word in words]
    return "\0".join((*keys, "", text))


def number(word: str) -> str:
    digits = digits_of(word)
    return f"\2{len(digits):07}{digits}"
