import pytest

from woodstock._core import Circuit, Engines, Lanes, Phases, StageTemplate, Stepper

TRUE = 1


def test_gates_are_shared_and_folded():
    circuit = Circuit(2, [1])
    a, b = circuit.fluent(0), circuit.fluent(1)
    both = circuit.all_of([a, b])
    assert circuit.all_of([b, a, a]) == both
    assert circuit.all_of([a, a ^ 1]) == 0
    assert circuit.any_of([]) == 0
    assert circuit.gate_count == 1


def unplayable() -> dict[str, Circuit]:
    found = {
        name: Circuit(1, [2]) for name in ("legal", "terminal", "goals", "no gate", "no such role", "short")
    }
    for circuit in found.values():
        circuit.legal = [TRUE, TRUE]
    made = found["legal"].move(0)
    found["legal"].legal = [made, TRUE]
    found["terminal"].terminal = found["terminal"].all_of([found["terminal"].fluent(0), made])
    found["goals"].goals = [[0, 50, made]]
    found["no gate"].terminal = 1000
    found["no such role"].goals = [[7, 50, TRUE]]
    found["short"].legal = []
    return found | {"no roles": Circuit(1, [])}


@pytest.mark.parametrize("name", unplayable())
def test_engines_refuse_what_they_cannot_run(name):
    circuit = unplayable()[name]
    for engine in (Stepper, Lanes, Phases, Engines, StageTemplate):
        with pytest.raises(ValueError, match=r".+"):
            engine(circuit)
