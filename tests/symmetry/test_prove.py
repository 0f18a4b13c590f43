"""Decision diagrams, and gates of two circuits swept together."""

from hypothesis import given
from hypothesis import strategies as st

import woodstock
from woodstock.deadline import Deadline
from woodstock.symmetry import Permutation
from woodstock.symmetry.bdd import FALSE, TRUE, Diagrams
from woodstock.symmetry.prove import Prover
from woodstock.symmetry.structure import Structure
from woodstock.symmetry.sweep import Sweep

COUNTING = """
(role player)
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6)
(cell 1) (cell 2) (cell 3) (cell 4) (cell 5) (cell 6)
(init (control player))
(<= (next (control player)) (true (control player)))
(<= (legal player (mark ?x)) (cell ?x))
(<= (next (marked ?x)) (does player (mark ?x)))
(<= (next (marked ?x)) (true (marked ?x)))
(<= (count 0 0) (true (control player)))
(<= (count ?n ?more) (succ ?m ?n) (count ?m ?k) (succ ?k ?more) (true (marked ?n)))
(<= (count ?n ?k) (succ ?m ?n) (count ?m ?k) (not (true (marked ?n))))
(<= terminal (count 6 4))
(<= (goal player 100) (count 6 4))
(<= (goal player 0) (not (count 6 4)))
"""


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), min_size=1, max_size=6))
def test_equal_functions_are_equal_edges(literals: list[tuple[int, bool]]) -> None:
    diagrams = Diagrams(1000)
    edges = [diagrams.variable(number) ^ negated for number, negated in literals]
    forwards, backwards = TRUE, TRUE
    for edge in edges:
        forwards = diagrams.both(forwards, edge)
    for edge in reversed(edges):
        backwards = diagrams.both(backwards, edge)
    assert forwards == backwards
    clash = any((number, not negated) in literals for number, negated in literals)
    assert (forwards == FALSE) == clash


def test_counts_in_different_orders_are_the_same() -> None:
    game = woodstock.loads(COUNTING)
    compiled = game.compiled
    vocabulary = compiled.vocabulary
    names = [vocabulary.name(thing) for thing in range(vocabulary.size)]
    turned = {str(number): str(7 - number) for number in range(1, 7)}
    row = [names.index("".join(turned.get(letter, letter) for letter in name)) for name in names]
    reverse = Permutation(tuple(row), (0,))
    prover = Prover(compiled.circuit, vocabulary)
    assert prover.prove(reverse, Deadline.after(20)).proven
    structure = Structure(compiled.circuit, most_literals=0)
    image = structure.image(reverse)
    end, turned_end = (each.signal(compiled.circuit.terminal) for each in (structure, image))
    assert end != turned_end, "the structure alone would do"
    sweep = Sweep(structure, image.fresh, Deadline())
    assert sweep.equal([(end, turned_end), (end, turned_end ^ 1)]) == [True, False]
