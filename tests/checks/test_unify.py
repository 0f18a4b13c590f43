"""Unification against enumeration of instances."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from tests.gdl.strategies import unhurried
from woodstock.checks.unify import unifiable
from woodstock.gdl import parse_term
from woodstock.gdl.terms import Function, Symbol, Term, Variable
from woodstock.gdl.walk import variables

constants = [Symbol(name) for name in "abcdef"]
flat = st.builds(
    Function,
    st.just("p"),
    st.lists(st.sampled_from([*constants[:2], Variable("x"), Variable("y")]), min_size=3, max_size=3).map(
        tuple
    ),
)


def instances(term: Term) -> set[Term]:
    names = sorted({variable.name for variable in variables(term)})
    return {
        put(term, dict(zip(names, values, strict=True))) for values in product(constants, repeat=len(names))
    }


def put(term: Term, values: dict[str, Symbol]) -> Term:
    match term:
        case Variable(name=name):
            return values[name]
        case Function(name=name, args=args):
            return Function(name, tuple(put(arg, values) for arg in args))
        case Symbol():
            return term


@unhurried
@given(flat, flat)
def test_flat_terms_unify_iff_they_share_an_instance(left: Function, right: Function) -> None:
    assert unifiable(left, right) == bool(instances(left) & instances(right))


def test_nested_terms() -> None:
    cases = {
        ("(p ?x (f ?x))", "(p a (f a))"): True,
        ("(p ?x (f ?x))", "(p a (f b))"): False,
        ("(p ?x ?x)", "(p ?y (f ?y))"): False,  # occurs check
        ("(p ?x)", "(p (f ?x))"): True,  # the two have no variable in common
        ("(p a)", "(p a b)"): False,
        ("a", "(a b)"): False,
        ("?x", "(a b)"): True,
    }
    for (left, right), expected in cases.items():
        assert unifiable(parse_term(left), parse_term(right)) is expected, (left, right)
        assert unifiable(parse_term(right), parse_term(left)) is expected, (right, left)
