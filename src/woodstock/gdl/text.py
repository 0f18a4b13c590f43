"""Lines of a text. A line ends with LF, CR LF or a bare CR, and with nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO


def lines(text: str) -> Iterator[str]:
    """Every line with its ending."""
    return StringIO(text, newline="")


def line_of(text: str, number: int) -> str | None:
    """Line `number`, counted from 1, without its ending."""
    for index, line in enumerate(lines(text), 1):
        if index == number:
            return line.rstrip("\r\n")
    return None
