"""Relaxed reachability: which fluents may ever hold and which moves may ever be made, found with facts only.

Negation on what depends on the state is dropped, so every rule only adds: clingo computes the least set of atoms as
plain facts, without writing a single ground rule. Relations that only occur below `not` are not computed at all,
which is what makes this cheap for games such as chess, whose check rules are the ones that explode. Nor is a large
relation computed only to tell whether a rule may fire at all: a rule with fewer conditions yields a superset.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from math import prod

from woodstock.gdl.keywords import RELATIONS
from woodstock.gdl.terms import Atom, signature
from woodstock.grounding.asp import Identifiers, rule_text
from woodstock.grounding.clingo import NAMED_FACTS, ground_text
from woodstock.grounding.limits import Limits
from woodstock.grounding.rewriting.normal import Literal, NormalRule, names_in
from woodstock.grounding.rewriting.sizes import STATE, Sizes, relations_above
from woodstock.grounding.terms import GroundTerms

_ROOTS = ("next", "legal", "init", "role")
WORTH_LEAVING_OUT = 100_000.0  # estimated instances of a relation
FEW_HEADS = 10_000


def reachable_atoms(rules: Sequence[NormalRule], limits: Limits) -> list[Atom]:
    """All `(true f)`, `(legal r m)` and `(does r m)` that the relaxed rules reach; raises GroundingError beyond limits."""
    sizes = Sizes(rules)
    loose = relations_above(rules, STATE)
    relaxed = [_relaxed(rule, loose) for rule in rules]
    # What no state changes is exact, for negation on it counts: only other rules may have fewer conditions.
    fewer = [_without_filters(rule, sizes) if rule.head.name in loose else rule for rule in relaxed]
    return _least_atoms(fewer, ("true", "legal", "does"), limits)


def called_atoms(rules: Sequence[NormalRule], calls: Sequence[str], limits: Limits) -> list[Atom]:
    """All atoms of the call relations named (`rewriting/calls.py`) that the relaxed rules yield.

    Calls make what they guard depend on everything that leads to them, so negation on it is dropped too.
    """
    loose = relations_above(rules, {*STATE, *calls})
    return _least_atoms([_relaxed(rule, loose) for rule in rules], calls, limits)


def _least_atoms(rules: list[NormalRule], wanted: Sequence[str], limits: Limits) -> list[Atom]:
    """The atoms of the relations wanted in the least model of rules that only add."""
    identifiers = Identifiers()
    lines = [rule_text(rule, identifiers) for rule in _needed(rules, (*_ROOTS, *wanted))]
    true, init, next_, does, legal, role = map(
        identifiers.of, ("true", "init", "next", "does", "legal", "role")
    )
    lines += [
        f"{true}(F) :- {init}(F).",
        f"{true}(F) :- {next_}(F).",
        f"{does}(R,M) :- {legal}(R,M), {role}(R).",
    ]
    native = ground_text("\n".join(lines), identifiers, limits, facts={*NAMED_FACTS, *wanted}).program
    terms = GroundTerms(native)
    signatures = dict.fromkeys([*RELATIONS.items(), *(signature(rule.head) for rule in rules)])
    return [
        terms.atom(atom)
        for relation, arity in signatures
        if relation in wanted
        for atom, _ in native.atoms_of(relation, arity)
    ]


def _relaxed(rule: NormalRule, loose: Set[str]) -> NormalRule:
    body = (
        literal
        for literal in rule.body
        if not (isinstance(literal, Literal) and not literal.positive and literal.atom.name in loose)
    )
    return NormalRule(rule.head, tuple(body), rule.source)


def _without_filters(rule: NormalRule, sizes: Sizes) -> NormalRule:
    """The rule without literals of large relations that only filter, where it has few heads whatever they say.

    Such a literal tells the head nothing but what some other literal allows as well: all variables that it shares with
    the head are in that one. Without it everything that is left must still be bound.
    """
    head = names_in(rule.head)
    spans = sizes.spans(rule.body)
    if prod(spans.get(name, 1) for name in head) > FEW_HEADS:
        return rule
    body = list(rule.body)
    for literal in rule.body:
        if not isinstance(literal, Literal) or not literal.positive or literal.atom.name in RELATIONS:
            continue
        if sizes.join((literal,)) < WORTH_LEAVING_OUT:
            continue
        others = [each for each in body if each is not literal]
        binding = [names_in(each) for each in others if isinstance(each, Literal) and each.positive]
        shared = names_in(literal) & head
        used = head.union(*map(names_in, others))
        if any(shared <= names for names in binding) and used <= frozenset[str]().union(*binding):
            body = others
    return NormalRule(rule.head, tuple(body), rule.source)


def _needed(rules: list[NormalRule], roots: Sequence[str]) -> list[NormalRule]:
    """Rules of these relations and of what they rest on."""
    by_name: dict[str, list[NormalRule]] = {}
    for rule in rules:
        by_name.setdefault(rule.head.name, []).append(rule)
    names = dict.fromkeys(roots)
    todo = list(roots)
    while todo:
        for rule in by_name.get(todo.pop(), ()):
            for literal in rule.body:
                if isinstance(literal, Literal) and literal.atom.name not in names:
                    names[literal.atom.name] = None
                    todo.append(literal.atom.name)
    return [rule for rule in rules if rule.head.name in names]
