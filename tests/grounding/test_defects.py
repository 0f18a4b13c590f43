"""Rulesheets that were once played wrongly: stepper and lanes say what the reference says."""

from pathlib import Path

import pytest

from tests.engines.conformance import assert_agreement
from woodstock.compile.compiled import compile_rules
from woodstock.engines.evaluator import Evaluator
from woodstock.engines.lanes import LaneEngine
from woodstock.engines.reference import Reference
from woodstock.engines.stepper import StepperEngine
from woodstock.gdl import parse_kif

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


@pytest.mark.parametrize("name", PLAYABLE)
def test_engines_agree(name):
    sheet = parse_kif((DEFECTS / f"{name}.kif").read_text())
    compiled = compile_rules(sheet)
    assert_agreement([Reference(sheet), StepperEngine(compiled), LaneEngine(compiled)], count=30)


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
