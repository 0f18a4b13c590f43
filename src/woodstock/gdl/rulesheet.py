"""A rulesheet: the rules of one game as they were read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from woodstock.gdl.formulas import Rule
from woodstock.gdl.terms import signature


@dataclass(frozen=True, slots=True)
class Rulesheet:
    """The rules, in the order of the text. Two rulesheets are equal if their rules are."""

    rules: tuple[Rule, ...]
    file: str = field(default="", compare=False)
    text: str = field(default="", compare=False, repr=False)

    def __str__(self) -> str:
        return "\n".join(map(str, self.rules))

    def written(self, write: Callable[[Rule], str]) -> str:
        """The rules as text, one below the other, relations set apart by an empty line."""
        lines: list[str] = []
        last: Rule | None = None
        for rule in self.rules:
            if last is not None and (rule.body or last.body or signature(rule.head) != signature(last.head)):
                lines.append("")
            lines.append(write(rule))
            last = rule
        return "\n".join(lines) + "\n" if lines else ""

    def __len__(self) -> int:
        return len(self.rules)
