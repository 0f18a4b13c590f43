"""Transitive closures over nodes that depend on the state: which relations are one, and over which nodes and edges.

    c(k, s, t) :- node(k, s), edge(s, t), node(k, t).
    c(k, s, u) :- c(k, s, t), edge(t, u), node(k, u).

One end of the path stands still, here s, while the other one moves; the rules may as well move s. What is to be a node
is told by the caller, as literals over one end; all that a rule says besides must be static, and is the edge. Which ends
must be said to be nodes, and which need not:

- Where the path grows, in both rules, the new end must be a node by the same literals. So all ends that ever moved are.
- The end that stands still is a node for every pair that the caller asks about, and so is the end that the path grew
  from, which has moved before: nothing is lost or gained if a rule says so once more, or does not.

Then, between nodes that the caller asks about, c(k, s, t) holds just if a path of at least one edge leads from s to t
through nodes only. If the edges are symmetric, such a path leads back as well.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from woodstock.gdl.keywords import RELATIONS
from woodstock.gdl.terms import Atom, Term, Variable, arguments, signature
from woodstock.gdl.walk import variables
from woodstock.grounding.limits import Limits
from woodstock.grounding.rewriting.normal import (
    BodyLiteral,
    Literal,
    NormalRule,
    names_in,
    substitute_literal,
)
from woodstock.grounding.rewriting.sizes import Sizes
from woodstock.grounding.rewriting.static import Names, static_answers

MOST_EDGES = 100_000
Places = tuple[int, ...]
Edges = frozenset[tuple[Names, Names]]


@dataclass(frozen=True, slots=True)
class Closure:
    """Two rules that may be a closure: the places of both ends and of the context in its relation."""

    base: NormalRule
    step: NormalRule
    inner: Literal  # the recursive one
    still: Places
    moving: Places
    context: Places

    @property
    def relation(self) -> tuple[str, int]:
        return signature(self.step.head)


def closure_of(own: Sequence[NormalRule]) -> Closure | None:
    """The rules of a relation as those of a closure, if they are two that look like it."""
    if len(own) != 2 or own[0].head.name in RELATIONS:
        return None
    inner_of = {
        number: [
            item
            for item in rule.body
            if isinstance(item, Literal) and signature(item.atom) == signature(rule.head)
        ]
        for number, rule in enumerate(own)
    }
    for base, step in ((0, 1), (1, 0)):
        if not inner_of[base] and len(inner_of[step]) == 1 and inner_of[step][0].positive:
            return _with_places(own[base], own[step], inner_of[step][0])
    return None


def _with_places(base: NormalRule, step: NormalRule, inner: Literal) -> Closure | None:
    """The context is what the step looks at together with the new end; the old end and what stands still it does not."""
    names, before = _plain_names(step.head), _plain_names(inner.atom)
    if names is None or before is None or _plain_names(base.head) is None:
        return None
    moving = tuple(place for place, name in enumerate(names) if before[place] != name)
    new = {names[place] for place in moving}
    if not {before[place] for place in moving}.isdisjoint(names):
        return None
    beside_new = {
        name
        for item in step.body
        if item is not inner and not new.isdisjoint(names_in(item))
        for name in names_in(item)
    }
    rest = [place for place in range(len(names)) if place not in moving]
    context = tuple(place for place in rest if names[place] in beside_new)
    still = tuple(place for place in rest if place not in context)
    if not moving or len(still) != len(moving):
        return None
    return Closure(base, step, inner, still, moving, context)


def _plain_names(atom: Atom) -> Names | None:
    """The arguments of an atom, if they are variables, all different."""
    args = arguments(atom)
    names = tuple(arg.name for arg in args if isinstance(arg, Variable))
    return names if len(set(names)) == len(args) else None


def at(atom: Atom, places: Places) -> tuple[Term, ...]:
    args = arguments(atom)
    return tuple(args[place] for place in places)


def as_node_literal(
    literal: BodyLiteral, end: Sequence[Term], values: Mapping[str, Term], others: Collection[BodyLiteral]
) -> BodyLiteral | None:
    """A literal about one end, written the same way for every end; None if others know its other variables.

    `values` says what the variables of the context stand for. The rest of its variables are about this literal only:
    there are values for them, or there are none.
    """
    renamed: dict[str, Term] = {**values, **node_names(end)}
    own = names_in(literal) - renamed.keys()
    if any(not own.isdisjoint(names_in(other)) for other in others if other is not literal):
        return None
    terms = (literal.atom,) if isinstance(literal, Literal) else (literal.left, literal.right)
    ordered = dict.fromkeys(variable.name for term in terms for variable in variables(term))
    for number, name in enumerate(name for name in ordered if name in own):
        renamed[name] = Variable(f"some {number}")  # no name of a rulesheet has a blank
    return substitute_literal(literal, renamed)


def node_names(end: Sequence[Term]) -> dict[str, Term]:
    return {
        term.name: Variable(f"node {place}") for place, term in enumerate(end) if isinstance(term, Variable)
    }


@dataclass(frozen=True, slots=True)
class Graph:
    """What a closure is over: the literals that make a node, out of those given, and its edges, which are symmetric."""

    node: frozenset[BodyLiteral]
    edges: Edges


def graph_of(
    closure: Closure,
    context: Sequence[Term],
    asked: frozenset[BodyLiteral],
    *,
    rules: Sequence[NormalRule],
    sizes: Sizes,
    limits: Limits,
) -> Graph | None:
    """The graph, if pairs of ends that are `asked` (see `as_node_literal`) are linked just where it has a path."""
    base, step, inner = closure.base, closure.step, closure.inner
    still, new = at(base.head, closure.still), at(base.head, closure.moving)
    values = _values(at(base.head, closure.context), context)
    first = _Parts(base.body, (still, new), values, asked)
    still, new, old = (
        at(step.head, closure.still),
        at(step.head, closure.moving),
        at(inner.atom, closure.moving),
    )
    values = _values(at(step.head, closure.context), context)
    more = _Parts([item for item in step.body if item is not inner], (still, new, old), values, asked)
    node = more.said_of[1]
    if first.said_of[1] != node or not more.said_of[2] <= node:
        return None
    edges = first.edges(0, 1, rules, sizes, limits)
    if edges is None or edges != more.edges(2, 1, rules, sizes, limits):
        return None
    return Graph(frozenset(node), edges) if edges == {(two, one) for one, two in edges} else None


def _values(own: Sequence[Term], given: Sequence[Term]) -> dict[str, Term]:
    return {name.name: term for name, term in zip(own, given) if isinstance(name, Variable)}


class _Parts:
    """The body of a closure's rule, its recursion left out: what it says of each end alone, and the rest."""

    def __init__(
        self,
        body: Sequence[BodyLiteral],
        ends: tuple[tuple[Term, ...], ...],
        values: Mapping[str, Term],
        asked: frozenset[BodyLiteral],
    ) -> None:
        self._ends = tuple(tuple(node_names(end)) for end in ends)
        self._context = frozenset(values)
        self._rest: list[BodyLiteral] = []
        self.said_of = tuple(set[BodyLiteral]() for _ in ends)
        for item in body:
            about = [
                number for number, names in enumerate(self._ends) if not names_in(item).isdisjoint(names)
            ]
            written = as_node_literal(item, ends[about[0]], values, body) if len(about) == 1 else None
            if written is not None and written in asked:
                self.said_of[about[0]].add(written)
            else:
                self._rest.append(item)

    def edges(
        self, one: int, two: int, rules: Sequence[NormalRule], sizes: Sizes, limits: Limits
    ) -> Edges | None:
        """The pairs of ends that the rest allows, if it is static and about these ends only."""
        names = (*self._ends[one], *self._ends[two])
        used = frozenset[str]().union(*map(names_in, self._rest))
        bound = {
            name
            for item in self._rest
            if isinstance(item, Literal) and item.positive
            for name in names_in(item)
        }
        strange = self._context.union(*self._ends) - set(names)
        if any(map(sizes.is_dynamic, self._rest)) or used & strange or not bound >= used | set(names):
            return None
        answers = static_answers(rules, self._rest, names, limits, MOST_EDGES)
        half = len(self._ends[one])
        return None if answers is None else frozenset((each[:half], each[half:]) for each in answers)
