"""Body decomposition: rules with many variables are cut into smaller ones before grounding.

A set of variables that the head does not need is eliminated early: the literals that mention them become the body of
an auxiliary relation over the remaining variables. It is done where the estimated number of ground instances drops
(bucket elimination, chosen greedily; ties are broken by the order of the rule, so the result is deterministic).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from woodstock.gdl.terms import Atom, Function, Term, Variable, atom_of
from woodstock.grounding.rewriting.normal import (
    BodyLiteral,
    Literal,
    NormalRule,
    internal_name,
    names_in,
    substitute_literal,
)
from woodstock.grounding.rewriting.sizes import STATIC_WEIGHT, Sizes

PART_RELATION = "part"
BINDING_RELATION = "bind"  # see _Bindings; the core knows the name (grounder.cpp)
WORTH_CUTTING = 1000.0  # estimated literals below which a rule is left alone: whole rules factor better
GAIN = 0.5  # a cut must at least halve the estimate


@dataclass(frozen=True, slots=True)
class _Cut:
    cost: float
    inside: tuple[BodyLiteral, ...]
    outside: tuple[BodyLiteral, ...]
    interface: tuple[str, ...]


def decompose(rules: list[NormalRule], sizes: Sizes) -> list[NormalRule]:
    """Rules with the same meaning for all relations of the game, cut where that pays."""
    parts: dict[tuple[BodyLiteral | str, ...], str] = {}
    bindings = _Bindings(sizes)
    result: dict[NormalRule, None] = {}
    todo = list(reversed(rules))
    while todo:
        rule = todo.pop()
        cut = _best_cut(rule, sizes, bindings)
        if cut is None:
            result[rule] = None
            continue
        atom, fresh = _part(cut, rule, sizes, parts)
        if fresh is not None:
            todo.append(fresh)
        todo.append(NormalRule(rule.head, (*cut.outside, Literal(atom)), rule.source))
    return list(result) + bindings.used_by(result)


class _Bindings:
    """Relations that only say which values a variable may take: projections of a literal that stands outside a cut.

    The part cut out needs them to be grounded, but not to be right: wherever it is used, the literal itself is
    demanded as well. So the ground literals over these relations are dropped again after grounding.
    """

    def __init__(self, sizes: Sizes) -> None:
        self._sizes = sizes
        self._rules: dict[str, NormalRule] = {}
        self._names: dict[tuple[Literal, tuple[str, ...]], str] = {}

    def of(self, literal: Literal, kept: frozenset[str]) -> Literal:
        order = tuple(sorted(kept))
        rename: dict[str, Term] = {name: Variable(f"v{i}") for i, name in enumerate(order)}
        for name in sorted(names_in(literal) - kept):
            rename[name] = Variable(f"v{len(rename)}")
        general = substitute_literal(literal, rename)
        assert isinstance(general, Literal)
        kept_general = tuple(f"v{i}" for i in range(len(order)))
        relation = self._names.get((general, kept_general))
        if relation is None:
            relation = internal_name(BINDING_RELATION, len(self._names))
            self._names[general, kept_general] = relation
            head = Function(relation, tuple(Variable(n) for n in kept_general))
            self._rules[relation] = NormalRule(head, (general,))
            spans = self._sizes.spans((general,))
            product = 1.0
            for n in kept_general:
                product *= spans.get(n, 1)
            self._sizes.declare(head, min(product, self._sizes.join((general,))), spans, dynamic=False)
        return Literal(Function(relation, tuple(Variable(n) for n in order)))

    def used_by(self, rules: Iterable[NormalRule]) -> list[NormalRule]:
        used = {literal.atom.name for rule in rules for literal in rule.body if isinstance(literal, Literal)}
        return [rule for name, rule in self._rules.items() if name in used]


def _part(
    cut: _Cut, rule: NormalRule, sizes: Sizes, parts: dict[tuple[BodyLiteral | str, ...], str]
) -> tuple[Atom, NormalRule | None]:
    """The auxiliary atom for a cut, and its rule if that is new."""
    rename: dict[str, Term] = {}
    for name in [*cut.interface, *(n for literal in cut.inside for n in sorted(names_in(literal)))]:
        rename.setdefault(name, Variable(f"v{len(rename)}"))
    key: tuple[BodyLiteral | str, ...] = (
        str(len(cut.interface)),
        *(substitute_literal(literal, rename) for literal in cut.inside),
    )
    known = parts.get(key)
    name = known or internal_name(PART_RELATION, len(parts))
    arguments = tuple(Variable(n) for n in cut.interface)
    atom = atom_of(name, arguments)
    if known:
        return atom, None
    parts[key] = name
    spans = sizes.spans(cut.inside)
    product = 1.0
    for n in cut.interface:
        product *= spans.get(n, 1)
    dynamic = any(map(sizes.is_dynamic, cut.inside))
    sizes.declare(atom, min(product, sizes.join(cut.inside)), spans, dynamic)
    return atom, NormalRule(atom, cut.inside, rule.source)


def _best_cut(rule: NormalRule, sizes: Sizes, bindings: _Bindings) -> _Cut | None:
    if len(rule.body) < 2:
        return None
    whole = sizes.cost(rule.body)
    if whole < WORTH_CUTTING:
        return None
    head = names_in(rule.head)
    best: _Cut | None = None
    for eliminated in _candidates(rule, head):
        cut = _cut(rule, head, eliminated, sizes, bindings)
        if cut is not None and cut.cost < whole * GAIN and (best is None or cut.cost < best.cost):
            best = cut
    return best


def _candidates(rule: NormalRule, head: frozenset[str]) -> Iterator[frozenset[str]]:
    """Sets of variables to eliminate: single ones, those of one literal (all, or its own), connected components."""
    seen: dict[frozenset[str], None] = {}
    free = sorted({name for literal in rule.body for name in names_in(literal)} - head)
    for name in free:
        seen.setdefault(frozenset((name,)))
    for literal in rule.body:
        inner = names_in(literal) - head
        private = inner.difference(*(names_in(other) for other in rule.body if other is not literal))
        for names in (inner, private):
            if len(names) > 1:
                seen.setdefault(frozenset(names))
    for component in _components(rule.body, frozenset(free)):
        seen.setdefault(component)
    if not free or any(not names_in(literal) for literal in rule.body):
        seen.setdefault(frozenset())
    yield from seen


def _components(body: tuple[BodyLiteral, ...], free: frozenset[str]) -> list[frozenset[str]]:
    groups: list[set[str]] = []
    for literal in body:
        group = set(names_in(literal) & free)
        if not group:
            continue
        apart = []
        for other in groups:
            if other & group:
                group |= other
            else:
                apart.append(other)
        groups = [*apart, group]
    return [frozenset(group) for group in groups]


def _cut(
    rule: NormalRule, head: frozenset[str], eliminated: frozenset[str], sizes: Sizes, bindings: _Bindings
) -> _Cut | None:
    inside = [literal for literal in rule.body if names_in(literal) & eliminated]
    outside = [literal for literal in rule.body if not names_in(literal) & eliminated]
    if not inside or not outside:
        return None
    binders = _binders(inside, outside, bindings)
    if binders is None:
        return None
    inside = [*binders, *inside]
    used = frozenset(name for literal in inside for name in names_in(literal)) - eliminated
    needed = head.union(*(names_in(literal) for literal in outside))
    if used - needed:
        return None
    interface = tuple(sorted(used))
    body, rest = tuple(inside), tuple(outside)
    spans = sizes.spans(body)
    product = 1.0
    for name in interface:
        product *= spans.get(name, 1)
    dynamic = any(map(sizes.is_dynamic, body))
    size = min(product, sizes.join(body))
    outer = sizes.join(rest)
    outer_spans = sizes.spans(rest)
    joined = outer * size
    for name in interface:
        if name in outer_spans:
            joined /= max(spans.get(name, 1), outer_spans[name])
    outer_dynamic = sum(map(sizes.is_dynamic, rest)) + dynamic
    cost = sizes.cost(body) + max(joined, 1.0) * (outer_dynamic + 1 if outer_dynamic else STATIC_WEIGHT)
    return _Cut(cost, body, rest, interface)


def _binders(
    inside: list[BodyLiteral], outside: list[BodyLiteral], bindings: _Bindings
) -> list[BodyLiteral] | None:
    """Literals that bind what the inside leaves unbound, from the positive literals outside."""
    available = {n for item in inside for n in names_in(item)}
    bound = {n for item in inside if isinstance(item, Literal) and item.positive for n in names_in(item)}
    wanted = available - bound
    binders: list[BodyLiteral] = []
    while wanted:
        choices = [
            item
            for item in outside
            if isinstance(item, Literal) and item.positive and names_in(item) & wanted
        ]
        if not choices:
            return None
        best = max(choices, key=lambda item: (len(names_in(item) & wanted), len(names_in(item) & available)))
        binders.append(bindings.of(best, frozenset(names_in(best) & available)))
        wanted -= names_in(best)
    return binders
