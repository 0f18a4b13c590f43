from hypothesis import given

from tests.gdl.strategies import rules, unhurried
from woodstock.gdl.formulas import Formula, Not, Rule
from woodstock.gdl.keywords import ARROW, CONNECTIVES
from woodstock.gdl.terms import Function, Symbol, Term, Variable
from woodstock.gdl.walk import terms_in, variables, walk


def words(text: str) -> list[str]:
    """The names in a rule as it is printed, but for words of logic."""
    return [word for word in text.replace("(", " ").replace(")", " ").split() if is_name(word)]


def is_name(word: str) -> bool:
    return word not in {*CONNECTIVES, ARROW}


@unhurried
@given(rules)
def test_a_walk_comes_by_every_name_in_the_order_of_the_text(rule):
    met = [part for part in walk(rule.head, *rule.body) if isinstance(part, Term)]
    names = [f"?{part.name}" if isinstance(part, Variable) else part.name for part in met]
    assert list(filter(is_name, names)) == words(str(rule))


@unhurried
@given(rules)
def test_every_variable_stands_in_a_term_of_the_rule(rule):
    inside = [term for term in terms_in(rule) if isinstance(term, Variable)]
    assert inside == [variable for part in (rule.head, *rule.body) for variable in variables(part)]


def test_atoms_are_no_terms():
    inner = Function("f", (Symbol("a"),))
    assert list(terms_in(Rule(Symbol("p"), (Function("q", (inner, Symbol("b"))), Not(Symbol("r")))))) == [
        inner,
        Symbol("a"),
        Symbol("b"),
    ]


def test_no_depth_is_too_much():
    formula: Formula = Function("p", (Variable("x"),))
    for _ in range(10_000):
        formula = Not(formula)
    assert list(variables(formula)) == [Variable("x")]
