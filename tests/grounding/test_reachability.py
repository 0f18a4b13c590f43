"""The fact-only pass reaches all that plays reach, and leaves out what only filters."""

import pytest

from woodstock.gdl import parse_kif
from woodstock.grounding import Limits, reachability
from woodstock.grounding.reachability import reachable_atoms
from woodstock.grounding.rewriting.normal import normalise

WATCH = """
(role r) (init (at 1)) (succ 1 2) (succ 2 3) (succ 3 4) (place 1) (place 2) (place 3) (place 4)
(<= (sees_from ?x ?y ?z) (true (at ?x)) (place ?y) (place ?z) (distinct ?y ?z))
(<= (legal r (go ?y)) (true (at ?x)) (succ ?x ?y))
(<= (legal r (look ?x)) (true (at ?x)) (sees_from ?x ?y ?z) (place ?y))
(<= (next (at ?y)) (does r (go ?y))) (<= (next (at ?x)) (does r (look ?x)))
(<= terminal (true (at 4))) (<= (goal r 100) (true (at 4))) (<= (goal r 0) (not (true (at 4))))
"""


@pytest.fixture(autouse=True)
def _eager(monkeypatch):
    monkeypatch.setattr(reachability, "WORTH_LEAVING_OUT", 0.0)


def reached(text: str) -> set[str]:
    return set(map(str, reachable_atoms(normalise(parse_kif(text).rules), Limits())))


def test_all_that_plays_reach_is_reached(monkeypatch):
    found = reached(WATCH)
    monkeypatch.setattr(reachability, "WORTH_LEAVING_OUT", 1e9)
    assert reached(WATCH) <= found
    assert {"(true (at 4))", "(legal r (look 3))", "(does r (go 4))"} <= found


def test_what_only_filters_is_left_out(monkeypatch):
    seen = []
    ground_text = reachability.ground_text
    monkeypatch.setattr(
        reachability,
        "ground_text",
        lambda text, *rest, **named: seen.append(text) or ground_text(text, *rest, **named),
    )
    reached(WATCH)
    assert "sees_from" not in seen[0]


def test_what_no_state_changes_stays_exact():
    """Below `not` a relation with fewer conditions would forbid what is allowed."""
    text = """
    (role r) (init (at 1)) (succ 1 2) (<= (near ?x ?y) (succ ?x ?y) (succ ?y ?z) never) (<= never (succ 9 9))
    (<= (legal r (go ?x ?y)) (true (at ?x)) (succ ?x ?y) (not (near ?x ?y))) (<= (next (at ?y)) (does r (go ?x ?y)))
    (<= terminal (true (at 2))) (goal r 0)
    """
    assert "(legal r (go 1 2))" in reached(text)


def test_a_rule_with_fewer_conditions_still_depends_on_the_state():
    """Without `mark` the relation `near` looks as if no state changed it: negation on it would then forbid."""
    text = """
    (role r) (init (at 1)) (<= mark (true (at 2))) (place 1) (place 2) (place 3) (<= (near ?x ?y) (place ?x) (place ?y) mark)
    (<= (legal r noop) (place ?x) (not (near ?x ?x))) (<= (next (at 1)) (does r noop)) (<= (next (at 2)) (true (at 2)))
    (<= terminal (true (at 2))) (goal r 0)
    """
    assert "(legal r noop)" in reached(text)
