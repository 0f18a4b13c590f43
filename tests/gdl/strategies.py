"""Random terms, formulas and rules, odd names included."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from woodstock.gdl import Rulesheet
from woodstock.gdl.formulas import And, Distinct, Formula, Not, Or, Rule
from woodstock.gdl.keywords import ARROW, CONNECTIVES
from woodstock.gdl.terms import Function, Symbol, Term, Variable

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # machines may be busy


plain = st.sampled_from(["a", "b", "cell", "x", "1", "00", "true", "does", "f", "long-name-of-some-relation"])
odd = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z"], exclude_characters="();"),
    min_size=1,
    max_size=5,
).map(str.lower)
names = st.one_of(plain, plain, odd).filter(
    lambda name: name.isprintable() and name == name.lower() and name[0] != "?" and name != "<="
)
variable_names = st.one_of(st.sampled_from(["x", "y", "_", "_1", "row", "x-1"]), odd).filter(
    lambda name: name.isprintable() and name == name.lower()
)
symbols = st.builds(Symbol, names)
variables = st.builds(Variable, variable_names)


def functions(args: st.SearchStrategy[Term]) -> st.SearchStrategy[Function]:
    return st.builds(Function, names, st.lists(args, min_size=1, max_size=4).map(tuple))


terms: st.SearchStrategy[Term] = st.recursive(st.one_of(symbols, variables), functions, max_leaves=6)
relations = names.filter(lambda name: name not in {*CONNECTIVES, ARROW})
atoms = st.one_of(
    st.builds(Symbol, relations),
    st.builds(Function, relations, st.lists(terms, min_size=1, max_size=3).map(tuple)),
)


def connected(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    several = st.lists(inner, min_size=1, max_size=3).map(tuple)
    return st.one_of(st.builds(Not, inner), st.builds(And, several), st.builds(Or, several))


formulas: st.SearchStrategy[Formula] = st.recursive(
    st.one_of(atoms, st.builds(Distinct, terms, terms)), connected, max_leaves=5
)
rules = st.builds(Rule, atoms, st.lists(formulas, max_size=3).map(tuple))
rulesheets = st.lists(rules, max_size=3).map(lambda found: Rulesheet(tuple(found)))
