from woodstock.gdl import parse_kif
from woodstock.grounding.rewriting.normal import SYMBOL_RELATION, normalise


def normal(text: str) -> set[str]:
    return {str(rule) for rule in normalise(parse_kif(text).rules)}


def test_or_is_multiplied_out():
    assert normal("(<= p (or a (not b)) (or c d))") == {
        "(<= p a c)",
        "(<= p a d)",
        "(<= p (not b) c)",
        "(<= p (not b) d)",
    }


def test_negated_disjunction_becomes_a_conjunction():
    assert normal("(<= p (not (or a (not b))))") == {"(<= p (not a) b)"}


def test_equality_substitutes():
    assert normal("(<= (p ?x) (q ?x ?y) (not (distinct ?x ?y)))") == {"(<= (p ?y) (q ?y ?y))"}


def test_distinct_constants_decide_at_once():
    assert normal("(<= p (q a) (distinct a b)) (<= r (distinct a a))") == {"(<= p (q a))"}


def test_variable_only_below_not_means_there_is_none():
    assert normal("(<= (p ?x) (q ?x) (not (r ?x ?y)))") == {
        "(<= (p ?x) (q ?x) (not (some;0 ?x)))",
        "(<= (some;0 ?x) (r ?x ?y))",
    }


def test_unbound_variable_ranges_over_all_symbols():
    rules = normal("(<= (p ?x) (q a)) (q b)")
    assert f"(<= (p ?x) ({SYMBOL_RELATION} ?x) (q a))" in rules
    assert {f"({SYMBOL_RELATION} a)", f"({SYMBOL_RELATION} b)"} <= rules
