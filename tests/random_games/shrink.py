"""A failing rulesheet made small: rules, literals and parts of formulas are dropped while the difference stays."""

import time
from collections.abc import Callable, Iterator, Sequence

from tests.random_games.comparison import Difference
from tests.random_games.runner import compare_apart
from woodstock.gdl import Rulesheet
from woodstock.gdl.formulas import And, Formula, Not, Or, Rule

CANDIDATE_SECONDS = 10.0


def shrink(
    sheet: Rulesheet, seed: int, difference: Difference, *, seconds: float = 120.0
) -> tuple[Rulesheet, Difference]:
    """The smallest sheet found in time with a difference of the same kind, and that difference."""
    deadline = time.perf_counter() + seconds
    last = difference

    def fails(rules: Sequence[Rule]) -> bool:
        nonlocal last
        if time.perf_counter() > deadline:
            return False
        found = compare_apart(Rulesheet(tuple(rules)), seed, CANDIDATE_SECONDS)
        if found is None or found.kind != difference.kind:
            return False
        last = found
        return True

    rules = smallest(list(sheet.rules), fails)
    return Rulesheet(tuple(rules)), last


def smallest(rules: list[Rule], fails: Callable[[Sequence[Rule]], bool]) -> list[Rule]:
    """Rules that still fail and from which nothing can be dropped."""
    rules = _fewest(rules, fails)
    changed = True
    while changed:
        changed = False
        for place in range(len(rules)):
            for smaller in _smaller(rules[place]):
                candidate = [*rules[:place], smaller, *rules[place + 1 :]]
                if fails(candidate):
                    rules, changed = candidate, True
                    break
        if changed:
            rules = _fewest(rules, fails)
    return rules


def _fewest(rules: list[Rule], fails: Callable[[Sequence[Rule]], bool]) -> list[Rule]:
    """Rules of which none can be dropped: large pieces are tried first (delta debugging)."""
    size = max(1, len(rules) // 2)
    while True:
        place, dropped = 0, False
        while place < len(rules):
            candidate = rules[:place] + rules[place + size :]
            if candidate and fails(candidate):
                rules, dropped = candidate, True
            else:
                place += size
        if size == 1 and not dropped:
            return rules
        size = max(1, size // 2)


def _smaller(rule: Rule) -> Iterator[Rule]:
    for place, formula in enumerate(rule.body):
        before, behind = rule.body[:place], rule.body[place + 1 :]
        yield Rule(rule.head, before + behind)
        for simpler in _simpler(formula):
            yield Rule(rule.head, (*before, *simpler, *behind))


def _simpler(formula: Formula) -> Iterator[tuple[Formula, ...]]:
    """Formulas that may stand for a nested one."""
    match formula:
        case And(formulas=parts) | Or(formulas=parts):
            if isinstance(formula, And):
                yield parts
            for part in parts:
                yield (part,)
            for place in range(len(parts) if len(parts) > 1 else 0):
                yield (type(formula)(parts[:place] + parts[place + 1 :]),)
        case Not(formula=inner) if isinstance(inner, Not | And | Or):
            for simpler in _simpler(inner):
                yield tuple(map(Not, simpler))
            if isinstance(inner, Not):
                yield (inner.formula,)
