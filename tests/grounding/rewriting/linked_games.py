"""Small games about who is linked with whom: stones of two colours are put on the nodes of a graph and taken away."""

from collections.abc import Iterable
from random import Random

LINKED = """
(<= (linked ?c ?x ?y) (true (on ?x ?c)) (edge ?x ?y) (true (on ?y ?c)))
(<= (linked ?c ?x ?z) (linked ?c ?x ?y) (edge ?y ?z) (true (on ?z ?c)))
"""
MOVING_START = """
(<= (linked ?c ?x ?y) (true (on ?x ?c)) (edge ?x ?y) (true (on ?y ?c)))
(<= (linked ?c ?x ?z) (true (on ?x ?c)) (edge ?x ?y) (linked ?c ?y ?z))
"""
APART = """
(<= (apart ?c) (true (on ?x ?c)) (true (on ?y ?c)) (distinct ?x ?y) (not (linked ?c ?x ?y)))
"""
PATH = ((1, 2), (2, 3), (3, 4))


def both_ways(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    return [edge for one, two in pairs for edge in dict.fromkeys(((one, two), (two, one)))]


TWO_WAY_PATH = both_ways(PATH)


def random_graph(seed: int, nodes: int) -> list[tuple[int, int]]:
    """Edges both ways, loops among them; some nodes may have none."""
    source = Random(seed)
    pairs = [(one, two) for one in range(1, nodes + 1) for two in range(one, nodes + 1)]
    return both_ways(source.sample(pairs, source.randint(1, nodes + 1)))


def stones(
    rules: str = LINKED + APART, edges: Iterable[tuple[int, int]] = TWO_WAY_PATH, nodes: int = 5
) -> str:
    """Every state tells by what is legal which colours are apart."""
    facts = [f"(node {node})" for node in range(1, nodes + 1)] + [f"(edge {a} {b})" for a, b in edges]
    return f"""
(role r) (colour red) (colour blue) (init (on 1 red)) (init (on 3 red)) (init (on 4 blue))
{" ".join(facts)}
{rules}
(<= (legal r (put ?x ?c)) (node ?x) (colour ?c) (not (taken ?x)))
(<= (legal r (take ?x)) (taken ?x))
(<= (legal r (told ?c)) (apart ?c))
(<= (taken ?x) (true (on ?x ?c)))
(<= (next (on ?x ?c)) (does r (put ?x ?c)))
(<= (next (on ?x ?c)) (true (on ?x ?c)) (not (does r (take ?x))))
(<= terminal (true (on 1 red)) (true (on 2 blue)) (true (on 3 red)))
(<= (goal r 100) (apart red)) (<= (goal r 0) (not (apart red)))
"""


COORDINATES = (1, 2, 3)
PAIRS_LINKED = """
(<= (linked ?x ?y ?u ?v) (true (on ?x ?y)) (near ?x ?y ?u ?v) (true (on ?u ?v)))
(<= (linked ?x ?y ?a ?b) (linked ?x ?y ?u ?v) (near ?u ?v ?a ?b) (true (on ?a ?b)))
"""


def board(different: str, linked: str = PAIRS_LINKED) -> str:
    """Stones on squares, of one colour: nodes with two components, and no context."""
    facts = " ".join(f"(n {n})" for n in COORDINATES) + " (s 1 2) (s 2 1) (s 2 3) (s 3 2)"
    return f"""
(role r) {facts} (init (on 1 1)) (init (on 1 3))
(<= (near ?x ?y ?x ?v) (n ?x) (s ?y ?v)) (<= (near ?x ?y ?u ?y) (n ?y) (s ?x ?u))
{linked}
(<= apart (true (on ?x ?y)) (true (on ?u ?v)) {different} (not (linked ?x ?y ?u ?v)))
(<= (legal r (put ?x ?y)) (n ?x) (n ?y) (not (true (on ?x ?y))))
(<= (legal r (take ?x ?y)) (true (on ?x ?y)))
(<= (legal r told) apart)
(<= (next (on ?x ?y)) (does r (put ?x ?y)))
(<= (next (on ?x ?y)) (true (on ?x ?y)) (not (does r (take ?x ?y))))
(<= terminal (true (on 1 1)) (true (on 2 2)) (true (on 3 3)) apart)
(<= (goal r 100) apart) (<= (goal r 0) (not apart))
"""
