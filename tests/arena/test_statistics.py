import math
import random

import pytest

from woodstock.arena.statistics import student, t_quantile, wilson


@pytest.mark.parametrize(
    ("degrees", "quantile"), [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)]
)
def test_quantiles_from_the_printed_tables(degrees, quantile):
    assert t_quantile(0.975, degrees) == pytest.approx(quantile, abs=5e-4)


def test_wilson_against_worked_values():
    # 81 of 263: 0.2553 to 0.3662 (Newcombe, Statistics in Medicine 17, 1998, table I)
    assert tuple(wilson(81, 263)) == pytest.approx((0.2553, 0.308, 0.3662), abs=5e-5)
    assert tuple(wilson(0, 20)) == pytest.approx((0.0, 0.0, 0.1611), abs=5e-5)
    assert tuple(wilson(1, 29)) == pytest.approx((0.0061, 0.0345, 0.1718), abs=5e-5)
    assert wilson(0, 0) == (0.0, 0.5, 1.0)


def test_intervals_cover_as_often_as_they_say():
    rng = random.Random(1)
    found = [wilson(sum(rng.random() < 0.3 for _ in range(40)), 40) for _ in range(500)]
    hits = sum(each.low <= 0.3 <= each.high for each in found)
    means = sum(
        interval.low <= 5 <= interval.high
        for interval in (student([rng.gauss(5, 2) for _ in range(6)]) for _ in range(500))
    )
    assert 440 <= hits <= 500
    assert 455 <= means <= 495


def test_little_data_says_little():
    assert student([50.0]) == (-math.inf, 50.0, math.inf)
    assert f"{wilson(5, 10):.0%}" == "50% [24%, 76%]"
