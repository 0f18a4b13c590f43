"""Lines of a text. A line ends with LF, CR LF or a bare CR, and with nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from io import StringIO


def lines(text: str) -> Iterator[str]:
    """Every line with its ending."""
    return StringIO(text, newline="")


def line_of(text: str, number: int) -> str | None:
    """Line `number`, counted from 1, without its ending."""
    found = all_lines(text)
    return found[number - 1] if 1 <= number <= len(found) else None


@lru_cache(maxsize=2)
def all_lines(text: str) -> list[str]:
    """Every line without its ending; findings ask for them one by one."""
    return [line.rstrip("\r\n") for line in lines(text)]
