"""Relations restricted to what is asked of them: the same game, fewer atoms."""

from tests.grounding.rewriting.rewritten import assert_same_game
from woodstock.gdl import parse_kif
from woodstock.grounding.rewriting import demand
from woodstock.grounding.rewriting.demand import restrict_to_demand
from woodstock.grounding.rewriting.normal import normalise
from woodstock.grounding.rewriting.sizes import Sizes

WALK = """
(role r) (init (at 1 a)) (init (free 2)) (init (free 3))
(succ 1 2) (succ 2 3) (succ a b) (succ b c)
(coordinate 1) (coordinate 2) (coordinate 3) (coordinate a) (coordinate b) (coordinate c)
(<= (clear ?x ?y) (coordinate ?x) (coordinate ?y) (true (free ?x)))
(<= (clear ?x ?y) (coordinate ?x) (coordinate ?y) (true (at ?z ?y)))
(<= (unasked ?x ?y ?z) (clear ?x ?y) (clear ?y ?z))
(<= (legal r (go ?x ?y)) (true (at ?u ?v)) (succ ?u ?x) (succ ?v ?y) (clear ?x ?y))
(<= (legal r stay) (clear 3 ?y) (true (at ?x ?y)))
(<= (next (at ?x ?y)) (does r (go ?x ?y)))
(<= (next (at ?x ?y)) (does r stay) (true (at ?x ?y)))
(<= (next (free ?x)) (true (free ?x)) (not (true (at ?x c))))
(<= terminal (true (at 3 ?y)))
(<= (goal r 100) (true (at 3 c))) (<= (goal r 0) (not (true (at 3 c))))
"""


def relation(program, name):
    """The texts of a relation's atoms."""
    native = program.native
    return [
        native.name(atom) for atom in range(native.atom_count) if native.parts(native.term(atom))[0] == name
    ]


def test_only_what_is_asked_is_ground(monkeypatch):
    monkeypatch.setattr(demand, "WORTH_GUARDING", 0.0)
    sheet = parse_kif(WALK)
    rules = normalise(sheet.rules)
    restricted = restrict_to_demand(rules, Sizes(rules))
    program = assert_same_game(sheet, restricted)
    whole = assert_same_game(sheet, rules)
    assert not relation(program, "unasked")
    clear = relation(program, "clear")
    assert 0 < len(clear) < len(relation(whole, "clear"))
    assert not any(atom.startswith("(clear a") for atom in clear)
