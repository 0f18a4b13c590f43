"""Relations that are only ever denied, told apart by what their rules look at.

`not p(c, r, i)` with `p(c, r, i) :- q(c, r), coordinate(i)` and `p(c, r, i) :- s(r, i), coordinate(c)` asks for each i
whether q holds, and for each c whether s does. Where the arguments that a rule does not look at are never restricted
by it, `not p(c, r, i)` says the same as `not p1(c, r), not p2(r, i)` with `p1(c, r) :- q(c, r)` and
`p2(r, i) :- s(r, i)`. In chess that is the question whether a king stands in check once a piece was captured and
another one moved away: knights and pawns do not care which one moved, kings care for neither.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import count, product
from math import prod

from woodstock.gdl.keywords import RELATIONS
from woodstock.gdl.terms import Atom, Function, Symbol, Variable, arguments, atom_of, signature
from woodstock.grounding.limits import Limits
from woodstock.grounding.rewriting.domains import Domains
from woodstock.grounding.rewriting.normal import BodyLiteral, Literal, NormalRule, internal_name, names_in
from woodstock.grounding.rewriting.sizes import Sizes
from woodstock.grounding.rewriting.static import static_answers

ASPECT_RELATION = "aspect"
WORTH_TELLING_APART = 300_000.0  # estimated instances of a relation
MOST_VALUES = 100_000  # of the arguments that a rule does not look at

Signature = tuple[str, int]
Places = tuple[int, ...]


def tell_aspects_apart(
    rules: list[NormalRule], sizes: Sizes, reachable: Sequence[Atom] | None, limits: Limits
) -> list[NormalRule]:
    """Rules with the same meaning for all relations of the game."""
    candidates = _large_and_only_denied(rules, sizes)
    if not candidates:
        return rules
    domains = Domains(rules, reachable)
    numbers = count()
    aspects: dict[Signature, dict[Places, str]] = {}
    ignored: dict[int, tuple[Places, frozenset[BodyLiteral]]] = {}
    for relation, own in candidates.items():
        asked = _asked_of(relation, rules, domains)
        found = {id(rule): _ignored(rule, rules, sizes, asked, limits) for rule in own}
        kinds = dict.fromkeys(places for places, _ in found.values())
        if any(kinds):
            aspects[relation] = {kind: internal_name(ASPECT_RELATION, next(numbers)) for kind in kinds}
            ignored |= found
    result: list[NormalRule] = []
    for rule in rules:
        names = aspects.get(signature(rule.head))
        places, settled = ignored[id(rule)] if names else ((), frozenset())
        head = _without(rule.head, places, names[places]) if names else rule.head
        body = (part for item in rule.body if item not in settled for part in _in_aspects(item, aspects))
        result.append(NormalRule(head, tuple(body), rule.source))
    return result


def _large_and_only_denied(rules: list[NormalRule], sizes: Sizes) -> dict[Signature, list[NormalRule]]:
    own: dict[Signature, list[NormalRule]] = defaultdict(list)
    for rule in rules:
        own[signature(rule.head)].append(rule)
    denied = {
        signature(item.atom)
        for rule in rules
        for item in rule.body
        if isinstance(item, Literal) and not item.positive and sizes.is_dynamic(item)
    }
    claimed = {
        signature(item.atom)
        for rule in rules
        for item in rule.body
        if isinstance(item, Literal) and item.positive
    }
    return {
        relation: own[relation]
        for relation in sorted(denied - claimed)
        if relation[0] not in RELATIONS
        and relation[1]
        and sum(sizes.join(rule.body) for rule in own.get(relation, ())) > WORTH_TELLING_APART
    }


def _asked_of(relation: Signature, rules: list[NormalRule], domains: Domains) -> list[set[str] | None]:
    """Per argument the symbols it is asked about; None where functions are among them."""
    asked: list[set[str] | None] = [set() for _ in range(relation[1])]
    for rule in rules:
        calls = [
            item.atom for item in rule.body if isinstance(item, Literal) and signature(item.atom) == relation
        ]
        ranges = domains.ranges(rule) if calls else None
        if ranges is None:
            continue
        for atom in calls:
            assert isinstance(atom, Function)
            for place, arg in enumerate(atom.args):
                shapes = (
                    ranges[arg.name]
                    if isinstance(arg, Variable)
                    else {arg.name if isinstance(arg, Symbol) else ()}
                )
                known = asked[place]
                symbols = {shape for shape in shapes if isinstance(shape, str)}
                asked[place] = None if known is None or len(symbols) < len(shapes) else known | symbols
    return asked


def _ignored(
    rule: NormalRule, rules: list[NormalRule], sizes: Sizes, asked: list[set[str] | None], limits: Limits
) -> tuple[Places, frozenset[BodyLiteral]]:
    """Arguments that a rule does not look at, with the literals that hold whatever is asked about them."""
    assert isinstance(rule.head, Function)
    places = {arg.name: place for place, arg in enumerate(rule.head.args) if isinstance(arg, Variable)}
    candidates = {
        name
        for name, place in places.items()
        if asked[place] is not None and sum(name in names_in(arg) for arg in rule.head.args) == 1
    }
    shrunk = True
    while shrunk:  # what is looked at together with anything else, or in a state, is not ignored
        looked_at = {
            name
            for item in rule.body
            if sizes.is_dynamic(item) or not names_in(item) <= candidates
            for name in names_in(item) & candidates
        }
        candidates -= looked_at
        shrunk = bool(looked_at)
    settled = frozenset(item for item in rule.body if names_in(item) and names_in(item) <= candidates)
    names = tuple(sorted(candidates))
    if not names:
        return (), frozenset()
    values = [sorted(asked[places[name]] or ()) for name in names]
    if prod(map(len, values)) > MOST_VALUES:
        return (), frozenset()
    held = static_answers(rules, tuple(settled), names, limits, MOST_VALUES)
    if held is None or not held.issuperset(product(*values)):
        return (), frozenset()
    return tuple(sorted(places[name] for name in names)), settled


def _without(atom: Atom, places: Places, name: str) -> Atom:
    kept = tuple(arg for place, arg in enumerate(arguments(atom)) if place not in places)
    return atom_of(name, kept)


def _in_aspects(item: BodyLiteral, aspects: dict[Signature, dict[Places, str]]) -> Iterator[BodyLiteral]:
    names = aspects.get(signature(item.atom)) if isinstance(item, Literal) else None
    if names is None:
        yield item
        return
    assert isinstance(item, Literal)
    for places, name in names.items():
        yield Literal(_without(item.atom, places, name), positive=False)
