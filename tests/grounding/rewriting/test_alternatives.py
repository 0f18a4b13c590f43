"""Alternatives of an `or` joined again mean the same."""

from tests.grounding.rewriting.rewritten import assert_same_game
from woodstock.gdl import parse_kif
from woodstock.grounding.rewriting import alternatives
from woodstock.grounding.rewriting.alternatives import join_alternatives
from woodstock.grounding.rewriting.normal import normalise
from woodstock.grounding.rewriting.sizes import Sizes

LAMPS = """
(role r) (init (red a)) (init (blue b)) (lamp a) (lamp b) (lamp c)
(<= (legal r (switch ?x)) (lamp ?x) (or (true (red ?x)) (true (blue ?x)) (not (true (green ?x)))))
(<= (next (red ?y)) (lamp ?y) (does r (switch ?x)) (or (true (red ?x)) (true (blue ?y))))
(<= (next (blue ?x)) (does r (switch ?x)) (not (true (blue ?x))))
(<= (next (green ?x)) (lamp ?x) (or (true (green ?x)) (does r (switch ?x))))
(<= terminal (true (green a)) (true (green b)) (true (green c)))
(<= (goal r 100) (true (red a))) (<= (goal r 0) (not (true (red a))))
"""


def test_joined_rules_mean_the_same(monkeypatch):
    monkeypatch.setattr(alternatives, "WORTH_JOINING", 0.0)
    sheet = parse_kif(LAMPS)
    rules = normalise(sheet.rules)
    joined = join_alternatives(rules, Sizes(rules))
    assert sum(rule.head.name == "legal" for rule in joined) < sum(
        rule.head.name == "legal" for rule in rules
    )
    assert_same_game(sheet, joined)


def test_small_rules_are_left_alone():
    rules = normalise(parse_kif(LAMPS).rules)
    assert join_alternatives(rules, Sizes(rules)) == rules
