"""The relations of 2014's translation (001 §4.4): C(AB) ∪ (U(A) ⋈ (U(B) \\ C(B))) for every rule A ← B.

C(AB) are the instances of head and body together, C(B) those of the body, U(A) and U(B) all combinations of values: where
the body holds the head has one of its instances, elsewhere the rule says nothing. Static relations are settled by the
query that finds the instances, so their variables stay out of every scope ("universal", 001 §4.2).

Rules of one scope become one relation (001 §5), by the union of their instances: C(AB₁) ∪ C(AB₂) ∪ (U(A) ⋈ (U(B) \\
(C(B₁) ∪ C(B₂)))). The union of the relations as they are, which the paper prints, allows everything as soon as two bodies
exclude each other, and `vacuous` counts how often that is so. Where no rule for `terminal`, for a derived relation or for a
fluent without arguments applies, it is false or undefined; the paper leaves that open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod

from woodstock.scsp.model.cells import STAR, Cell, OneOf, Row
from woodstock.scsp.model.constraint import NetworkError
from woodstock.scsp.papers.translation.conjuncts import Body, Conjunct, Conjuncts
from woodstock.scsp.papers.translation.variables import Arguments, Declared, Kind, Values

MOST_ROWS = 500_000
Key = tuple[Arguments | None, ...]


@dataclass
class Relation:
    """The rules of one head variable over one scope, as a table."""

    head: Declared
    keyword: str
    scope: tuple[str, ...]
    rules: list[Conjunct] = field(default_factory=list)
    heads: dict[Key, set[Arguments]] = field(default_factory=dict)
    common: set[Key] | None = None  # bodies that hold for every rule

    @property
    def vacuous(self) -> bool:
        """Whether the union of the rules' relations, as printed, allows every tuple."""
        return len(self.rules) > 1 and not self.common

    def fill(self, conjuncts: Conjuncts, values: Values) -> None:
        """Finds all instances. Raises NetworkError where the table would be too large, or where a variable that has one
        value at a time would need several."""
        size = prod(len(values[name]) for name in self.scope)
        if size > MOST_ROWS:
            sizes = " × ".join(f"{len(values[name]):,}" for name in self.scope)
            raise NetworkError(
                f"the rules for {self.keyword or 'the relation'} {self.head.name} would fill a table of {sizes} = {size:,} rows "
                f"over {', '.join(self.scope)}, above the limit of {MOST_ROWS:,}: too large for 2014's translation; "
                "use `woodstock network` without --translation"
            )
        for conjunct in self.rules:
            own: set[Key] = set()
            for head, body in conjuncts.instances(conjunct, values):
                for key in _keys(self.scope, body, values):
                    own.add(key)
                    self.heads.setdefault(key, set()).add(head)
            self.common = own if self.common is None else self.common & own
        several = next((key for key, found in self.heads.items() if len(found) > 1), None)
        if several is not None and self.head.kind is not Kind.ACTION:
            texts = sorted(values[self.head.name][value] for value in self.heads[several])
            raise NetworkError(
                f"{self.head.name} would have several values at once ({' and '.join(texts[:2])}): 2014's translation has "
                "one variable per name, with one value at a time; use `woodstock network` without --translation"
            )

    def rows(self, values: Values) -> list[Row]:
        """(head, body …): instances first, then the combinations that are no body."""
        texts = values[self.head.name]
        rows: list[Row] = []
        for key in product(*(values[name] for name in self.scope)):
            body = tuple(values[name][value] for name, value in zip(self.scope, key))
            found = self.heads.get(key)
            rows.append((self._elsewhere(values) if found is None else _cell(texts, found), *body))
        return rows

    def _elsewhere(self, values: Values) -> Cell:
        return values[self.head.name][None] if _may_fail(self.keyword, self.head) else STAR


def relations_of(conjuncts: Conjuncts, rules: Sequence[Conjunct]) -> list[Relation]:
    """Rules for moves and fluents by scope, as printed; what may fail is defined over all it depends on, so that it does
    where no rule applies."""
    found: dict[tuple[str, str, tuple[str, ...]], Relation] = {}
    for rule in rules:
        if rule.keyword in ("goal", "init"):
            continue
        assert rule.head is not None
        scope = rule.scope
        if _may_fail(rule.keyword, rule.head):
            alike = [r for r in rules if (r.keyword, r.head) == (rule.keyword, rule.head)]
            scope = tuple(sorted({name for each in alike for name in each.scope}))
        key = (rule.keyword, rule.head.name, scope)
        if rule.head.name in scope and rule.keyword != "next":
            raise NetworkError(
                f"{rule.head.name} is defined by itself: recursion is outside 2014's translation; "
                "use `woodstock network` without --translation"
            )
        found.setdefault(key, Relation(rule.head, rule.keyword, scope)).rules.append(rule)
    return list(found.values())


def _may_fail(keyword: str, head: Declared) -> bool:
    """Whether the head has a value for "no rule applies"."""
    return keyword in ("", "terminal") or (keyword == "next" and not head.signature[1])


def _keys(scope: tuple[str, ...], body: Body, values: Values) -> list[Key]:
    return list(product(*(body.get(name, values[name]) for name in scope)))


def _cell(texts: dict[Arguments | None, str], found: set[Arguments]) -> Cell:
    names = sorted(texts[value] for value in found)
    return names[0] if len(names) == 1 else OneOf(*names)
