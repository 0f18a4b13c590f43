"""Names that are numbers: exactly those of ASCII digits with at most one minus sign."""

import gc

import pytest

from woodstock.gdl import parse_kif
from woodstock.gdl.numbers import GREATEST_GOAL, GoalOutOfRange, goal_value, whole_number


@pytest.mark.parametrize(
    "name", ["", "-", "--5", "+5", "5-", "5.0", "1e3", "0x1", "1_0", "\u0663", "\u00b2", " 5", "five"]
)
def test_no_numbers(name: str) -> None:
    assert whole_number(name) is None
    assert goal_value(name) is None


@pytest.mark.parametrize(
    ("name", "number"), [("0", 0), ("00", 0), ("-0", 0), ("007", 7), ("-7", -7), ("0" * 9999 + "1", 1)]
)
def test_goal_values(name: str, number: int) -> None:
    assert goal_value(name) == number


@pytest.mark.parametrize(
    "name", [str(GREATEST_GOAL + 1), f"-{GREATEST_GOAL + 1}", "1" + "0" * 23, "9" * 100_000]
)
def test_goal_values_that_nobody_can_add_up(name: str) -> None:
    with pytest.raises(GoalOutOfRange, match="scale the goals"):
        goal_value(name)


def test_reading_leaves_the_collector_as_it_was() -> None:
    parse_kif("(p a)")
    assert gc.isenabled()
    gc.disable()
    try:
        parse_kif("(p a)")
        assert not gc.isenabled()
    finally:
        gc.enable()
