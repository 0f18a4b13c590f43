"""A rulesheet: the rules of one game as they were read."""

from __future__ import annotations

from dataclasses import dataclass, field

from woodstock.gdl.terms import Rule


@dataclass(frozen=True, slots=True)
class Rulesheet:
    """The rules, in the order of the text. Two rulesheets are equal if their rules are."""

    rules: tuple[Rule, ...]
    file: str = field(default="", compare=False)
    text: str = field(default="", compare=False, repr=False)

    def __str__(self) -> str:
        return "\n".join(map(str, self.rules))

    def __len__(self) -> int:
        return len(self.rules)
