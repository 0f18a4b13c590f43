"""Rules that ask for another witness than a given one mean the same without the given one."""

import pytest

from tests.grounding.rewriting.rewritten import assert_same_game
from woodstock.gdl import parse_kif
from woodstock.grounding import Limits
from woodstock.grounding.rewriting import other_witness
from woodstock.grounding.rewriting.normal import normalise
from woodstock.grounding.rewriting.other_witness import free_exceptions
from woodstock.grounding.rewriting.sizes import Sizes

COORDINATES = "1 2 3"


def lamps(different: str, threat: str = "") -> str:
    """A walker switches lamps; a lamp may be switched off if another one, in any place, stays lit."""
    facts = " ".join(f"(number {n})" for n in COORDINATES.split())
    return f"""
(role walker) {facts}
(<= (init (lit ?x 1)) (number ?x))
{different}
(<= (other ?cx ?cy) (number ?cx) (number ?cy) (true (lit ?x ?y)) (different ?cx ?cy ?x ?y) {threat})
(<= (lonely ?x ?y) (true (lit ?x ?y)) (not (other ?x ?y)))
(<= (legal walker (off ?x ?y)) (true (lit ?x ?y)) (other ?x ?y))
(<= (legal walker (on ?x ?y)) (number ?x) (number ?y) (not (true (lit ?x ?y))))
(<= (legal walker stay) (lonely ?x ?y))
(<= (next (lit ?x ?y)) (does walker (on ?x ?y)))
(<= (next (lit ?x ?y)) (true (lit ?x ?y)) (not (does walker (off ?x ?y))))
(<= (next (step 1)) (does walker stay))
(<= terminal (true (step 1)) (lonely 3 3))
(<= (goal walker 100) (lonely 3 3)) (<= (goal walker 0) (not (lonely 3 3)))
"""


UNEQUAL = """
(<= (different ?x1 ?y1 ?x2 ?y2) (number ?x1) (number ?y1) (number ?x2) (number ?y2) (distinct ?x1 ?x2))
(<= (different ?x1 ?y1 ?x2 ?y2) (number ?x1) (number ?y1) (number ?x2) (number ?y2) (distinct ?y1 ?y2))
"""
OTHER_ROW = (
    "(<= (different ?x1 ?y1 ?x2 ?y2) (number ?x1) (number ?y1) (number ?x2) (number ?y2) (distinct ?x1 ?x2))"
)
LEFT_OUT = UNEQUAL.replace("(number ?x2)", "(number ?x2) (distinct ?x2 2)")


@pytest.fixture(autouse=True)
def every_rule_is_worth_it(monkeypatch):
    monkeypatch.setattr(other_witness, "WORTH_FREEING", 0.0)
    monkeypatch.setattr(other_witness, "FEWEST_WITNESSES", 2)


def freed(sheet):
    rules = normalise(sheet.rules)
    return free_exceptions(rules, Sizes(rules), Limits())


def is_freed(text):
    """Whether a rule was, after which the game is the same at any rate."""
    sheet = parse_kif(text)
    rules = freed(sheet)
    assert_same_game(sheet, rules)
    return any(rule.head.name.startswith("two;") for rule in rules)


def test_another_lamp():
    assert is_freed(lamps(UNEQUAL))


def test_witnesses_from_fewer_places_than_the_excepted():
    assert is_freed(lamps(LEFT_OUT))


def test_more_than_one_excepted_is_left_alone():
    assert not is_freed(lamps(OTHER_ROW))


def test_witnesses_that_depend_on_the_head_are_left_alone():
    rules = normalise(
        parse_kif(
            "(role r) (node a) (node b) (init (p a)) (legal r go)\n"
            "(<= (far ?x ?y) (node ?x) (node ?y) (distinct ?x ?y))\n"
            "(<= (spread ?c) (node ?c) (reached ?u) (far ?c ?u))\n"
            "(<= (reached ?x) (true (p ?x))) (<= (reached ?x) (spread ?x))\n"
            "(<= (next (p ?x)) (spread ?x)) (<= terminal (true (p b)))"
        ).rules
    )
    assert free_exceptions(rules, Sizes(rules), Limits()) == rules


def test_fewer_ground_rules():
    numbers = " ".join(map(str, range(1, 9)))
    facts = " ".join(f"(number {n})" for n in numbers.split())
    text = lamps(UNEQUAL).replace(" ".join(f"(number {n})" for n in COORDINATES.split()), facts)
    sheet = parse_kif(text)
    whole = assert_same_game(sheet, normalise(sheet.rules), count=5)
    rewritten = assert_same_game(sheet, freed(sheet), count=5)
    assert rewritten.native.rule_count < whole.native.rule_count


def test_functions_among_the_witnesses_leave_a_rule_as_it_is():
    """The relation tells symbols apart, but not functions: that would go unseen if only symbols were looked at."""
    text = lamps(UNEQUAL).replace(
        "(<= (init (lit ?x 1)) (number ?x))",
        "(<= (init (lit ?x 1)) (number ?x)) (init (lit (f 1) 1))"
        "(<= (different ?x ?y (f 1) ?z) (number ?x) (number ?y) (number ?z) (distinct ?x 2))",
    )
    assert not is_freed(text)


@pytest.mark.parametrize("first", [True, False])
def test_relations_of_one_name_and_several_arities(first):
    """Each has witnesses of its own (found by random rulesheets, seed 709988)."""
    column = "(<= (column ?cx) (number ?cx) (true (lit ?x ?y)) (different ?cx ?x)) (<= (legal walker look) (column 1))"
    unequal = UNEQUAL + "(<= (different ?x1 ?x2) (number ?x1) (number ?x2) (distinct ?x1 ?x2))"
    assert is_freed(lamps(unequal + column) if first else lamps(unequal) + column)
