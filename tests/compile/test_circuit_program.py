"""A circuit as a logic program: clingo gives every node the value that plain evaluation gives it."""

from random import Random

import clingo
import pytest

from tests.hand_games import tictactoe
from woodstock.compile.circuit import CircuitAtoms, Nodes, timed_gates


@pytest.mark.parametrize("seed", range(5))
def test_atoms_have_the_values_of_their_nodes(seed: int) -> None:
    circuit, source = tictactoe(), Random(seed)
    nodes = Nodes.of(circuit)
    fluents, moves = ([source.randrange(2) for _ in kind] for kind in (nodes.fluents, nodes.moves))
    expected = list(map(bool, circuit.evaluate(fluents, moves)))
    control = clingo.Control(["--warn=none"])
    with control.backend() as backend:
        atoms = CircuitAtoms(backend, circuit, range(nodes.gates.stop))
    given = [
        atoms.literal(2 * node + (not value)) for node, value in enumerate([0, *fluents, *moves]) if node
    ]
    with control.solve(given, yield_=True) as handle:
        model = handle.model()
        assert [model.is_true(atoms.literal(2 * node)) for node in range(nodes.gates.stop)] == expected


@pytest.mark.parametrize("seed", range(5))
def test_the_text_says_the_same(seed: int) -> None:
    circuit, source = tictactoe(), Random(seed)
    nodes = Nodes.of(circuit)
    fluents, moves = ([source.randrange(2) for _ in kind] for kind in (nodes.fluents, nodes.moves))
    facts = [f"n({node},0)." for node, value in enumerate([0, *fluents, *moves]) if value]
    control = clingo.Control(["--warn=none"])
    control.add("base", [], "\n".join(["t(0).", *facts, *timed_gates(circuit)]))
    control.ground([("base", [])])
    holding = {atom.symbol.arguments[0].number for atom in control.symbolic_atoms.by_signature("n", 2)}
    expected = circuit.evaluate(fluents, moves)
    assert holding == {node for node, value in enumerate(expected) if value}
