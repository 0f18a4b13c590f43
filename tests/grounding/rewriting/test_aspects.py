"""Relations that are only denied mean the same when they are told apart by what their rules look at."""

import pytest

from tests.grounding.rewriting.rewritten import assert_same_game
from woodstock.gdl import parse_kif
from woodstock.grounding import Limits
from woodstock.grounding.rewriting import aspects
from woodstock.grounding.rewriting.aspects import tell_aspects_apart
from woodstock.grounding.rewriting.normal import normalise
from woodstock.grounding.rewriting.sizes import Sizes

GUARDS = """
(role thief) (n 1) (n 2) (n 3) (n 4) (small 1) (small 2) (init (guard 2 3)) (init (lamp 3)) (init (at 1))
(<= (watched ?x ?y ?z) (true (guard ?x ?y)) (n ?z))
(<= (watched ?x ?y ?z) (true (lamp ?z)) (n ?x) (n ?y) (true (guard ?y ?q)))
(<= (watched ?x ?y ?z) (true (lamp ?x)) (true (at ?z)) {what} (n ?y))
(<= (legal thief (go ?x ?y ?z)) (n ?x) (n ?y) (n ?z) (not (watched ?x ?y ?z)))
(legal thief wait)
(<= (next (guard ?x ?z)) (does thief (go ?x ?y ?z)))
(<= (next (guard ?y ?x)) (true (guard ?x ?y)) (does thief wait))
(<= (next (lamp ?y)) (does thief (go ?x ?y ?z)))
(<= (next (lamp ?x)) (true (lamp ?x)) (does thief wait))
(<= (next (at ?z)) (does thief (go ?x ?y ?z)))
(<= terminal (true (guard 4 4)) (true (lamp 1)))
(<= (goal thief 100) (true (guard 4 4))) (<= (goal thief 0) (not (true (guard 4 4))))
{more}
"""


@pytest.fixture(autouse=True)
def every_relation_is_worth_it(monkeypatch):
    monkeypatch.setattr(aspects, "WORTH_TELLING_APART", 0.0)


def told_apart(what: str = "", more: str = ""):
    sheet = parse_kif(GUARDS.format(what=what, more=more))
    rules = normalise(sheet.rules)
    result = tell_aspects_apart(rules, Sizes(rules), None, Limits())
    assert_same_game(sheet, result)
    return {str(rule.head) for rule in result if rule.head.name.startswith("aspect;")}


def test_each_rule_keeps_what_it_looks_at():
    # The first rule ignores z, the second x, the third y.
    assert told_apart() == {"(aspect;0 ?x ?y)", "(aspect;1 ?y ?z)", "(aspect;2 ?x ?z)"}


def test_an_argument_that_is_restricted_is_looked_at():
    assert told_apart("(small ?y)") == {"(aspect;0 ?x ?y)", "(aspect;1 ?y ?z)", "(aspect;2 ?x ?y ?z)"}
    assert told_apart("(distinct ?y 2)") == {"(aspect;0 ?x ?y)", "(aspect;1 ?y ?z)", "(aspect;2 ?x ?y ?z)"}


def test_a_relation_that_is_claimed_somewhere_stays_whole():
    assert not told_apart(more="(<= (sees thief danger) (watched 1 2 3))")


def test_a_relation_may_deny_another_one():
    more = "(<= (dark ?x ?y) (n ?y) (n ?x) (not (watched ?x ?x ?x))) (<= (sees thief (day ?x)) (n ?x) (not (dark ?x ?x)))"
    assert told_apart(more=more) >= {"(aspect;0 ?x)", "(aspect;1 ?x ?y)"}


def test_a_relation_that_looks_at_everything_stays_whole():
    sheet = parse_kif(
        GUARDS.format(
            what="(small ?y)",
            more="(<= (other ?x) (true (at ?x))) (<= (sees thief ?x) (n ?x) (not (other ?x)))",
        )
    )
    rules = normalise(sheet.rules)
    assert any(rule.head.name == "other" for rule in tell_aspects_apart(rules, Sizes(rules), None, Limits()))
