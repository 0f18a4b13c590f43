"""The width of texts in which colours are written as escapes."""

from __future__ import annotations

ESCAPE, END = "\x1b", "m"


def width_of(text: str) -> int:
    """How many characters a terminal shows."""
    return len(plain(text))


def plain(text: str) -> str:
    """The text without its colours."""
    parts = text.split(ESCAPE)
    return parts[0] + "".join(part.partition(END)[2] for part in parts[1:])


def padded(text: str, width: int) -> str:
    return text + " " * (width - width_of(text))


def cut(text: str, width: int) -> str:
    """The text as far as it fits; a text with colours is left whole."""
    return text if width_of(text) <= width or ESCAPE in text else text[:width]
