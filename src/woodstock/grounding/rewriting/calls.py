"""Calls: recursive relations are derived only for the arguments with which they can be called (magic sets).

`demand.py` looks at each argument by itself. A counter that walks along a board, `(count ?cell ?before ?after)`, escapes
it: every number is asked for somewhere, but at the third cell nobody has counted to nine. Here the arguments that every
caller gives are taken together: `called(cell, before)` holds if some rule can get as far as that call. Who is called is
found first, with facts only (`reachability.py`); then the facts guard the rules.

F. Bancilhon, D. Maier, Y. Sagiv, J. D. Ullman, "Magic sets and other strange ways to implement logic programs", PODS
1986; the order in which a body passes on what it knows is their sideways information passing.

Why that changes no game: a rule that is guarded is used only if its head is called. Let an instance of it make a
difference, so its head is called; take its literals in the order of `_in_order`. As long as those before one hold in
some state, their relaxation holds, hence the next one is called, whether positively or below `not`, and by induction
along the (locally stratified) derivation it has the value that it has without guards. Once one does not hold, the body
is false with and without guards, whatever the others are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from woodstock.errors import GroundingError
from woodstock.gdl.keywords import RELATIONS
from woodstock.gdl.terms import Atom, arguments, atom_of, signature
from woodstock.grounding.limits import Limits
from woodstock.grounding.reachability import called_atoms
from woodstock.grounding.rewriting.decompose import decompose
from woodstock.grounding.rewriting.normal import Literal, NormalRule, internal_name, names_in
from woodstock.grounding.rewriting.sizes import Sizes

CALL_RELATION = "called"
WORTH_CALLING = 20_000_000.0  # estimated instances of a relation: fewer may all be derived
Relation = tuple[str, int]
Given = dict[Relation, tuple[int, ...]]
"""Per relation, the places of arguments that every caller gives."""


def restrict_to_calls(rules: list[NormalRule], sizes: Sizes, limits: Limits) -> list[NormalRule]:
    """The rules, guarded by facts that say who can be called; as they are where nothing large is recursive."""
    given = _given_places(rules, _worth_calling(rules, sizes))
    if not given:
        return rules
    calls = _Calls(given)
    asking = [*map(calls.guarded, rules), *(call for rule in rules for call in calls.made_by(rule))]
    try:
        facts = called_atoms(decompose(asking, Sizes(asking)), calls.names, limits)
    except GroundingError:
        return rules
    return [*map(calls.guarded, rules), *(NormalRule(fact, ()) for fact in facts)]


class _Calls:
    """Call relations: their atoms, the rules that derive them, and the guards they are."""

    def __init__(self, given: Given) -> None:
        self._given = given
        self._names = {relation: internal_name(CALL_RELATION, i) for i, relation in enumerate(given)}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._names.values())

    def guarded(self, rule: NormalRule) -> NormalRule:
        call = self._call(rule.head) if rule.body else None
        return rule if call is None else NormalRule(rule.head, (Literal(call), *rule.body), rule.source)

    def made_by(self, rule: NormalRule) -> Iterator[NormalRule]:
        """Rules for the calls that the body of a rule makes."""
        start = self._call(rule.head)
        before = [] if start is None else [Literal(start)]
        for literal in _in_order(rule, self._given):
            call = self._call(literal.atom)
            if call is not None:
                yield NormalRule(call, tuple(_connected(call, before)), rule.source)
            before.append(literal)

    def _call(self, atom: Atom) -> Atom | None:
        places = self._given.get(signature(atom))
        if places is None:
            return None
        args = arguments(atom)
        return atom_of(self._names[signature(atom)], tuple(args[place] for place in places))


def _connected(call: Atom, before: Sequence[Literal]) -> list[Literal]:
    """Those positive literals that share variables with a call, directly or through others: the rest says little."""
    names = set(names_in(call))
    taken: set[int] = set()
    grown = True
    while grown:
        grown = False
        for number, literal in enumerate(before):
            if number not in taken and literal.positive and names_in(literal) & names:
                taken.add(number)
                names |= names_in(literal)
                grown = True
    return [before[number] for number in sorted(taken)]


def _in_order(rule: NormalRule, given: Given) -> list[Literal]:
    """The literals of a body in the order in which they pass on values: what is not guarded first, negation last.

    Of the guarded ones, the rule's own relation comes last, and before that the one with most of its arguments known.
    """
    literals = [item for item in rule.body if isinstance(item, Literal)]
    free = [item for item in literals if item.positive and signature(item.atom) not in given]
    guarded = [item for item in literals if item.positive and signature(item.atom) in given]
    known = _known_at_first(rule, given).union(*map(names_in, free))
    ordered = list(free)
    while guarded:
        best = max(
            guarded,
            key=lambda item: (
                signature(item.atom) != signature(rule.head),
                sum(names_in(arg) <= known for arg in arguments(item.atom)),
            ),
        )
        guarded.remove(best)
        ordered.append(best)
        known = known | names_in(best)
    return ordered + [item for item in literals if not item.positive]


def _known_at_first(rule: NormalRule, given: Given) -> frozenset[str]:
    args = arguments(rule.head)
    places = given.get(signature(rule.head), ())
    return frozenset[str]().union(*(names_in(args[place]) for place in places))


def _given_places(rules: Sequence[NormalRule], worth: Iterable[Relation]) -> Given:
    """The places that all callers of these relations give: the greatest fixpoint; without any, a relation is left out."""
    given: Given = {relation: tuple(range(relation[1])) for relation in worth if relation[1]}
    changed = True
    while changed:
        changed = False
        for rule in rules:
            known = _known_at_first(rule, given)
            for literal in _in_order(rule, given):
                relation, args = signature(literal.atom), arguments(literal.atom)
                places = given.get(relation)
                if places is not None:
                    kept = tuple(place for place in places if names_in(args[place]) <= known)
                    if kept != places:
                        changed = True
                        given[relation] = kept
                        if not kept:
                            del given[relation]
                known = known | names_in(literal)
    return given


def _worth_calling(rules: Sequence[NormalRule], sizes: Sizes) -> list[Relation]:
    """Large recursive relations that depend on the state, and the large ones that their rules call.

    What no state changes is ground once and leaves nothing but facts: finding its calls would cost as much.
    """
    uses: dict[Relation, dict[Relation, None]] = {}
    for rule in rules:
        uses.setdefault(signature(rule.head), {}).update(
            (signature(item.atom), None) for item in rule.body if isinstance(item, Literal)
        )
    large = [
        relation
        for relation, used in uses.items()
        if used and relation[0] not in RELATIONS and sizes.size_of(("", *relation)) >= WORTH_CALLING
    ]
    recursive = [
        relation
        for relation in large
        if sizes.depends_on_state(relation[0]) and relation in _below(relation, uses)
    ]
    called = {other for relation in recursive for other in uses[relation]}
    return [relation for relation in large if relation in recursive or relation in called]


def _below(relation: Relation, uses: dict[Relation, dict[Relation, None]]) -> set[Relation]:
    """All helper relations that the rules of one use, directly or not; the game's own end such a walk."""
    seen: set[Relation] = set()
    todo = list(uses[relation])
    while todo:
        other = todo.pop()
        if other not in seen and other[0] not in RELATIONS:
            seen.add(other)
            todo += uses.get(other, ())
    return seen
