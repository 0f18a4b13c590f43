"""Deriving only what is asked for gives the same answers as deriving everything, on random programs."""

from hypothesis import given, settings
from hypothesis import strategies as st

from woodstock.engines.reference import Reference
from woodstock.gdl import Rulesheet
from woodstock.gdl.formulas import And, Distinct, Not, Or, Rule
from woodstock.gdl.terms import Function, Symbol, Variable

CONSTANTS = [Symbol(name) for name in "abc"]
TERMS = [*CONSTANTS[:2], *(Variable(name) for name in "xyz")]
LAYERS = 4
FLUENTS = [Function("f", (constant,)) for constant in CONSTANTS] + [Symbol("g")]

term = st.sampled_from(TERMS)
pair = st.tuples(term, term)


def relation(layer):
    """Atoms of a layer: one relation with one argument, one with two, one without."""
    return st.one_of(
        term.map(lambda one: Function(f"p{layer}", (one,))),
        pair.map(lambda two: Function(f"q{layer}", two)),
        st.just(Symbol(f"r{layer}")),
    )


given_atoms = st.one_of(
    term.map(lambda one: Function("true", (Function("f", (one,)),))),
    st.just(Function("true", (Symbol("g"),))),
    pair.map(lambda two: Function("e", two)),
    term.map(lambda one: Function("d", (one,))),
)


def body(layer):
    """Positive atoms of this layer or below, negated ones of those below, and what is given."""
    up_to = st.one_of(given_atoms, *(relation(each) for each in range(layer + 1)))
    below = st.one_of(given_atoms, *(relation(each) for each in range(layer)))
    literal = st.one_of(up_to, up_to, below.map(Not), pair.map(lambda two: Distinct(*two)))
    pairs = st.lists(literal, min_size=2, max_size=2).map(tuple)
    return st.lists(st.one_of(literal, literal, pairs.map(Or), pairs.map(And)), min_size=1, max_size=4).map(
        tuple
    )


def rules(layer):
    return st.lists(st.builds(Rule, relation(layer), body(layer)), min_size=1, max_size=4)


def outcomes():
    top = body(LAYERS)
    player = Symbol("a")
    heads = st.one_of(
        term.map(lambda one: Function("legal", (player, Function("go", (one,))))),
        term.map(lambda one: Function("next", (Function("f", (one,)),))),
        st.sampled_from([0, 50, 100]).map(lambda goal: Function("goal", (player, Symbol(str(goal))))),
        term.map(lambda one: Function("sees", (player, one))),
        st.just(Symbol("terminal")),
    )
    made = pair.map(lambda two: Function("does", (two[0], Function("go", two[1:]))))
    stepping = st.builds(
        Rule,
        st.sampled_from(
            [Function("next", (Symbol("g"),)), Function("next", (Function("f", (Variable("x"),)),))]
        ),
        st.tuples(made, st.one_of(given_atoms, relation(0))),
    )
    return st.lists(st.one_of(st.builds(Rule, heads, top), stepping), min_size=3, max_size=8)


facts = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(CONSTANTS), st.sampled_from(CONSTANTS)).map(lambda two: Function("e", two)),
        st.sampled_from(CONSTANTS).map(lambda one: Function("d", (one,))),
    ),
    max_size=6,
).map(lambda atoms: [Rule(atom) for atom in atoms])

programs = st.tuples(facts, *(rules(layer) for layer in range(LAYERS)), outcomes())


def said(reference, fluents):
    position = reference.position(fluents)
    after, percepts = reference.play(position, [Function("go", (Symbol("b"),))])
    return (
        reference.legal(position, 0),
        reference.terminal(position),
        reference.goals(position, 0),
        after.fluents,
        percepts,
    )


@settings(max_examples=60, deadline=None)
@given(programs, st.lists(st.frozensets(st.sampled_from(FLUENTS)), min_size=1, max_size=3))
def test_demand_changes_no_answer(parts, states):
    role = Rule(Function("role", (Symbol("a"),)))
    sheet = Rulesheet((role, *(rule for part in parts for rule in part)))
    directed, everything = Reference(sheet), Reference(sheet, directed=False)
    for fluents in states:
        assert said(directed, fluents) == said(everything, fluents)
