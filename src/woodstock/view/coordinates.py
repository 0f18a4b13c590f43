"""Which words are coordinates, and in which order.

>>> axis(["2", "10", "1"]), axis(["a", "c", "b"]), axis(["c2", "c1"])
(('1', '2', '10'), ('a', 'b', 'c'), ('c1', 'c2'))
>>> axis(["b", "o", "x"]), axis(["red", "blue"])
(None, None)
>>> split("b12")
('b', '12')
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise

from woodstock.gdl.numbers import digits_of

LEAST_SPLIT = 6


def axis(words: Iterable[str]) -> tuple[str, ...] | None:
    """The words in order, if they are coordinates: numbers, letters from `a` on, or a prefix with numbers."""
    values = set(words)
    if len(values) < 2:
        return None
    parts = {word: prefixed(word) for word in values}
    prefixes = {part[0] if part else None for part in parts.values()}
    if len(prefixes) == 1 and None not in prefixes:
        return tuple(sorted(values, key=lambda word: (part[1] if (part := parts[word]) else 0, word)))
    if all(is_letter(word) for word in values):
        ordered = sorted(values)
        if ordered[0] == "a" and all(ord(b) - ord(a) <= 2 for a, b in pairwise(ordered)):
            return tuple(ordered)
    return None


def prefixed(word: str) -> tuple[str, int] | None:
    """`c12` as `("c", 12)`; a number has an empty prefix."""
    head = word.rstrip("0123456789")
    tail = word[len(head) :]
    digits = digits_of(tail) if tail else ""
    return (head, int(digits)) if tail and len(digits) <= 9 else None


def is_letter(word: str) -> bool:
    return len(word) == 1 and word.isascii() and word.isalpha()


def is_amount(words: Collection[str]) -> bool:
    """Whether all words are numbers, with one prefix or none."""
    parts = [prefixed(word) for word in words]
    return all(parts) and len({part[0] for part in parts if part}) == 1


def amount(word: str) -> int:
    part = prefixed(word)
    return part[1] if part else 0


def split(word: str) -> tuple[str, str] | None:
    """A letter and a number in one word, apart."""
    return (word[0], word[1:]) if is_letter(word[:1]) and word[1:].isdecimal() else None


def is_split(words: Collection[str]) -> bool:
    """Whether the words are a letter and a number each, and several of both."""
    parts = [split(word) for word in words]
    return (
        len(parts) >= LEAST_SPLIT
        and all(parts)
        and len({part[0] for part in parts if part}) > 1
        and len({part[1] for part in parts if part}) > 1
    )
