"""The static relations of a game (2014 §4.2): those that no state and no move changes, with all their rows."""

from __future__ import annotations

from collections.abc import Iterator

from woodstock.gdl import Rulesheet
from woodstock.gdl.components import components
from woodstock.gdl.formulas import Rule
from woodstock.gdl.keywords import RELATIONS
from woodstock.gdl.terms import Atom, arguments, signature
from woodstock.gdl.walk import variables
from woodstock.scsp.model.constraint import NetworkError
from woodstock.scsp.papers.translation.values import (
    Apart,
    Binding,
    Ground,
    Literals,
    all_matched,
    conjunctions,
    differ,
    grounded,
)

Signature = tuple[str, int]
Rows = dict[Signature, set[tuple[Ground, ...]]]

MOST_ROWS = 50_000
MOST_STEPS = 300_000


def static_rows(rulesheet: Rulesheet) -> Rows:
    """Per static relation its rows, `role` among them, those that others are made of first."""
    rules = _static_rules(rulesheet)
    needs = {
        name: [
            signature(atom)
            for rule in own
            for literals, _ in conjunctions(rule)
            for atom, _ in literals
            if signature(atom) in rules
        ]
        for name, own in rules.items()
    }
    rows: Rows = {name: set() for name in rules}
    for component in components(needs):
        recursive = any(other in component for name in component for other in needs[name])
        while any([_extend(rows, rules[name], name) for name in component]) and recursive:  # noqa: C419
            pass
    return rows


def _static_rules(rulesheet: Rulesheet) -> dict[Signature, list[Rule]]:
    rules: dict[Signature, list[Rule]] = {}
    for rule in rulesheet.rules:
        if rule.head.name not in RELATIONS or rule.head.name == "role":
            rules.setdefault(signature(rule.head), []).append(rule)
    moving = {("true", 1), ("does", 2)}
    while True:
        found = {
            name
            for name, own in rules.items()
            for rule in own
            for literals, _ in conjunctions(rule)
            for atom, _ in literals
            if name not in moving and signature(atom) in moving
        }
        if not found:
            return {name: own for name, own in rules.items() if name not in moving}
        moving |= found


def _extend(rows: Rows, rules: list[Rule], name: Signature) -> bool:
    before = len(rows[name])
    for rule in rules:
        for literals, apart in conjunctions(rule):
            found = {
                tuple(grounded(arg, binding) for arg in arguments(rule.head))
                for binding in bindings_of(literals, apart, rows)
            }
            rows[name] |= found
            if len(rows[name]) > MOST_ROWS:
                raise NetworkError(
                    f"{name[0]} has more than {MOST_ROWS:,} rows: too many for the translation of 2014; "
                    "use `woodstock network` without --translation"
                )
    return len(rows[name]) > before


def bindings_of(literals: Literals, apart: Apart, rows: Rows) -> Iterator[Binding]:
    """What satisfies a conjunction of static relations; what is denied is looked up once all is bound."""
    positive = _ordered([atom for atom, sign in literals if sign])
    denied = [atom for atom, sign in literals if not sign]
    tables = [_Index(atom, bound, rows.get(signature(atom), set())) for atom, bound in positive]
    stack: list[tuple[int, Binding]] = [(0, {})]
    steps = 0
    while stack:
        place, binding = stack.pop()
        steps += 1
        if steps > MOST_STEPS:
            raise NetworkError(
                f"a static rule has more than {MOST_STEPS:,} instances: too many for the translation of 2014; "
                "use `woodstock network` without --translation"
            )
        if place == len(positive):
            absent = all(
                tuple(grounded(arg, binding) for arg in arguments(atom)) not in rows.get(signature(atom), ())
                for atom in denied
            )
            if absent and differ(apart, binding):
                yield binding
            continue
        for row in tables[place].rows(binding):
            extended = all_matched(tables[place].args, row, binding)
            if extended is not None:
                stack.append((place + 1, extended))


def _ordered(atoms: list[Atom]) -> list[tuple[Atom, list[int]]]:
    """The atoms so that each has as many known arguments as can be when it is reached, and which these are."""
    left, known = list(atoms), set[str]()
    found = []

    def given(atom: Atom) -> list[int]:
        return [i for i, arg in enumerate(arguments(atom)) if all(v.name in known for v in variables(arg))]

    while left:
        atom = max(left, key=lambda each: len(given(each)) - len(arguments(each)))
        left.remove(atom)
        found.append((atom, given(atom)))
        known |= {v.name for v in variables(atom)}
    return found


class _Index:
    """The rows of a relation by those arguments that are known when an atom is reached."""

    def __init__(self, atom: Atom, bound: list[int], rows: set[tuple[Ground, ...]]) -> None:
        self.args = arguments(atom)
        self._bound = [self.args[i] for i in bound]
        self._rows: dict[tuple[Ground, ...], list[tuple[Ground, ...]]] = {}
        for row in rows:
            self._rows.setdefault(tuple(row[i] for i in bound), []).append(row)

    def rows(self, binding: Binding) -> list[tuple[Ground, ...]]:
        return self._rows.get(tuple(grounded(arg, binding) for arg in self._bound), [])
