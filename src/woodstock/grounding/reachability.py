"""Relaxed reachability: which fluents may ever hold and which moves may ever be made, found with facts only.

Negation on what depends on the state is dropped, so every rule only adds: clingo computes the least set of atoms as
plain facts, without writing a single ground rule. Relations that only occur below `not` are not computed at all,
which is what makes this cheap for games such as chess, whose check rules are the ones that explode.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from woodstock.gdl.keywords import RELATIONS
from woodstock.gdl.terms import Atom
from woodstock.grounding.asp import Identifiers, rule_text
from woodstock.grounding.clingo import ground_text
from woodstock.grounding.limits import Limits
from woodstock.grounding.rewriting.normal import BodyLiteral, Literal, NormalRule
from woodstock.grounding.rewriting.sizes import Sizes
from woodstock.grounding.terms import GroundTerms

_ROOTS = ("next", "legal", "init", "role")


def reachable_atoms(rules: Sequence[NormalRule], limits: Limits) -> list[Atom]:
    """All `(true f)`, `(legal r m)` and `(does r m)` that the relaxed rules reach; raises GroundingError beyond limits."""
    sizes = Sizes(rules)
    relaxed = [NormalRule(rule.head, tuple(_relaxed(rule.body, sizes)), rule.source) for rule in rules]
    identifiers = Identifiers()
    lines = [rule_text(rule, identifiers) for rule in _needed(relaxed)]
    true, init, next_, does, legal, role = map(
        identifiers.of, ("true", "init", "next", "does", "legal", "role")
    )
    lines += [
        f"{true}(F) :- {init}(F).",
        f"{true}(F) :- {next_}(F).",
        f"{does}(R,M) :- {legal}(R,M), {role}(R).",
    ]
    native = ground_text("\n".join(lines), identifiers, limits).program
    terms = GroundTerms(native)
    return [
        terms.atom(atom)
        for relation in ("true", "legal", "does")
        for atom, _ in native.atoms_of(relation, RELATIONS[relation])
    ]


def _relaxed(body: Iterable[BodyLiteral], sizes: Sizes) -> Iterable[BodyLiteral]:
    for literal in body:
        if not (isinstance(literal, Literal) and not literal.positive and sizes.is_dynamic(literal)):
            yield literal


def _needed(rules: list[NormalRule]) -> list[NormalRule]:
    """Rules that `next`, `legal` and what they rest on need."""
    by_name: dict[str, list[NormalRule]] = {}
    for rule in rules:
        by_name.setdefault(rule.head.name, []).append(rule)
    names = dict.fromkeys(_ROOTS)
    todo = list(_ROOTS)
    while todo:
        for rule in by_name.get(todo.pop(), ()):
            for literal in rule.body:
                if isinstance(literal, Literal) and literal.atom.name not in names:
                    names[literal.atom.name] = None
                    todo.append(literal.atom.name)
    return [rule for rule in rules if rule.head.name in names]
