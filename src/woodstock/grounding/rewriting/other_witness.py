"""All but one: rules that ask for a witness other than a given one are freed from the given one.

`h(c, r) :- p(u, r), different(c, u)` has as many instances as there are triples. With `any(r)` for some witness and
`two(r)` for two of them,

    h(c, r) :- any(r), not p(c, r).        h(c, r) :- two(r).

say the same with pairs of c and r. Chess asks so whether the king is attacked by another piece than the one just
captured: 64 squares captured on, 64 of the king, 64 left, and all squares of attackers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import prod

from woodstock.gdl.terms import Function, Symbol, Term, Variable, arguments, atom_of, signature
from woodstock.grounding.limits import Limits
from woodstock.grounding.rewriting.normal import BodyLiteral, Literal, NormalRule, internal_name, names_in
from woodstock.grounding.rewriting.sizes import Sizes
from woodstock.grounding.rewriting.static import Names, relations_below, static_answers

WITNESS_RELATION = "witness"
ANY_RELATION = "any"
TWO_RELATION = "two"
BEFORE_RELATION = "before"
EXCEPTED_RELATION = "excepted"
CANDIDATE_RELATION = "candidate"
COMPONENT_RELATION = "component"
OTHER = "another value"  # a variable that no rule can have
WORTH_FREEING = 300_000.0  # estimated literals of a rule
FEWEST_WITNESSES = 8
MOST_PAIRS = 100_000  # of the relation that tells witnesses apart


@dataclass(frozen=True, slots=True)
class _Exception:
    """A rule read as h(c, r) :- outside, inside(u, r), different(c, u)."""

    rule: NormalRule
    different: Literal
    excepted: tuple[str, ...]  # c
    witnesses: tuple[str, ...]  # u
    inside: tuple[BodyLiteral, ...]
    outside: tuple[BodyLiteral, ...]

    @property
    def interface(self) -> tuple[str, ...]:  # r
        used = {name for item in self.inside for name in names_in(item)} - set(self.witnesses)
        needed = names_in(self.rule.head).union(*(names_in(item) for item in self.outside))
        return tuple(sorted(used & needed))


def free_exceptions(rules: list[NormalRule], sizes: Sizes, limits: Limits) -> list[NormalRule]:
    """Rules with the same meaning, those that ask for another witness rewritten where they are large."""
    result: list[NormalRule] = []
    tuples: dict[tuple[str, int, bool], set[Names] | None] = {}
    number = 0
    for rule in rules:
        large = sizes.cost(rule.body) > WORTH_FREEING
        for found in _exceptions(rule, sizes) if large else ():
            if not _is_large(found, number, sizes) or _depends(rules, found):
                continue
            key = (*signature(found.different.atom), _is_first(found))
            if key not in tuples:
                tuples[key] = _told_apart(rules, found, limits)
            if (names := tuples[key]) is not None:
                result += _freed(found, _in_range(found, names, sizes), number, sizes)
                number += 1
                break
        else:
            result.append(rule)
    return result


def _exceptions(rule: NormalRule, sizes: Sizes) -> Iterator[_Exception]:
    head = names_in(rule.head)
    for literal in rule.body:
        if not isinstance(literal, Literal) or not literal.positive or sizes.is_dynamic(literal):
            continue
        for excepted, witnesses in _halves(literal):
            if not head.issuperset(excepted) or not head.isdisjoint(witnesses):
                continue
            rest = [item for item in rule.body if item is not literal]
            inside = tuple(item for item in rest if not names_in(item).isdisjoint(witnesses))
            outside = tuple(item for item in rest if names_in(item).isdisjoint(witnesses))
            found = _Exception(rule, literal, excepted, witnesses, inside, outside)
            bound = {
                name
                for item in inside
                if isinstance(item, Literal) and item.positive
                for name in names_in(item)
            }
            apart = all(names_in(item).isdisjoint(excepted) for item in inside)
            # Moves are no witnesses: a role makes one, and what a move changes factors well as it stands.
            moves = any(isinstance(item, Literal) and item.atom.name == "does" for item in inside)
            if (
                apart
                and not moves
                and bound.issuperset(found.interface)
                and any(map(sizes.is_dynamic, inside))
            ):
                yield found


def _halves(literal: Literal) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    args = arguments(literal.atom)
    names = tuple(arg.name for arg in args if isinstance(arg, Variable))
    if len(names) != len(args) or len(names) % 2 or len(set(names)) != len(names):
        return
    first, second = names[: len(names) // 2], names[len(names) // 2 :]
    yield first, second
    yield second, first


def _is_first(found: _Exception) -> bool:
    """Whether the witness comes second in the relation that tells it from the excepted one."""
    assert isinstance(found.different.atom, Function)
    return found.different.atom.args[0] == Variable(found.excepted[0])


def _witness(found: _Exception, names: tuple[str, ...], number: int) -> Literal:
    shared = tuple(map(Variable, (*names, *found.interface)))
    return Literal(Function(internal_name(WITNESS_RELATION, number), shared))


def _is_large(found: _Exception, number: int, sizes: Sizes) -> bool:
    """Whether the rule stays large when all that only concerns the witness is settled before (decompose.py)."""
    witness = _witness(found, found.witnesses, number)
    spans = sizes.spans((*found.inside, found.different))
    reach = prod(spans.get(name, 1) for name in (*found.witnesses, *found.interface))
    sizes.declare(witness.atom, min(reach, sizes.join(found.inside)), spans, dynamic=True)
    return sizes.cost((*found.outside, witness, found.different)) > WORTH_FREEING


def _depends(rules: list[NormalRule], found: _Exception) -> bool:
    """Whether the witnesses depend on the head: then they may not be negated in its rule."""
    return found.rule.head.name in relations_below(rules, found.inside)


def _told_apart(rules: list[NormalRule], found: _Exception, limits: Limits) -> set[Names] | None:
    """All tuples that may be a witness, if the relation tells apart just what is not equal."""
    answers = static_answers(
        rules, [found.different], (*found.excepted, *found.witnesses), limits, MOST_PAIRS
    )
    if answers is None:
        return None
    half = len(found.excepted)
    pairs = {(names[:half], names[half:]) for names in answers}
    excepted = {one for one, _ in pairs}
    witnesses = {other for _, other in pairs}
    if len(witnesses) < FEWEST_WITNESSES or any(one == other for one, other in pairs):
        return None
    return witnesses if len(pairs) == len(excepted) * len(witnesses) - len(excepted & witnesses) else None


def _in_range(found: _Exception, tuples: set[Names], sizes: Sizes) -> list[Names]:
    """Those that the rule's variables may be."""
    ranges = sizes.domains.ranges(found.rule) or {}  # none: it has a literal that another pass made
    return sorted(
        names
        for names in tuples
        if all(name in ranges[v] for v, name in zip(found.witnesses, names) if v in ranges)
    )


def _freed(found: _Exception, witnesses: list[Names], number: int, sizes: Sizes) -> Iterator[NormalRule]:
    """The rules instead of one. Two witnesses differ in some component, so two values of a component tell that there
    are two witnesses: far fewer pairs than comparing witnesses with each other."""
    rule = found.rule

    def relation(name: str, args: tuple[Term, ...]) -> Function | Symbol:
        relation_name = internal_name(name, number)
        return atom_of(relation_name, args)

    def over(name: str, *names: str) -> Literal:
        return Literal(relation(name, tuple(map(Variable, names))))

    one = _witness(found, found.witnesses, number)
    any_, two = over(ANY_RELATION, *found.interface), over(TWO_RELATION, *found.interface)
    excepted = over(EXCEPTED_RELATION, *found.excepted)
    candidate = over(CANDIDATE_RELATION, *found.witnesses)
    spans = sizes.spans((*found.inside, found.different))
    reach = prod(spans.get(name, 1) for name in found.interface)
    for literal, size, dynamic in (
        (any_, reach, True),
        (two, reach, True),
        (excepted, len(witnesses), False),
        (candidate, len(witnesses), False),
    ):
        sizes.declare(literal.atom, size, spans, dynamic)
    yield NormalRule(excepted.atom, (found.different,), rule.source)
    yield NormalRule(candidate.atom, (found.different,), rule.source)
    yield NormalRule(one.atom, (*found.inside, candidate), rule.source)
    yield NormalRule(any_.atom, (one,), rule.source)
    for place, name in enumerate(found.witnesses):
        values = sorted({names[place] for names in witnesses})
        component, before = f"{COMPONENT_RELATION}{place}", f"{BEFORE_RELATION}{place}"
        first, second = (over(component, each, *found.interface) for each in (name, OTHER))
        smaller = over(before, name, OTHER)
        sizes.declare(first.atom, reach * len(values), {**spans, name: len(values)}, dynamic=True)
        sizes.declare(
            smaller.atom, len(values) ** 2 / 2, {name: len(values), OTHER: len(values)}, dynamic=False
        )
        yield NormalRule(first.atom, (one,), rule.source)
        yield NormalRule(two.atom, (first, second, smaller), rule.source)
        for low, high in combinations(values, 2):
            yield NormalRule(relation(before, (Symbol(low), Symbol(high))), ())
    yield NormalRule(rule.head, (*found.outside, excepted, two), rule.source)
    but = Literal(_witness(found, found.excepted, number).atom, positive=False)
    yield NormalRule(rule.head, (*found.outside, excepted, any_, but), rule.source)
