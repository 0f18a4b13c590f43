"""One finding about a rulesheet: what is wrong, where, and what to do about it.

>>> from woodstock.gdl.terms import Location
>>> location = Location(1, 12, "g.kif", 1)
>>> finding = Diagnostic(Severity.ERROR, "undefined", "`p` is never defined", location, "define it")
>>> print(finding.show("(<= (q) (r p))"))
g.kif:1:12: error: `p` is never defined [undefined]
    1 | (<= (q) (r p))
      |            ^
      = define it
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from woodstock.gdl.terms import Location
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
    location: Location | None = None
    remedy: str = ""

    def __str__(self) -> str:
        where = f"{self.location}: " if self.location else ""
        return f"{where}{self.severity}: {self.message} [{self.code}]"

    def show(self, text: str) -> str:
        """The finding with its line of `text`, the offending part underlined, and the remedy."""
        lines = [str(self)]
        if self.location:
            lines += underlined(text, self.location)
        if self.remedy:
            lines.append(f"      = {self.remedy}")
        return "\n".join(lines)


def underlined(text: str, location: Location) -> list[str]:
    """The line at `location` and below it a mark under the part that is meant (cut at the line's end)."""
    line = line_of(text, location.line)
    if line is None:
        return []
    start = location.column - 1
    length = max(1, len(line[start : start + location.length].rstrip()))
    first = max(0, start - WIDTH // 2) if start + length > WIDTH else 0
    shown = "".join(char if char.isprintable() else " " for char in line[first : first + WIDTH]).rstrip()
    mark = "^" * max(1, min(length, WIDTH - (start - first)))
    return [f"{location.line:5} | {shown}", f"      | {' ' * (start - first)}{mark}"]
