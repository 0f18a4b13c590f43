"""Rules that ask whether two nodes are not linked mean the same when they look at one source."""

import pytest

from tests.grounding.rewriting.linked_games import (
    APART,
    LINKED,
    MOVING_START,
    PATH,
    TWO_WAY_PATH,
    board,
    random_graph,
    stones,
)
from tests.grounding.rewriting.rewritten import assert_same_game
from tests.shared import rules_of
from woodstock.gdl import parse_kif
from woodstock.grounding import Limits, ground
from woodstock.grounding.rewriting import one_source
from woodstock.grounding.rewriting.normal import normalise
from woodstock.grounding.rewriting.one_source import search_from_one_source
from woodstock.grounding.rewriting.sizes import Sizes

DIFFERENT_SQUARES = "(or (distinct ?x ?u) (distinct ?y ?v))"


@pytest.fixture(autouse=True)
def every_closure_is_worth_it(monkeypatch):
    monkeypatch.setattr(one_source, "WORTH_ONE_SOURCE", 0.0)


def rewritten(text):
    rules = normalise(parse_kif(text).rules)
    return search_from_one_source(rules, Sizes(rules), Limits())


def has_one_source(text, count=60):
    """Whether a rule was rewritten, after which the game is the same at any rate."""
    rules = rewritten(text)
    assert_same_game(parse_kif(text), rules, count=count)
    return any(rule.head.name.startswith("source;") for rule in rules)


def test_what_the_rules_become():
    before = set(normalise(parse_kif(stones()).rules))
    assert [str(rule) for rule in rewritten(stones()) if rule not in before and rule.body] == [
        "(<= (member;0 ?c ?x) (true (on ?x ?c)))",
        "(<= (earlier;0 ?c ?y) (member;0 ?c ?x) (follows;0 ?x ?y))",
        "(<= (earlier;0 ?c ?y) (earlier;0 ?c ?x) (follows;0 ?x ?y))",
        "(<= (source;0 ?c ?x) (member;0 ?c ?x) (not (earlier;0 ?c ?x)))",
        "(<= (reached;0 ?c ?x) (source;0 ?c ?x))",
        "(<= (reached;0 ?c ?x) (reached;0 ?c ?y) (edge;0 ?y ?x) (true (on ?x ?c)))",
        "(<= (apart ?c) (member;0 ?c ?x) (not (reached;0 ?c ?x)))",
    ]


@pytest.mark.parametrize("linked", [LINKED, MOVING_START])
@pytest.mark.parametrize("different", ["(distinct ?x ?y)", "(distinct ?y ?x)", ""])
@pytest.mark.parametrize("seed", range(6))
def test_random_graphs(seed, different, linked):
    """With loops, with nodes that no edge has, and with nodes that need not be different from each other."""
    rules = linked + APART.replace("(distinct ?x ?y)", different)
    assert has_one_source(stones(rules, random_graph(seed, 5)))


@pytest.mark.parametrize("edges", [PATH, [*TWO_WAY_PATH, (4, 5)], [(1, 1), (1, 2)]])
def test_edges_that_lead_one_way_are_left_alone(edges):
    assert not has_one_source(stones(edges=edges))


def test_squares_that_differ_in_some_component():
    assert has_one_source(board(DIFFERENT_SQUARES))
    assert has_one_source(board(""))


@pytest.mark.parametrize(
    "different",
    ["(distinct ?x ?u)", "(distinct ?y ?v)", "(distinct ?x ?u) (distinct ?y ?v)", "(distinct ?x ?v)"],
)
def test_a_certain_component_that_differs_is_something_else(different):
    assert not has_one_source(board(different))


def test_components_that_the_closure_mixes_up_are_left_alone():
    """Ends are compared place by place: near is not symmetric if one end is read the other way round."""
    mixed = (
        "(<= (linked ?x ?y ?v ?u) (true (on ?x ?y)) (near ?x ?y ?u ?v) (true (on ?u ?v)))"
        "(<= (linked ?x ?y ?b ?a) (linked ?x ?y ?v ?u) (near ?u ?v ?a ?b) (true (on ?a ?b)))"
    )
    assert not has_one_source(board(DIFFERENT_SQUARES, mixed))


NOT_THE_SHAPE = {
    "a head that names an end": "(<= (apart ?c) (lone ?x ?c))"
    "(<= (lone ?x ?c) (true (on ?x ?c)) (true (on ?y ?c)) (distinct ?x ?y) (not (linked ?c ?x ?y)))",
    "ends of different colours": "(<= (apart ?c) (true (on ?x ?c)) (true (on ?y ?d)) (distinct ?x ?y)"
    "(not (linked ?c ?x ?y)))",
    "something about both ends": "(<= (apart ?c) (true (on ?x ?c)) (true (on ?y ?c)) (distinct ?x ?y) (edge ?x ?y)"
    "(not (linked ?c ?x ?y)))",
    "something about one end only": "(<= (apart ?c) (true (on ?x ?c)) (true (on ?y ?c)) (distinct ?x ?y)"
    "(distinct ?x 2) (not (linked ?c ?x ?y)))",
    "a node that is given": "(<= (apart ?c) (true (on ?y ?c)) (true (on 1 ?c)) (distinct ?y 1) (not (linked ?c 1 ?y)))",
    "ends that need not be nodes": "(<= (apart ?c) (colour ?c) (node ?x) (node ?y) (distinct ?x ?y)"
    "(not (linked ?c ?x ?y)))",
    "links that are claimed": "(<= (apart ?c) (true (on ?x ?c)) (true (on ?y ?c)) (distinct ?x ?y) (linked ?c ?x ?y))",
}


@pytest.mark.parametrize("apart", NOT_THE_SHAPE.values(), ids=NOT_THE_SHAPE.keys())
def test_rules_that_ask_something_else_are_left_alone(apart):
    assert not has_one_source(stones(LINKED + apart))


STILL_THE_SHAPE = {
    "fewer ends than nodes": "(<= (apart ?c) (true (on ?x ?c)) (true (on ?y ?c)) (distinct ?x ?y) (distinct ?x 2)"
    "(distinct ?y 2) (not (linked ?c ?x ?y)))",
    "negation": "(<= (apart ?c) (true (on ?x ?c)) (true (on ?y ?c)) (distinct ?x ?y) (not (true (on ?x blue)))"
    "(not (true (on ?y blue))) (not (linked ?c ?x ?y)))",
    "something besides": "(<= (apart ?c) (true (on 5 ?d)) (true (on ?x ?c)) (true (on ?y ?c)) (distinct ?x ?y)"
    "(not (linked ?c ?x ?y)))",
    "a context that is given": "(<= (apart red) (true (on ?x red)) (true (on ?y red)) (distinct ?x ?y)"
    "(not (linked red ?x ?y)))",
    "a context that nobody hears of": "(<= (apart red) (true (on ?x ?c)) (true (on ?y ?c)) (distinct ?x ?y)"
    "(not (linked ?c ?x ?y)))",
    "more rules of the same head": APART + "(<= (apart blue) (true (on 2 red)))",
}


@pytest.mark.parametrize("apart", STILL_THE_SHAPE.values(), ids=STILL_THE_SHAPE.keys())
@pytest.mark.parametrize("seed", range(3))
def test_rules_that_say_more(seed, apart):
    assert has_one_source(stones(LINKED + apart, random_graph(seed, 5)))


def test_nodes_that_are_derived():
    derived = (
        "(<= (stone ?c ?x) (true (on ?x ?c)) (not (true (on 5 ?c))))"
        "(<= (linked ?c ?x ?y) (stone ?c ?x) (edge ?x ?y) (stone ?c ?y))"
        "(<= (linked ?c ?x ?z) (linked ?c ?x ?y) (edge ?y ?z) (stone ?c ?z))"
        "(<= (apart ?c) (stone ?c ?x) (stone ?c ?y) (distinct ?x ?y) (not (linked ?c ?x ?y)))"
    )
    assert has_one_source(stones(derived, random_graph(1, 5)))


def test_nodes_that_depend_on_the_answer_are_left_alone():
    """Such rules go round in a circle of their own; a rewriting must not put a negation into it."""
    rules = (
        "(<= (stone ?c ?x) (true (on ?x ?c))) (<= (stone ?c 5) (apart ?c))"
        "(<= (linked ?c ?x ?y) (true (on ?x ?c)) (edge ?x ?y) (true (on ?y ?c)))"
        "(<= (linked ?c ?x ?z) (linked ?c ?x ?y) (edge ?y ?z) (true (on ?z ?c)))"
        "(<= (apart ?c) (true (on ?x ?c)) (stone ?c ?x) (true (on ?y ?c)) (stone ?c ?y) (distinct ?x ?y)"
        "(not (linked ?c ?x ?y)))"
    )
    assert not has_one_source(stones(rules))


def test_other_uses_keep_the_closure():
    more = "(<= (legal r (hop ?x ?y)) (linked red ?x ?y))"
    kept = rewritten(stones(LINKED + APART + more))
    assert has_one_source(stones(LINKED + APART + more))
    assert sum(rule.head.name == "linked" for rule in kept) == 2
    assert not any(rule.head.name == "linked" for rule in rewritten(stones()))


def test_functions_among_the_nodes_are_left_alone():
    assert not has_one_source(stones() + "(init (on (f 1) red))")


def test_a_small_closure_is_left_alone(monkeypatch):
    monkeypatch.setattr(one_source, "WORTH_ONE_SOURCE", 1000.0)
    assert not has_one_source(stones())


def test_lines_of_action():
    program = ground(rules_of("lines_of_action"))
    assert "connected" not in program.sizes
    assert program.sizes["source;0"][0] == 128
