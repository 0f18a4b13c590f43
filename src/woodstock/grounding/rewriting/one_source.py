"""One source for all: whether some two nodes are not linked is asked of the first node only.

`h(k) :- node(k, a), node(k, b), different(a, b), not linked(k, a, b)` derives who is linked with whom from every node.
If links are a closure over symmetric edges (`closure.py`), being linked is symmetric and transitive, so it is enough to
look at one node, whichever it is: if all others are linked with it, they are with each other. It is the first one in
some order of all that may be nodes:

    earlier(k, b) :- node(k, a), follows(a, b).        earlier(k, b) :- earlier(k, a), follows(a, b).
    source(k, a) :- node(k, a), not earlier(k, a).
    reached(k, a) :- source(k, a).                     reached(k, a) :- reached(k, b), edge(b, a), node(k, a).
    h(k) :- node(k, a), not reached(k, a).

Why that is the same: if some node is not reached, it is not the source, and is not linked with it. If two different
nodes are not linked, not both are linked with the source, or one is the source itself and the other is not linked with
it; that one is not reached. Without a node there is no source, and nobody asks. A rule that does not ask for different
nodes also asks whether a node is linked with itself, by a loop or by going there and back; then the source is reached
only if a path leads back to it, and the same two arguments hold.

Nodes that are asked about may be fewer than those that paths lead through. Different nodes are those that differ in some
component, so such a rule comes as one for each component; one that wants a certain component to differ is something else.
Lines of action asks so whether a player's pieces are together: 64 squares to start from, for either player.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, pairwise, product
from math import prod

from woodstock.gdl.terms import Atom, Symbol, Term, Variable, atom_of, signature
from woodstock.grounding.limits import Limits
from woodstock.grounding.rewriting.closure import Closure, Graph, as_node_literal, at, closure_of, graph_of
from woodstock.grounding.rewriting.normal import (
    BodyLiteral,
    Comparison,
    Literal,
    NormalRule,
    internal_name,
    names_in,
)
from woodstock.grounding.rewriting.sizes import Sizes
from woodstock.grounding.rewriting.static import Names, relations_below

ASKED_RELATION = "member"
FOLLOWS_RELATION = "follows"
EARLIER_RELATION = "earlier"
SOURCE_RELATION = "source"
EDGE_RELATION = "edge"
REACHED_RELATION = "reached"
WORTH_ONE_SOURCE = 1000.0  # estimated instances of the closure
MOST_NODES = 10_000

Signature = tuple[str, int]


@dataclass(frozen=True, slots=True)
class _Question:
    """Rules read as h :- outside, asked(k, one), asked(k, other), [one and other differ], not linked(context, one, other)."""

    rule: NormalRule  # without the difference
    closure: Closure
    context: tuple[Term, ...]
    one: Names
    other: Names
    shared: Names  # k
    asked: dict[BodyLiteral, BodyLiteral]  # the literals of one, by how they are written for every end
    outside: tuple[BodyLiteral, ...]


def search_from_one_source(rules: list[NormalRule], sizes: Sizes, limits: Limits) -> list[NormalRule]:
    """Rules with the same meaning; those that ask whether two nodes are not linked look at one source each."""
    closures = _closures(rules, sizes)
    if not closures:
        return rules
    instead: dict[int, list[NormalRule]] = {}
    answered: set[Signature] = set()
    numbers = count()
    for (head, body), by_difference in _by_difference(rules, closures).items():
        question = _question(NormalRule(head, body, rules[min(by_difference.values())].source), closures)
        if question is None:
            continue
        graph, order = _graph(question, rules, sizes, limits), _all_nodes(question, sizes)
        if graph is None or order is None:
            continue
        for differing in (False, True):
            places = tuple(range(len(question.one))) if differing else (None,)
            if not by_difference.keys() >= set(places):
                continue
            rewritten = list(_from_one_source(question, graph, order, next(numbers), differing=differing))
            first, *others = sorted(by_difference[place] for place in places)
            instead |= {first: rewritten, **{number: [] for number in others}}
            answered.add(question.closure.relation)
    return _without_unused(
        [each for n, rule in enumerate(rules) for each in instead.get(n, [rule])], answered
    )


def _closures(rules: list[NormalRule], sizes: Sizes) -> dict[Signature, Closure]:
    """The relations that may be closures, of those that are worth it."""
    own: dict[Signature, list[NormalRule]] = defaultdict(list)
    for rule in rules:
        own[signature(rule.head)].append(rule)
    found = {
        relation: closure_of(rules_of_it)
        for relation, rules_of_it in own.items()
        if sizes.depends_on_state(relation[0]) and sizes.size_of(("", *relation)) >= WORTH_ONE_SOURCE
    }
    return {relation: closure for relation, closure in found.items() if closure is not None}


def _by_difference(
    rules: list[NormalRule], closures: dict[Signature, Closure]
) -> dict[tuple[Atom, tuple[BodyLiteral, ...]], dict[int | None, int]]:
    """The rules that deny a closure, without the component in which its ends have to differ, if any; by that component."""
    found: dict[tuple[Atom, tuple[BodyLiteral, ...]], dict[int | None, int]] = defaultdict(dict)
    for number, rule in enumerate(rules):
        for link in _denied(rule.body, closures):
            closure = closures[signature(link.atom)]
            pairs = list(zip(at(link.atom, closure.still), at(link.atom, closure.moving)))
            differences = [
                (place, item)
                for item in rule.body
                if isinstance(item, Comparison) and not item.equal
                for place, (one, other) in enumerate(pairs)
                if {item.left, item.right} == {one, other}
            ]
            if len(differences) <= 1:
                place, difference = differences[0] if differences else (None, None)
                rest = tuple(item for item in rule.body if item is not difference)
                found[rule.head, rest].setdefault(place, number)
    return found


def _denied(body: Iterable[BodyLiteral], closures: dict[Signature, Closure]) -> list[Literal]:
    return [
        item
        for item in body
        if isinstance(item, Literal) and not item.positive and signature(item.atom) in closures
    ]


def _question(rule: NormalRule, closures: dict[Signature, Closure]) -> _Question | None:
    """The rule, if it asks the same of both ends of a link that it denies, and nothing else of both together."""
    links = _denied(rule.body, closures)
    if len(links) != 1:
        return None
    closure = closures[signature(links[0].atom)]
    ends, context = at(links[0].atom, closure.still + closure.moving), at(links[0].atom, closure.context)
    names = tuple(end.name for end in ends if isinstance(end, Variable))
    one, other = names[: len(closure.still)], names[len(closure.still) :]
    outer = names_in(rule.head).union(*map(names_in, context))
    if len(set(names)) < len(ends) or not outer.isdisjoint(names):
        return None
    rest = [item for item in rule.body if item is not links[0]]
    of_one = [item for item in rest if not names_in(item).isdisjoint(one)]
    of_other = [item for item in rest if not names_in(item).isdisjoint(other)]
    if any(item in of_other for item in of_one):
        return None
    outside = tuple(item for item in rest if item not in of_one and item not in of_other)
    elsewhere = outer.union(*map(names_in, outside)) | (_names(of_one) & _names(of_other))
    shared = _names(of_one) & elsewhere
    values: dict[str, Term] = {name: Variable(name) for name in shared}
    asked = {as_node_literal(item, _variables(one), values, rest): item for item in of_one}
    asked_too = {as_node_literal(item, _variables(other), values, rest) for item in of_other}
    if asked.keys() != asked_too or None in asked_too:
        return None
    bound = _names(item for item in of_one if isinstance(item, Literal) and item.positive)
    if not bound >= shared.union(one) or not shared >= frozenset[str]().union(*map(names_in, context)):
        return None
    written = {key: item for key, item in asked.items() if key is not None}
    return _Question(rule, closure, context, one, other, tuple(sorted(shared)), written, outside)


def _names(items: Iterable[BodyLiteral]) -> frozenset[str]:
    return frozenset[str]().union(*map(names_in, items))


def _variables(names: Iterable[str]) -> tuple[Variable, ...]:
    return tuple(map(Variable, names))


def _graph(question: _Question, rules: Sequence[NormalRule], sizes: Sizes, limits: Limits) -> Graph | None:
    below = relations_below(rules, question.asked.values())
    if question.rule.head.name in below or question.closure.relation[0] in below:
        return None  # what is asked would be denied before it is known
    asked = frozenset(question.asked)
    graph = graph_of(question.closure, question.context, asked, rules=rules, sizes=sizes, limits=limits)
    return graph if graph is not None and any(map(sizes.is_dynamic, graph.node)) else None


def _all_nodes(question: _Question, sizes: Sizes) -> list[Names] | None:
    """All that may ever be asked about, in some order."""
    ranges = sizes.domains.ranges(question.rule)
    if ranges is None:
        return None
    values = [sorted(shape for shape in ranges[name] if isinstance(shape, str)) for name in question.one]
    only_symbols = all(len(symbols) == len(ranges[name]) for name, symbols in zip(question.one, values))
    return list(product(*values)) if only_symbols and 1 < prod(map(len, values)) <= MOST_NODES else None


def _from_one_source(
    question: _Question, graph: Graph, order: list[Names], number: int, *, differing: bool
) -> Iterator[NormalRule]:
    source_rule = question.rule.source
    one, other, shared = map(_variables, (question.one, question.other, question.shared))

    def relation(word: str, *args: Sequence[Term]) -> Literal:
        return Literal(atom_of(internal_name(word, number), [each for part in args for each in part]))

    def rule(head: Literal, *body: BodyLiteral) -> NormalRule:
        return NormalRule(head.atom, body, source_rule)

    def fact(word: str, *pair: Names) -> NormalRule:
        return NormalRule(relation(word, *(tuple(map(Symbol, names)) for names in pair)).atom, ())

    asked, earlier, source, reached = (
        relation(word, shared, one)
        for word in (ASKED_RELATION, EARLIER_RELATION, SOURCE_RELATION, REACHED_RELATION)
    )
    later = relation(EARLIER_RELATION, shared, other)
    follows, edge = relation(FOLLOWS_RELATION, one, other), relation(EDGE_RELATION, other, one)
    node = [item for written, item in question.asked.items() if written in graph.node]
    yield rule(asked, *question.asked.values())
    yield rule(later, asked, follows)
    yield rule(later, earlier, follows)
    yield rule(source, asked, Literal(earlier.atom, positive=False))
    if differing:
        yield rule(reached, source)
    else:
        yield rule(reached, relation(SOURCE_RELATION, shared, other), edge, *node)
    yield rule(reached, relation(REACHED_RELATION, shared, other), edge, *node)
    yield NormalRule(
        question.rule.head,
        (*question.outside, asked, Literal(reached.atom, positive=False)),
        source_rule,
    )
    yield from (fact(FOLLOWS_RELATION, *pair) for pair in pairwise(order))
    yield from (fact(EDGE_RELATION, *pair) for pair in sorted(graph.edges))


def _without_unused(rules: list[NormalRule], closures: set[Signature]) -> list[NormalRule]:
    """The rules without those of closures that only ask themselves."""
    used = {
        signature(item.atom)
        for rule in rules
        for item in rule.body
        if isinstance(item, Literal) and signature(item.atom) != signature(rule.head)
    }
    return [rule for rule in rules if signature(rule.head) not in closures - used]
