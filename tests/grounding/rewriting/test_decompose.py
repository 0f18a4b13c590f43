"""Rules cut into smaller ones mean the same, and ground into less."""

import pytest

from tests.grounding.rewriting.rewritten import assert_same_game
from woodstock.games.library import bundled, load
from woodstock.gdl import parse_kif
from woodstock.grounding.rewriting import decompose as module
from woodstock.grounding.rewriting.decompose import decompose
from woodstock.grounding.rewriting.normal import normalise
from woodstock.grounding.rewriting.sizes import Sizes

CHAIN = """
(role r) {nodes} (init (at 1))
(<= (edge ?x ?y) (node ?x) (node ?y) (distinct ?x ?y))
(<= (long ?a) (true (at ?a)) (edge ?a ?b) (not (true (at ?b))) (edge ?b ?c) (not (true (at ?c))) (edge ?c ?d)
    (not (true (at ?d))))
(<= (legal r (go ?a ?b)) (true (at ?a)) (edge ?a ?b))
(<= (legal r (stay ?a)) (true (at ?a)) (not (long ?a)))
(<= (next (at ?b)) (does r (go ?a ?b)))
(<= (next (at ?a)) (true (at ?a)) (does r (go ?b ?c)) (true (at ?d)) (distinct ?d ?b))
(<= (next (done ?a)) (does r (stay ?a)))
(<= terminal (true (done ?a)))
(<= (goal r 100) (long ?a)) (<= (goal r 0) (not (long 1)))
"""


@pytest.fixture
def every_cut_is_tried(monkeypatch):
    monkeypatch.setattr(module, "WORTH_CUTTING", 0.0)
    monkeypatch.setattr(module, "GAIN", 1.1)


def cut(sheet):
    rules = normalise(sheet.rules)
    return decompose(rules, Sizes(rules))


def test_a_chain_of_variables_is_cut():
    sheet = parse_kif(CHAIN.format(nodes=" ".join(f"(node {n})" for n in range(1, 13))))
    rules = cut(sheet)
    assert any(rule.head.name.startswith("part;") for rule in rules)
    rewritten = assert_same_game(sheet, rules, count=20)
    whole = assert_same_game(sheet, normalise(sheet.rules), count=2)
    assert rewritten.native.literal_count < whole.native.literal_count / 4


@pytest.mark.usefixtures("every_cut_is_tried")
def test_every_cut_keeps_the_meaning():
    sheet = parse_kif(CHAIN.format(nodes="(node 1) (node 2) (node 3)"))
    assert_same_game(sheet, cut(sheet))


@pytest.mark.usefixtures("every_cut_is_tried")
@pytest.mark.parametrize("name", [name for name in bundled() if name not in ("hex", "reversi")])
def test_our_own_games_keep_their_meaning(name):
    sheet = load(name).rulesheet
    assert_same_game(sheet, cut(sheet), count=20)


def test_the_result_is_the_same_every_time():
    sheet = load("breakthrough").rulesheet
    assert cut(sheet) == cut(sheet)
