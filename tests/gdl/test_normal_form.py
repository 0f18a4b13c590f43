"""The normal form of a formula is true where the formula is, and `not` stands on plain literals only."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from tests.gdl.strategies import unhurried
from woodstock.gdl.formulas import And, Formula, Not, Or
from woodstock.gdl.normal_form import multiplied, pushed, width
from woodstock.gdl.terms import Symbol

NAMES = "pqr"


def nested(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    parts = st.lists(inner, max_size=3).map(tuple)
    return st.one_of(parts.map(And), parts.map(Or), inner.map(Not))


formulas = st.recursive(st.sampled_from(NAMES).map(Symbol), nested, max_leaves=8)


def holds(formula: Formula, true: set[str]) -> bool:
    match formula:
        case And(formulas=parts):
            return all(holds(part, true) for part in parts)
        case Or(formulas=parts):
            return any(holds(part, true) for part in parts)
        case Not(formula=inner):
            return not holds(inner, true)
    assert isinstance(formula, Symbol)
    return formula.name in true


def plainly_negated(formula: Formula) -> bool:
    match formula:
        case And(formulas=parts) | Or(formulas=parts):
            return len(parts) != 1 and all(
                plainly_negated(part) and type(part) is not type(formula) for part in parts
            )
        case Not(formula=inner):
            return isinstance(inner, Symbol)
    return True


@unhurried
@given(formulas)
def test_the_meaning_is_kept(formula: Formula) -> None:
    done = pushed(formula)
    conjunctions = list(multiplied(done))
    assert plainly_negated(done)
    assert len(conjunctions) == width(done)
    for values in itertools.product((False, True), repeat=len(NAMES)):
        true = {name for name, value in zip(NAMES, values, strict=True) if value}
        expected = holds(formula, true)
        assert holds(done, true) == expected
        assert expected == any(
            all(holds(plain, true) == sign for plain, sign in conjunction) for conjunction in conjunctions
        )
