"""One finding about a rulesheet: what is wrong, where, and what to do about it.

>>> from woodstock.gdl.terms import Position
>>> position = Position(1, 12, "g.kif", 1)
>>> finding = Diagnostic(Severity.ERROR, "undefined", "`p` is never defined", position, "define it")
>>> print(finding.show("(<= (q) (r p))"))
g.kif:1:12: error: `p` is never defined [undefined]
    1 | (<= (q) (r p))
      |            ^
      = define it
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from woodstock.gdl.terms import Position
from woodstock.gdl.text import line_of

WIDTH = 100


class Severity(Enum):
    """An error makes the rulesheet unusable as it stands; a warning is what real game servers accept."""

    ERROR = "error"
    WARNING = "warning"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A finding; `code` is a stable short name, `remedy` says what to do."""

    severity: Severity
    code: str
    message: str
    position: Position | None = None
    remedy: str = ""

    def __str__(self) -> str:
        where = f"{self.position}: " if self.position else ""
        return f"{where}{self.severity}: {self.message} [{self.code}]"

    def show(self, text: str) -> str:
        """The finding with its line of `text`, the offending part underlined, and the remedy."""
        lines = [str(self)]
        if self.position:
            lines += underlined(text, self.position)
        if self.remedy:
            lines.append(f"      = {self.remedy}")
        return "\n".join(lines)


def underlined(text: str, position: Position) -> list[str]:
    """The line at `position` and below it a mark under the part that is meant (cut at the line's end)."""
    line = line_of(text, position.line)
    if line is None:
        return []
    start = position.column - 1
    length = max(1, len(line[start : start + position.length].rstrip()))
    first = max(0, start - WIDTH // 2) if start + length > WIDTH else 0
    shown = "".join(char if char.isprintable() else " " for char in line[first : first + WIDTH]).rstrip()
    mark = "^" * max(1, min(length, WIDTH - (start - first)))
    return [f"{position.line:5} | {shown}", f"      | {' ' * (start - first)}{mark}"]
