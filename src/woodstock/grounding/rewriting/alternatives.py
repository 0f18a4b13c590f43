"""Alternatives of one `or` joined again: `p(x) :- q(x), (r(x) or s(x))` needs one instance of q(x), not two."""

from __future__ import annotations

from woodstock.gdl.terms import Atom, Variable, atom_of
from woodstock.grounding.rewriting.normal import BodyLiteral, Literal, NormalRule, internal_name, names_in
from woodstock.grounding.rewriting.sizes import Sizes

EITHER_RELATION = "either"
WORTH_JOINING = 1000.0  # estimated literals below which a rule is left alone


def join_alternatives(rules: list[NormalRule], sizes: Sizes) -> list[NormalRule]:
    """Join large rules that came from one `or` and differ in one positive literal over the same variables."""
    groups: dict[tuple[int, Atom, tuple[BodyLiteral, ...], frozenset[str]], list[tuple[int, Literal]]] = {}
    for number, rule in enumerate(rules):
        if rule.source is None or sizes.cost(rule.body) < WORTH_JOINING:
            continue
        for position, literal in enumerate(rule.body):
            if isinstance(literal, Literal) and literal.positive and sizes.is_dynamic(literal):
                rest = (*rule.body[:position], *rule.body[position + 1 :])
                key = (id(rule.source), rule.head, rest, names_in(literal))
                groups.setdefault(key, []).append((number, literal))
    result: list[NormalRule | None] = list(rules)
    extra: list[NormalRule] = []
    joined: set[int] = set()
    for (_, head, rest, names), members in groups.items():
        numbers = {number for number, _ in members}
        if len(members) < 2 or joined & numbers:
            continue
        joined |= numbers
        arguments = tuple(Variable(name) for name in sorted(names))
        name = internal_name(EITHER_RELATION, len(extra))
        either = atom_of(name, arguments)
        literals = tuple(literal for _, literal in members)
        size = sum(sizes.join((literal,)) for literal in literals)
        spans: dict[str, int] = {}
        for literal in literals:
            for variable, width in sizes.spans((literal,)).items():
                spans[variable] = max(width, spans.get(variable, 1))
        sizes.declare(either, size, spans, dynamic=True)
        source = rules[members[0][0]].source
        extra += [NormalRule(either, (literal,), source) for literal in literals]
        result[members[0][0]] = NormalRule(head, (*rest, Literal(either)), source)
        for number, _ in members[1:]:
            result[number] = None
    return [rule for rule in result if rule is not None] + extra
