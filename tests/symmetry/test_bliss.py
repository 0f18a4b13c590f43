"""The process that asks BLISS: small groups by what is known of them, and one that is too large to write down."""

import pickle
import subprocess
import sys
from array import array
from math import factorial

import pytest

from woodstock.symmetry.automorphisms import WORKER


def star(leaves: int) -> tuple[list[dict[int, int]], int | None]:
    """Generators and order of the group of a star, whose leaves can be exchanged at will."""
    edges = array("q", (end for leaf in range(1, leaves + 1) for end in (0, leaf)))
    question = ([0] + [1] * leaves, edges.tobytes(), leaves + 1)
    done = subprocess.run(
        [sys.executable, "-I", str(WORKER), "60"],
        input=pickle.dumps(question),
        capture_output=True,
        check=True,
    )
    found, order, _ = pickle.loads(done.stdout)
    return found, order


@pytest.mark.parametrize("leaves", [2, 5, 20])
def test_the_leaves_of_a_star_can_be_exchanged(leaves: int) -> None:
    found, order = star(leaves)
    assert order == factorial(leaves)
    assert {vertex for each in found for vertex in each} == set(range(1, leaves + 1))


def test_an_order_of_thousands_of_digits_is_not_told_and_the_generators_are() -> None:
    found, order = star(1600)  # 4,434 digits: more than Python reads unless it is told to
    assert order is None
    assert len(found) == 1599
