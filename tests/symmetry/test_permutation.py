"""Permutations and groups by themselves."""

from math import factorial

from hypothesis import given
from hypothesis import strategies as st

from woodstock.compile.vocabulary import Vocabulary
from woodstock.gdl import parse_term
from woodstock.symmetry import Group, Permutation
from woodstock.symmetry.group import few_generators
from woodstock.symmetry.primes import full, pattern, primes

FIVE = Vocabulary(("p",), tuple(parse_term(f"(f {number})") for number in range(5)), ((),))

rows = st.permutations(range(5)).map(lambda row: Permutation(tuple(row), (0,)))


@given(rows, rows, st.frozensets(st.integers(0, 4)))
def test_they_compose_and_invert(one: Permutation, other: Permutation, state: frozenset[int]) -> None:
    assert one.then(one.inverse()).is_identity
    assert one.then(other).state(state) == other.state(one.state(state))
    power = one
    for _ in range(one.order() - 1):
        assert not power.is_identity
        power = power.then(one)
    assert power.is_identity


@given(st.lists(rows, max_size=3), st.frozensets(st.integers(0, 4)))
def test_groups_close(generators: list[Permutation], state: frozenset[int]) -> None:
    group = Group(FIVE, tuple(generators))
    assert group.elements is not None
    assert factorial(5) % len(group.elements) == 0
    few = Group(FIVE, few_generators(FIVE, group.elements))
    assert set(few.elements or ()) == set(group.elements)
    still = group.stabiliser(state)
    images = {element.state(state) for element in group.elements}
    assert len(images) * (still.order or 0) == group.order
    assert {group.canonical(image) for image in images} == {group.canonical(state)}


def test_a_group_above_the_cap_is_not_closed() -> None:
    swap, turn = (1, 0, 2, 3, 4), (1, 2, 3, 4, 0)
    group = Group(FIVE, (Permutation(swap, (0,)), Permutation(turn, (0,))), cap=100)
    assert group.elements is None
    assert group.orbits == ((0, 1, 2, 3, 4),)
    assert group.canonical([3, 4]) == (0, 1)


@given(st.integers(0, 2**16 - 1))
def test_prime_implicants_say_what_the_table_says(table: int) -> None:
    again = 0
    for cube in primes(table, 4):
        term = full(4)
        for place, value in cube:
            term &= pattern(place, 4) if value else full(4) ^ pattern(place, 4)
        assert term & ~table == 0
        again |= term
    assert again == table
