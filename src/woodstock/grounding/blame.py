"""Which rules make grounding large, in the words of the rulesheet: estimates before grounding, counts after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from woodstock.gdl.formulas import Rule
from woodstock.gdl.terms import Function, Symbol
from woodstock.grounding.asp import Identifiers, program_text
from woodstock.grounding.clingo import ground_text
from woodstock.grounding.limits import Limits
from woodstock.grounding.rewriting.normal import Literal, NormalRule, internal_name
from woodstock.grounding.rewriting.sizes import Sizes
from woodstock.grounding.terms import GroundTerms


@dataclass(frozen=True, slots=True)
class RuleSize:
    """The estimated ground instances of a rule, with the number of symbols each of its variables ranges over."""

    rule: Rule
    instances: float
    ranges: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        where = self.rule.location or "a rule"
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


TAG_RELATION = internal_name("from", 0)


def counted_rules(rules: Sequence[NormalRule], limits: Limits) -> list[tuple[Rule, int, int]]:
    """Every rule of the rulesheet with its ground rules and literals, largest first.

    The rules are ground once more, each with an open atom of its own in the body, which then tells where a ground
    rule came from. Static rules become facts and count nothing.
    """
    sizes = Sizes(rules)
    sources: list[Rule] = []
    numbers: dict[int, int] = {}
    tagged = []
    for rule in rules:
        if rule.source is None or not rule.body or not sizes.is_dynamic(Literal(rule.head)):
            tagged.append(rule)
            continue
        number = numbers.setdefault(id(rule.source), len(sources))
        if number == len(sources):
            sources.append(rule.source)
        tag = Literal(Function(TAG_RELATION, (Symbol(str(number)),)))
        tagged.append(NormalRule(rule.head, (*rule.body, tag), rule.source))
    identifiers = Identifiers()
    tag_name = identifiers.of(TAG_RELATION)
    choices = "".join(f"{{{tag_name}({identifiers.of(str(number))})}}.\n" for number in range(len(sources)))
    native = ground_text(program_text(tagged, identifiers) + choices, identifiers, limits).program
    atoms = list(GroundTerms(native).atoms_of(TAG_RELATION, 1))
    counts = native.rules_with([atom for atom, _ in atoms])
    result = []
    for (_, (tag_term,)), (count, literals) in zip(atoms, counts, strict=True):
        result.append((sources[int(str(tag_term))], count, literals - count))  # the tag itself is not counted
    return sorted(result, key=lambda row: -row[2])
