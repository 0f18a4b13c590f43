"""The engines on the rules themselves, on small rulesheets whose meaning is worked out by hand."""

import pytest

from tests.shared import rules_of
from woodstock.engines.evaluator import Evaluator
from woodstock.engines.reference import Reference
from woodstock.engines.reference.query import NoAnswer
from woodstock.errors import EvaluationError
from woodstock.gdl import parse_kif, parse_term


def engine(text, *, directed=True):
    sheet = parse_kif(text)
    return Evaluator(sheet) if directed == "evaluator" else Reference(sheet, directed=directed)


def legal(text, role=0, **options):
    reference = engine(text, **options)
    return [str(move) for move in reference.legal(reference.initial(), role)]


@pytest.fixture(params=[True, False, "evaluator"], ids=["directed", "everything", "evaluator"])
def directed(request):
    return request.param


def test_symbols_with_odd_characters_and_numbers_come_back_unchanged(directed):
    moves = legal("(role a) (legal a ++) (legal a 00) (legal a 0) (legal a (f.g map+ 10))", directed=directed)
    assert sorted(moves) == sorted(["++", "00", "0", "(f.g map+ 10)"])


def test_roles_keep_the_order_of_the_rulesheet(directed):
    assert engine("(role z) (role a) (role random)", directed=directed).roles == ("z", "a", "random")


def test_or_and_not_nest(directed):
    text = """(role a) (item 1) (item 2) (item 3) (item 4) (p 1) (p 2) (q 2) (q 3)
    (<= (legal a (either ?x)) (item ?x) (or (p ?x) (q ?x)))
    (<= (legal a (both ?x)) (and (p ?x) (q ?x)))
    (<= (legal a (neither ?x)) (item ?x) (not (or (p ?x) (q ?x))))
    (<= (legal a (notboth ?x)) (item ?x) (not (and (p ?x) (q ?x))))
    (<= (legal a (same ?x ?y)) (p ?x) (q ?y) (not (distinct ?x ?y)))
    (<= (legal a (double ?x)) (p ?x) (not (not (q ?x))))"""
    assert legal(text, directed=directed) == [
        "(both 2)",
        "(double 2)",
        *(f"(either {x})" for x in (1, 2, 3)),
        "(neither 4)",
        *(f"(notboth {x})" for x in (1, 3, 4)),
        "(same 2 2)",
    ]


def test_a_body_with_many_alternatives_is_split(directed):
    choices = " ".join(f"(or (p ?x{i}) (q ?x{i}))" for i in range(8))
    variables = " ".join(f"?x{i}" for i in range(8))
    text = f"(role a) (p 1) (q 2) (same 1 1) (same 2 2) (<= (legal a (m {variables})) {choices} "
    text += " ".join(f"(same ?x{i} ?x{i + 1})" for i in range(7)) + ")"
    assert legal(text, directed=directed) == [f"(m {' '.join(['1'] * 8)})", f"(m {' '.join(['2'] * 8)})"]


def test_a_variable_only_below_not_means_for_none(directed):
    text = "(role a) (p 1) (q 1 2) (item 1) (item 2) (<= (legal a ?x) (item ?x) (not (q ?x ?y)))"
    assert legal(text, directed=directed) == ["2"]
    assert legal("(role a) (q 1 2) (<= (legal a go) (not (q ?x ?x)))", directed=directed) == ["go"]
    assert legal("(role a) (q 1 1) (<= (legal a go) (not (q ?x ?x)))", directed=directed) == []


def test_an_unbound_variable_ranges_over_the_symbols(directed):
    assert legal("(role a) (p b) (<= (legal a ?x) (distinct ?x a))", directed=directed) == ["b"]


def test_only_roles_have_legal_moves_goals_and_percepts(directed):
    reference = engine("(role a) (legal b x) (legal a y) (<= (legal ?r z)) (goal b 1)", directed=directed)
    assert [str(move) for move in reference.legal(reference.initial(), 0)] == ["y", "z"]
    assert reference.goals(reference.initial(), 0) == ()


def test_undefined_relations_and_wrong_arities_are_false(directed):
    text = "(role a) (init s) (<= (legal a x) (nowhere ?y)) (<= (legal a y) (true s) (not (true s ?n)))"
    assert legal(text, directed=directed) == ["y"]


def test_goals_are_numbers_and_all_of_them_are_reported(directed):
    reference = engine("(role a) (goal a 00) (goal a 50) (goal a (f x)) (goal a high)", directed=directed)
    assert reference.goals(reference.initial(), 0) == (0, 50)


MAJORITY = """(role a) (init (vote 1)) (init (vote 2)) (number 0) (number 1) (number 2) (succ 0 1) (succ 1 2)
(<= (goal a ?n) (number ?n) (true (vote ?n)) (not (higher ?n)))
(<= (higher ?n) (succ ?n ?m) (goal a ?m))
(<= (higher ?n) (succ ?n ?m) (higher ?m))"""


def test_negation_in_a_circle_of_relations_but_not_of_atoms(directed):
    reference = engine(MAJORITY, directed=directed)
    assert reference.goals(reference.initial(), 0) == (2,)


@pytest.mark.parametrize("body", ["(not (legal a x))", "(not (legal a y))"])
def test_rules_without_a_single_meaning_are_refused(body, directed):
    other = "" if "x" in body else "(<= (legal a y) (not (legal a x)))"
    reference = engine(f"(role a) (<= (legal a x) {body}) {other}", directed=directed)
    with pytest.raises((NoAnswer, EvaluationError), match="negation"):
        reference.legal(reference.initial(), 0)


COUNTER = """(role a) (role b) (init (n 0)) (succ 0 1) (succ 1 2) (succ 2 3)
(<= (legal ?r (add ?k)) (role ?r) (succ ?j ?k)) (<= (legal ?r stay) (role ?r))
(<= (sum ?x 0 ?x) (any ?x)) (<= (any ?x) (succ ?x ?y)) (<= (any ?y) (succ ?x ?y))
(<= (sum ?x ?y ?z) (succ ?y1 ?y) (sum ?x ?y1 ?z1) (succ ?z1 ?z))
(<= (next (n ?z)) (true (n ?x)) (does a (add ?y)) (sum ?x ?y ?z))
(<= (next (n ?x)) (true (n ?x)) (does a stay))
(<= (sees ?r (did ?m)) (role ?r) (does ?s ?m) (distinct ?r ?s))
(<= (sees b (now ?n)) (next (n ?n)))
(<= terminal (true (n 3))) (<= (goal a ?x) (true (n ?x)))"""


def test_next_terminal_goal_and_sees(directed):
    reference = engine(COUNTER, directed=directed)
    position, seen = reference.play(reference.initial(), [parse_term("(add 2)"), parse_term("stay")])
    assert reference.fluents(position) == {parse_term("(n 2)")}
    assert [[str(each) for each in own] for own in seen] == [["(did stay)"], ["(did (add 2))", "(now 2)"]]
    assert not reference.terminal(position)
    position, _ = reference.play(position, [parse_term("(add 1)"), parse_term("(add 3)")])
    assert reference.terminal(position)
    assert reference.goals(position, 0) == (3,)


def test_the_hash_depends_on_the_fluents_only():
    one, two = engine(COUNTER), engine(COUNTER, directed=False)
    assert one.hash(one.initial()) == two.hash(two.initial()) != 0
    other = one.position([parse_term("(n 1)")])
    assert one.hash(other) != one.hash(one.initial())
    assert other == two.position([parse_term("(n 1)")])


@pytest.mark.parametrize("name", ["breakthrough", "reversi", "majorities", "queens_08ug", "vis_pacman_3p"])
def test_asking_for_less_gives_the_same_answers(name):
    sheet = rules_of(name)
    one, two = Reference(sheet), Reference(sheet, directed=False)
    position = one.initial()
    for step in range(4):
        moves = [one.legal(position, role) for role in range(len(one.roles))]
        same = two.position(position.fluents)
        assert moves == [two.legal(same, role) for role in range(len(one.roles))]
        assert one.terminal(position) == two.terminal(same)
        assert [one.goals(position, r) for r in range(len(moves))] == [
            two.goals(same, r) for r in range(len(moves))
        ]
        if one.terminal(position):
            break
        joint = [each[(7 * step) % len(each)] for each in moves]
        position, seen = one.play(position, joint)
        assert (position, seen) == two.play(same, joint)
