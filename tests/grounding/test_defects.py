"""Rulesheets that were once played wrongly: stepper and lanes say what the reference says."""

from pathlib import Path

import pytest

from tests.conformance import assert_agreement
from woodstock.compiled import compile_rules
from woodstock.gdl import parse_kif
from woodstock.lane_engine import LaneEngine
from woodstock.native import Native
from woodstock.reference import Reference

DEFECTS = Path(__file__).parents[1] / "defects"
PLAYABLE = (
    "bare_init",
    "bare_move",
    "bind_name",
    "compound_guard",
    "hidden_clash",
    "nested_unbound",
    "observed_negation",
)


@pytest.mark.parametrize("name", PLAYABLE)
def test_engines_agree(name):
    sheet = parse_kif((DEFECTS / f"{name}.kif").read_text())
    compiled = compile_rules(sheet)
    assert_agreement([Reference(sheet), Native(compiled), LaneEngine(compiled)], count=30)
