"""Which rules make grounding large: estimates per rule, in the words of the rulesheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from woodstock.gdl.terms import Rule
from woodstock.grounding.normal import NormalRule
from woodstock.grounding.sizes import Sizes


@dataclass(frozen=True, slots=True)
class RuleSize:
    """The estimated ground instances of a rule, with the number of symbols each of its variables ranges over."""

    rule: Rule
    instances: float
    ranges: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        where = self.rule.position or "a rule"
        ranges = ", ".join(f"?{name} ({width})" for name, width in self.ranges)
        return f"{where}: {self.rule.head}, about {self.instances:,.0f} instances over {ranges or 'no variables'}"


def rule_sizes(rules: Sequence[NormalRule]) -> list[RuleSize]:
    """The rules of the rulesheet by estimated size, largest first; what was cut counts for the rule it came from."""
    sizes = Sizes(rules)
    total: dict[int, float] = {}
    widest: dict[int, tuple[float, dict[str, int]]] = {}
    sources: dict[int, Rule] = {}
    for rule in rules:
        if rule.source is None or not rule.body:
            continue
        number = id(rule.source)
        sources[number] = rule.source
        instances = sizes.join(rule.body)
        total[number] = total.get(number, 0.0) + instances
        if number not in widest or instances > widest[number][0]:
            widest[number] = (instances, sizes.spans(rule.body))
    result = [
        RuleSize(source, total[number], tuple(sorted(widest[number][1].items(), key=lambda item: -item[1])))
        for number, source in sources.items()
    ]
    return sorted(result, key=lambda size: -size.instances)
