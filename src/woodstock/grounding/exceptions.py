"""All but one: rules that ask for a witness other than a given one are freed from the given one.

`h(c, r) :- p(u, r), different(c, u)` has as many instances as there are triples. With `any(r)` for some witness and
`two(r)` for two of them,

    h(c, r) :- any(r), not p(c, r).        h(c, r) :- two(r).

say the same with pairs of c and r. Chess asks so whether the king is attacked by another piece than the one just
captured: 64 squares captured on, 64 of the king, 64 left, and all squares of attackers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import prod

from woodstock.errors import GroundingError
from woodstock.gdl.terms import Function, Symbol, Term, Variable
from woodstock.grounding.asp import Identifiers, rule_text
from woodstock.grounding.clingo_library import ground_text
from woodstock.grounding.limits import Limits
from woodstock.grounding.normal import BodyLiteral, Literal, NormalRule, internal_name, names_in
from woodstock.grounding.sizes import Sizes

WITNESS_RELATION = "witness"
ANY_RELATION = "any"
TWO_RELATION = "two"
BEFORE_RELATION = "before"
EXCEPTED_RELATION = "excepted"
CANDIDATE_RELATION = "candidate"
WORTH_FREEING = 300_000.0  # estimated literals of a rule
FEWEST_WITNESSES = 8
MOST_PAIRS = 100_000  # of the relation that tells witnesses apart

Names = tuple[str, ...]


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
    tuples: dict[tuple[str, bool], set[Names] | None] = {}
    number = 0
    for rule in rules:
        large = sizes.cost(rule.body) > WORTH_FREEING
        for found in _exceptions(rule, sizes) if large else ():
            if not _is_large(found, number, sizes) or _depends(rules, found):
                continue
            key = (found.different.atom.name, _is_first(found))
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
    args = literal.atom.args if isinstance(literal.atom, Function) else ()
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
    arguments = tuple(map(Variable, (*names, *found.interface)))
    return Literal(Function(internal_name(WITNESS_RELATION, number), arguments))


def _is_large(found: _Exception, number: int, sizes: Sizes) -> bool:
    """Whether the rule stays large when all that only concerns the witness is settled before (decompose.py)."""
    witness = _witness(found, found.witnesses, number)
    spans = sizes.spans((*found.inside, found.different))
    reach = prod(spans.get(name, 1) for name in (*found.witnesses, *found.interface))
    sizes.declare(witness.atom, min(reach, sizes.join(found.inside)), spans, dynamic=True)
    return sizes.cost((*found.outside, witness, found.different)) > WORTH_FREEING


def _depends(rules: list[NormalRule], found: _Exception) -> bool:
    """Whether the witnesses depend on the head: then they may not be negated in its rule."""
    below = _relations_below(rules, [item for item in found.inside if isinstance(item, Literal)])
    return found.rule.head.name in below


def _relations_below(rules: list[NormalRule], literals: list[Literal]) -> set[str]:
    bodies: dict[str, set[str]] = {}
    for rule in rules:
        bodies.setdefault(rule.head.name, set()).update(
            item.atom.name for item in rule.body if isinstance(item, Literal)
        )
    seen: set[str] = set()
    todo = [literal.atom.name for literal in literals]
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += bodies.get(name, ())
    return seen


def _told_apart(rules: list[NormalRule], found: _Exception, limits: Limits) -> set[Names] | None:
    """All tuples that may be a witness, if the relation tells apart just what is not equal."""
    needed = _relations_below(rules, [found.different])
    identifiers = Identifiers()
    lines = [rule_text(rule, identifiers) for rule in rules if rule.head.name in needed]
    small = replace(limits, literals=MOST_PAIRS, atoms=MOST_PAIRS)
    try:
        name = found.different.atom.name
        program = ground_text("\n".join(lines), identifiers, small, facts={name}).program
    except GroundingError:
        return None
    half = len(found.excepted)
    pairs: set[tuple[Names, Names]] = set()
    for _, text in program.atoms_of(name):
        _, *names = text[1:-1].split(" ")
        if "(" in text[1:]:
            return None  # functions would have to be told apart too
        if len(names) == 2 * half:
            first, second = tuple(names[:half]), tuple(names[half:])
            pairs.add((first, second) if _is_first(found) else (second, first))
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
    rule = found.rule

    def relation(name: str, arguments: tuple[Term, ...]) -> Function | Symbol:
        relation_name = internal_name(name, number)
        return Function(relation_name, arguments) if arguments else Symbol(relation_name)

    def over(name: str, *names: str) -> Literal:
        return Literal(relation(name, tuple(map(Variable, names))))

    others = tuple(f"{name} other" for name in found.witnesses)
    one, other = (_witness(found, names, number) for names in (found.witnesses, others))
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
    for index, second in enumerate(witnesses):
        for first in witnesses[:index]:
            yield NormalRule(relation(BEFORE_RELATION, tuple(map(Symbol, (*first, *second)))), ())
    yield NormalRule(excepted.atom, (found.different,), rule.source)
    yield NormalRule(candidate.atom, (found.different,), rule.source)
    yield NormalRule(one.atom, (*found.inside, candidate), rule.source)
    yield NormalRule(any_.atom, (one,), rule.source)
    pair = (one, other, over(BEFORE_RELATION, *found.witnesses, *others))
    yield NormalRule(two.atom, pair, rule.source)
    yield NormalRule(rule.head, (*found.outside, excepted, two), rule.source)
    but = Literal(_witness(found, found.excepted, number).atom, positive=False)
    yield NormalRule(rule.head, (*found.outside, excepted, any_, but), rule.source)
