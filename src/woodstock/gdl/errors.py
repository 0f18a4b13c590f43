"""Errors of reading and checking rulesheets. They carry every finding, not only the first."""

from __future__ import annotations

from collections.abc import Iterable

from woodstock.errors import WoodStockError
from woodstock.gdl.diagnostic import Diagnostic


class RulesheetError(WoodStockError):
    """A rulesheet that cannot be used; `diagnostics` holds all findings."""

    def __init__(self, diagnostics: Iterable[Diagnostic], text: str = "") -> None:
        self.diagnostics = tuple(diagnostics)
        self.text = text
        super().__init__("\n".join(finding.show(text) for finding in self.diagnostics))

    def __reduce__(self) -> tuple[type[RulesheetError], tuple[tuple[Diagnostic, ...], str]]:
        return (type(self), (self.diagnostics, self.text))


class SyntaxProblem(RulesheetError):
    """The text is not a rulesheet (or not a term): it could not be read."""
