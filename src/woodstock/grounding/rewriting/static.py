"""Relations that no state changes, evaluated before the game is ground."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from woodstock.errors import GroundingError
from woodstock.gdl.terms import Function, Symbol, Variable
from woodstock.grounding.asp import Identifiers, rule_text
from woodstock.grounding.clingo import ground_text
from woodstock.grounding.limits import Limits
from woodstock.grounding.rewriting.normal import BodyLiteral, Literal, NormalRule, internal_name
from woodstock.grounding.terms import GroundTerms

ANSWER_RELATION = internal_name("answer", 0)
Names = tuple[str, ...]


def relations_below(rules: Iterable[NormalRule], body: Iterable[BodyLiteral]) -> set[str]:
    """The names of all relations that a body depends on, its own among them."""
    bodies: dict[str, set[str]] = {}
    for rule in rules:
        bodies.setdefault(rule.head.name, set()).update(
            item.atom.name for item in rule.body if isinstance(item, Literal)
        )
    seen: set[str] = set()
    todo = [item.atom.name for item in body if isinstance(item, Literal)]
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += bodies.get(name, ())
    return seen


def static_answers(
    rules: Sequence[NormalRule], body: Sequence[BodyLiteral], names: Names, limits: Limits, most: int
) -> set[Names] | None:
    """What the variables named may be where a static body holds; None: too many, or not only symbols."""
    needed = relations_below(rules, body)
    identifiers = Identifiers()
    query = NormalRule(Function(ANSWER_RELATION, tuple(map(Variable, names))), tuple(body))
    lines = [
        rule_text(rule, identifiers) for rule in (*rules, query) if rule is query or rule.head.name in needed
    ]
    small = replace(limits, literals=most, atoms=most)
    try:
        program = ground_text("\n".join(lines), identifiers, small, facts={ANSWER_RELATION}).program
    except GroundingError:
        return None
    found: set[Names] = set()
    for _, terms in GroundTerms(program).atoms_of(ANSWER_RELATION, len(names)):
        plain = tuple(term.name for term in terms if isinstance(term, Symbol))
        if len(plain) < len(terms):
            return None
        found.add(plain)
    return found
