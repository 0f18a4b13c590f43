"""Which relations are closures, and over which graph."""

import pytest

from tests.grounding.rewriting.linked_games import LINKED, MOVING_START, TWO_WAY_PATH, stones
from woodstock.gdl import parse_kif
from woodstock.gdl.terms import Variable
from woodstock.grounding import Limits
from woodstock.grounding.rewriting.closure import as_node_literal, closure_of, graph_of
from woodstock.grounding.rewriting.normal import normalise
from woodstock.grounding.rewriting.sizes import Sizes

COLOUR, NODE = Variable("colour"), Variable("x")
DARK = "(not (true (dark ?{0})))"


def rules_and_closure(linked, edges=TWO_WAY_PATH):
    rules = normalise(parse_kif(stones(linked + "(init (dark 2))", edges)).rules)
    return rules, closure_of([rule for rule in rules if rule.head.name == "linked"])


def graph(linked, edges=TWO_WAY_PATH, asked="(true (on ?x ?colour)) (not (true (dark ?x)))"):
    """The graph of a closure for the caller who asks about nodes with these literals."""
    rules, closure = rules_and_closure(linked, edges)
    if closure is None:
        return None
    (caller,) = normalise(parse_kif(f"(<= (p ?x ?colour) {asked})").rules)
    written = {as_node_literal(item, (NODE,), {"colour": COLOUR}, caller.body) for item in caller.body}
    return graph_of(closure, (COLOUR,), frozenset(written), rules=rules, sizes=Sizes(rules), limits=Limits())


@pytest.mark.parametrize("linked", [LINKED, MOVING_START])
def test_nodes_and_edges(linked):
    found = graph(linked)
    assert [str(item) for item in found.node] == ["(true (on ?node 0 ?colour))"]
    assert found.edges == {((str(one),), (str(two),)) for one, two in TWO_WAY_PATH}


def test_which_end_moves():
    _, closure = rules_and_closure(LINKED)
    assert (closure.context, closure.still, closure.moving) == ((0,), (1,), (2,))
    _, closure = rules_and_closure(MOVING_START)
    assert (closure.context, closure.still, closure.moving) == ((0,), (2,), (1,))


def rules(first, more):
    return f"(<= (linked ?c ?x ?y) {first}) (<= (linked ?c ?x ?z) {more})"


ON = "(true (on ?{0} ?c))"
X, Y, Z = (ON.format(end) for end in "xyz")
GOES_ON = f"(linked ?c ?x ?y) (edge ?y ?z) {Z}"
SAME = {
    "the end that stands still need not be said to be a node": rules(f"(edge ?x ?y) {Y}", GOES_ON),
    "it may be said twice": rules(f"{X} (edge ?x ?y) {Y}", f"{X} {GOES_ON}"),
    "and so may the end that the path grew from": rules(f"{X} (edge ?x ?y) {Y}", f"{Y} {GOES_ON}"),
    "edges written in another way": rules(f"(node ?x) (edge ?x ?y) {Y}", GOES_ON),
    "nodes by two literals": rules(f"(edge ?x ?y) {Y} {DARK.format('y')}", f"{GOES_ON} {DARK.format('z')}"),
    "edges with a variable of their own": rules(f"(edge ?x ?y) (edge ?y ?q) {Y}", GOES_ON),
}


@pytest.mark.parametrize("linked", SAME.values(), ids=SAME.keys())
def test_still_a_closure(linked):
    assert graph(linked) is not None


OTHER = {
    "the first new end may be no node": rules(f"{X} (edge ?x ?y)", GOES_ON),
    "later ends may be no nodes": rules(f"{X} (edge ?x ?y) {Y}", "(linked ?c ?x ?y) (edge ?y ?z)"),
    "nodes that are others later": rules(f"(edge ?x ?y) {Y} {DARK.format('y')}", GOES_ON),
    "a state that edges depend on": rules(f"(edge ?x ?y) {Y} (true (on 5 red))", GOES_ON),
    "the step depends on where the path began": rules(f"(edge ?x ?y) {Y}", f"{GOES_ON} (distinct ?x ?z)"),
    "other edges later": rules(f"(edge ?x ?y) (distinct ?x 1) (distinct ?y 1) {Y}", GOES_ON),
    "edges that depend on the colour": rules(f"(edge ?x ?y) {Y}", f"{GOES_ON} (distinct ?c red)"),
    "a third rule": LINKED + "(<= (linked ?c ?x ?x) (true (on ?x ?c)))",
    "no recursion": rules(f"(edge ?x ?y) {Y}", f"{X} (edge ?x ?y) (edge ?y ?z) {Z}"),
    "recursion at both ends": rules(f"(edge ?x ?y) {Y}", "(linked ?c ?x ?y) (linked ?c ?y ?z)"),
    "ends that change places": rules(f"(edge ?x ?y) {Y}", f"(linked ?c ?y ?x) (edge ?y ?z) {Z}"),
    "a path that goes on from its beginning": rules(
        f"(edge ?x ?y) {Y}", f"(linked ?c ?x ?y) (edge ?x ?z) {Z}"
    ),
    "the colour changes on the way": rules(f"(edge ?x ?y) {Y}", f"(linked ?d ?x ?y) (edge ?y ?z) {Z}"),
}


@pytest.mark.parametrize("linked", OTHER.values(), ids=OTHER.keys())
def test_not_a_closure(linked):
    assert graph(linked) is None


def test_nodes_that_nobody_asked_for():
    """Paths lead through lit nodes only, but the caller also asks about others."""
    linked = rules(f"(edge ?x ?y) {Y} {DARK.format('y')}", f"{GOES_ON} {DARK.format('z')}")
    assert graph(linked) is not None
    assert graph(linked, asked="(true (on ?x ?colour))") is None


def test_edges_that_are_symmetric_in_part_only():
    assert graph(LINKED, [*TWO_WAY_PATH, (4, 5)]) is None
    assert graph(LINKED, [*TWO_WAY_PATH, (5, 5)]) is not None


def test_variables_that_two_literals_share_are_no_longer_about_one():
    (rule,) = normalise(parse_kif("(<= (p ?x) (q ?x ?s) (true (t ?s)) (r ?x ?u ?u))").rules)
    written = [as_node_literal(item, (NODE,), {}, rule.body) for item in rule.body]
    assert [str(item) for item in written] == ["None", "None", "(r ?node 0 ?some 0 ?some 0)"]
