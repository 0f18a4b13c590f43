from woodstock._core import Circuit


def test_gates_are_shared_and_folded():
    circuit = Circuit(2, [1])
    a, b = circuit.fluent(0), circuit.fluent(1)
    both = circuit.all_of([a, b])
    assert circuit.all_of([b, a, a]) == both
    assert circuit.all_of([a, a ^ 1]) == 0
    assert circuit.any_of([]) == 0
    assert circuit.gate_count == 1
