import pytest

from woodstock.errors import GroundingError
from woodstock.gdl import parse_kif
from woodstock.grounding import Limits, ground
from woodstock.grounding.reachability import reachable_atoms
from woodstock.grounding.rewriting.normal import normalise
from woodstock.grounding.terms import GroundTerms

COUNTER = """
(role r) (init (at 1 1)) (succ 1 2) (succ 2 3) (succ 3 4)
(<= (legal r go) (true (at ?x ?y)))
(<= (next (at ?x2 ?y2)) (does r go) (true (at ?x ?y)) (succ ?x ?x2) (succ ?y ?y2))
(<= terminal (true (at 4 ?y)))
"""


def true_in(program):
    return {str(fluent) for _, (fluent,) in GroundTerms(program.native).atoms_of("true", 1)}


def test_only_reachable_fluents_are_ground():
    program = ground(parse_kif(COUNTER))
    assert true_in(program) == {f"(at {n} {n})" for n in (1, 2, 3, 4)}


def test_facts_only_pass_finds_the_same_fluents():
    atoms = reachable_atoms(normalise(parse_kif(COUNTER).rules), Limits())
    assert {str(atom) for atom in atoms} == {f"(true (at {n} {n}))" for n in (1, 2, 3, 4)} | {
        "(legal r go)",
        "(does r go)",
    }


def test_unbounded_terms_hit_a_limit_that_names_the_rule():
    sheet = parse_kif(
        "(role r) (init (n zero)) (legal r up)\n(<= (next (n (s ?x)))\n (true (n ?x)))\n(<= terminal (true (n one)))",
        "tower.kif",
    )
    with pytest.raises(GroundingError, match=r"deeper than 40 levels(?s:.)*tower.kif:2"):
        ground(sheet, Limits(depth=40))
    with pytest.raises(GroundingError, match=r"more than 1,000 ground atoms(?s:.)*tower.kif:2"):
        ground(sheet, Limits(atoms=1000, depth=10**6))


def test_terms_as_deep_as_the_limit_are_ground():
    sheet = parse_kif(
        "(role r) (init (n zero)) (limit (s (s (s zero))))\n"
        "(<= (legal r up) (true (n ?x)))\n"
        "(<= (next (n (s ?x))) (true (n ?x)) (below ?x))\n"
        "(<= (below zero)) (<= (below (s zero))) (<= (below (s (s zero))))\n"
        "(<= terminal (true (n ?x)) (limit ?x))"
    )
    assert len(ground(sheet, Limits(depth=4)).native.atoms_of("true", 1)) == 4
    with pytest.raises(GroundingError, match="deeper than 2 levels"):
        ground(sheet, Limits(depth=2))


def test_literal_limit_names_relation_and_variables():
    digits = " ".join(f"(digit {n})" for n in range(40))
    sheet = parse_kif(
        f"(role r) {digits} (<= (init (on ?x)) (digit ?x)) (legal r stay)\n"
        "(<= (next (on ?x)) (true (on ?x)))\n"
        "(<= (chain ?a ?b ?c) (true (on ?a)) (true (on ?b)) (true (on ?c)))\n"
        "(<= terminal (chain ?a ?b ?c))",
        "wide.kif",
    )
    with pytest.raises(GroundingError, match=r"wide.kif:3.*\?a \(40\)"):
        ground(sheet, Limits(literals=20_000), cut=False)


def test_strange_symbols_survive():
    sheet = parse_kif(
        "(role r) (init (f ++)) (init (f 00)) (legal r a.b) (<= (next (f ?x)) (true (f ?x))) (<= terminal (true (f 0)))"
    )
    assert true_in(ground(sheet)) == {"(f ++)", "(f 00)"}
