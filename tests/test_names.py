"""The canonical form of rules: names do not count, all else does."""

import pytest

from tests.shared import rules_of
from woodstock.gdl import parse_kif
from woodstock.names import names_of, numbered, under
from woodstock.net.scramble import Scrambler

SHEET = parse_kif(
    "(role robot) (init (cell 1 b)) (<= (next (cell ?x ?y)) (true (cell ?x ?y)) (distinct ?x b))"
)


@pytest.mark.parametrize("seed", range(3))
def test_scrambled_rules_have_the_same_form(seed: int) -> None:
    for sheet in (SHEET, rules_of("breakthrough")):
        scrambled = Scrambler(sheet, seed).rulesheet(sheet)
        assert scrambled != sheet
        assert under(scrambled, numbered(scrambled)) == under(sheet, numbered(sheet))


def test_names_come_in_the_order_of_the_text_without_keywords_and_numbers() -> None:
    assert list(names_of(SHEET)) == ["robot", "cell", "b", "x", "y"]


@pytest.mark.parametrize(
    "other",
    [
        "(role robot) (init (cell 2 b)) (<= (next (cell ?x ?y)) (true (cell ?x ?y)) (distinct ?x b))",
        "(role robot) (init (cell 1 b)) (<= (next (cell ?x ?y)) (true (cell ?x ?y)) (distinct ?y b))",
        "(role robot) (init (cell 1 c)) (<= (next (cell ?x ?y)) (true (cell ?x ?y)) (distinct ?x b))",
    ],
)
def test_other_rules_have_another_form(other: str) -> None:
    sheet = parse_kif(other)
    assert under(sheet, numbered(sheet)) != under(SHEET, numbered(SHEET))
