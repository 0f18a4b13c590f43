"""Gates by what they say, in a circuit and in its images."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woodstock import _core
from woodstock.symmetry import Permutation
from woodstock.symmetry.structure import Structure

FLUENTS = 4
GATES = st.lists(
    st.lists(st.tuples(st.integers(0, 50), st.booleans()), min_size=2, max_size=4), min_size=1, max_size=8
)


def circuit_of(gates: list[list[tuple[int, bool]]]) -> _core.Circuit:
    """Conjunctions of fluents and of gates before them, some negated."""
    circuit = _core.Circuit(FLUENTS, [1])
    signals = [circuit.fluent(number) for number in range(FLUENTS)]
    for gate in gates:
        signals.append(circuit.all_of([signals[place % len(signals)] ^ negated for place, negated in gate]))
    return circuit


def values_of(
    structure: Structure, literals: dict[int, frozenset[int]], inputs: list[bool]
) -> dict[int, bool]:
    """Of the constant, of all inputs and of all gates that stand for others."""
    values = dict(enumerate([False, *inputs]))
    for gate, parts in {**structure.literals, **literals}.items():
        values[gate] = all(values[literal >> 1] != bool(literal & 1) for literal in parts)
    return values


@pytest.mark.parametrize("most", [0, 3, 64])
@given(GATES, st.permutations(range(FLUENTS)), st.lists(st.booleans(), min_size=5, max_size=5))
def test_an_image_is_the_circuit_with_its_inputs_renamed(
    most: int, gates: list[list[tuple[int, bool]]], row: list[int], inputs: list[bool]
) -> None:
    circuit = circuit_of(gates)
    structure = Structure(circuit, most)
    image = structure.image(Permutation((*row, FLUENTS), (0,)))
    inverse = [row.index(place) for place in range(FLUENTS)]
    renamed = [*(inputs[inverse[place]] for place in range(FLUENTS)), inputs[FLUENTS]]
    here = values_of(structure, {}, renamed)
    there = values_of(structure, image.fresh, inputs)
    plain = [False, *renamed]
    for gate in structure.nodes.gates:
        plain.append(all(plain[signal >> 1] != bool(signal & 1) for signal in circuit.inputs(gate)))
    for node, value in enumerate(plain):
        own, moved = structure.signal(2 * node), image.signal(2 * node)
        assert (here[own >> 1] != bool(own & 1)) == value
        assert (there[moved >> 1] != bool(moved & 1)) == value


def test_it_does_not_matter_how_a_conjunction_is_factored() -> None:
    circuit = _core.Circuit(FLUENTS, [1])
    a, b, c, d = (circuit.fluent(number) for number in range(FLUENTS))
    one = circuit.all_of([circuit.all_of([a, b]), circuit.all_of([c, d])])
    other = circuit.all_of([circuit.all_of([a, c]), circuit.all_of([b, d])])
    structure = Structure(circuit)
    assert one != other
    assert structure.signal(one) == structure.signal(other)
    apart = Structure(circuit, most_literals=0)
    assert apart.signal(one) != apart.signal(other)
