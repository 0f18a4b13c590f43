"""Rulesheets that were once played wrongly: stepper and lanes say what the reference says."""

from pathlib import Path

import pytest

from tests.engines.conformance import assert_agreement
from tests.random_games.thresholds import eager
from woodstock.compile.compiled import Compiled, compile_rules
from woodstock.compile.completion import complete
from woodstock.engines.evaluator import Evaluator
from woodstock.engines.lanes import LaneEngine
from woodstock.engines.reference import Reference
from woodstock.engines.stepper import StepperEngine
from woodstock.gdl import parse_kif
from woodstock.grounding import ground

DEFECTS = Path(__file__).parents[1] / "defects"
PLAYABLE = (
    "bare_init",
    "bare_move",
    "bind_name",
    "compound_guard",
    "hidden_clash",
    "nested_unbound",
    "observed_negation",
    "or_explode",
    "or_explode_neg",
    "role_rule_order",
)


@pytest.mark.parametrize("states", [3, pytest.param(30, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", PLAYABLE)
def test_engines_agree(name, states):
    sheet = parse_kif((DEFECTS / f"{name}.kif").read_text())
    compiled = compile_rules(sheet)
    assert_agreement([Reference(sheet), StepperEngine(compiled), LaneEngine(compiled)], count=states)


@pytest.mark.parametrize(
    "rule",
    [
        "(<= (legal r (a ?y)) (not (distinct ?z ?z)) (not (p ?z ?y)))",
        "(<= (legal r (a ?y)) (not (distinct ?x (f ?y))))",
        "(<= (legal r (a ?y)) (not (distinct ?x ?y)) (not (p ?x ?x)))",
        "(<= (legal r (a ?y)) (not (distinct ?x (f ?y))) (p ?x ?z))",
        "(<= (legal r (a ?y)) (not (distinct (f ?x) (f ?y))) (n ?y) (not (p ?x ?x)))",
        "(<= (legal r a) (not (distinct ?x ?y)) (not (n ?x)))",
        "(<= (legal r a) (not (distinct ?x (f ?x))))",
        "(<= (legal r a) (not (distinct (f ?x) (g ?x))))",
        "(<= (legal r a) (not (n ?x)) (not (n ?x)))",
        "(<= (legal r a) (not (n ?x)) (not (distinct ?x ?y)) (not (n ?y)))",
    ],
)
def test_variables_that_nothing_binds(rule):
    sheet = parse_kif(
        f"(role r) (n 1) (p (f 1) 1) (init q) (next q) (<= terminal (true t)) (goal r 100) (legal r noop) {rule}"
    )
    compiled = compile_rules(sheet)
    assert_agreement([Reference(sheet), StepperEngine(compiled), Evaluator(sheet)], count=2)


def test_lists_are_not_believed_where_the_rules_can_be_ground_without_them():
    """Whole rules that grow too large are no reason to look at `base`: the cut ones are there already."""
    numbers = range(1, 9)
    facts = " ".join(f"(n {i})" for i in numbers)
    sheet = parse_kif(
        f"(role r) {facts} (<= (near ?x ?y) (n ?x) (n ?y)) (legal r noop) (goal r 100) (<= terminal (true done))"
        "(<= (next done) (true (c ?a)) (true (c ?b)) (true (c ?d)) (true (c ?e)) (near ?a ?b) (near ?b ?d) (near ?d ?e))"
        "(<= (next (c ?x)) (n ?x)) (init start) (base start) (base done) (input r noop)"
    )
    compiled = compile_rules(sheet)
    assert not compiled.program.filtered
    assert_agreement([Reference(sheet), StepperEngine(compiled)], count=3)


@pytest.mark.parametrize("reaching", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        "(role r) (link q) (<= (twin ?x ?u) (distinct ?x ?u)) (<= (part ?x) (true (does ?a ?u)) (twin ?x ?u))"
        "(<= (mark ?x) (distinct ?x k)) (<= (near ?x ?x ?v) (part ?v) (link ?v)) (<= (init (does ?f ?u)) (link ?u))"
        "(<= terminal (near ?z ?z ?z) (twin ?z ?m)) (legal r noop)",
        "(won e) (role random) (<= (candidate (mark ?x ?y ?z)) (won ?y)) (<= (odd ?z) (x.y ?v0 ?m) (won ?v0))"
        "(<= (x.y ?r ?x1) (not (candidate (mark ?x1 ?x1 ?r)))) (at (mark e 01 c)) (<= (init ?f) (at ?f))"
        "(<= (next (mark ?v ?x ?v0)) (true (mark ?x1 ?x c)) (x.y ?v ?x1)) (<= (goal random 01) (odd ?_))"
        "(legal random noop)",
    ],
)
def test_parts_over_values_that_are_not_known(text, reaching):
    """The estimates of what a part of a body holds were divided by a width of 0."""
    sheet = parse_kif(text)
    with eager(reaching=reaching):
        program = ground(sheet)
    completion = complete(program)
    assert_agreement([Reference(sheet), StepperEngine(Compiled(completion, completion.circuit))], count=3)
