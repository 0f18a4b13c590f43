"""The syntax problems met while reading one text."""

from __future__ import annotations

from woodstock.gdl.diagnostic import Diagnostic, Severity
from woodstock.gdl.errors import SyntaxProblem
from woodstock.gdl.terms import Location

MOST = 100


class Problems:
    """Collects up to `MOST` problems: beyond that nobody reads them, and a hostile text has millions."""

    def __init__(self, text: str, file: str = "") -> None:
        self.text = text
        self.file = file
        self.found: list[Diagnostic] = []

    @property
    def full(self) -> bool:
        return len(self.found) >= MOST

    def add(self, code: str, message: str, location: Location | None, remedy: str = "") -> None:
        if not self.full:
            self.found.append(Diagnostic(Severity.ERROR, code, message, location, remedy))

    def settle(self) -> None:
        """Raise what was found, in the order of the text, if anything was."""
        if self.found:
            raise SyntaxProblem(sorted(self.found, key=place), self.text)


def place(finding: Diagnostic) -> tuple[int, int]:
    """Sorting key: the order in the text; findings about the text as a whole come last."""
    if finding.location is None:
        return (2**31, 0)
    return (finding.location.line, finding.location.column)


def admit(problems: Problems, most_characters: int) -> bool:
    """Whether the text is text and short enough to be read at all."""
    text = problems.text
    if len(text) > most_characters:
        problems.add(
            "too-large",
            f"the text has {len(text):,} characters, more than the {most_characters:,} allowed",
            None,
            "is this really a rulesheet? if so, raise `most_characters`",
        )
        return False
    if "\0" in text:
        before = text[: text.index("\0")]
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        problems.add(
            "binary", "this is not text: it contains a NUL character", Location(line, column, problems.file)
        )
        return False
    return True
