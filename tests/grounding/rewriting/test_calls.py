"""Recursive relations restricted to the calls that can be made: the same game, far fewer atoms."""

import pytest

from tests.grounding.rewriting.rewritten import assert_same_game
from woodstock.gdl import parse_kif
from woodstock.grounding import Limits, ground
from woodstock.grounding.rewriting import calls
from woodstock.grounding.rewriting.calls import CALL_RELATION, restrict_to_calls
from woodstock.grounding.rewriting.normal import NormalRule, normalise
from woodstock.grounding.rewriting.sizes import Sizes

CELLS, NUMBERS = 6, 12
# Stones are put on a row of cells; a counter of both colours walks along it, as in public sheets of nine men's morris.
MILL = (
    """
(role white) (role black) (init (control white))
(<= (legal ?p (put ?c)) (true (control ?p)) (true (cell ?c empty)))
(<= (legal ?p (take ?c)) (true (control ?p)) (true (cell ?c ?q)) (role ?q) (distinct ?p ?q) (not (few ?q)))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (cell ?c ?p)) (does ?p (put ?c)))
(<= (next (cell ?c empty)) (does ?p (take ?c)))
(<= (next (cell ?c ?x)) (true (cell ?c ?x)) (does ?p (put ?d)) (distinct ?c ?d))
(<= (next (cell ?c ?x)) (true (cell ?c ?x)) (does ?p (take ?d)) (distinct ?c ?d))
(<= (next (control white)) (true (control black)))
(<= (next (control black)) (true (control white)))
(<= (few white) (count ?w ?b) (less ?w 2))
(<= (few black) (count ?w ?b) (less ?b 2))
(<= (count ?w ?b) (counted 1 0 0 ?w ?b))
(<= (counted last ?w ?b ?w ?b) (number ?w) (number ?b))
(<= (counted ?c ?w0 ?b0 ?w ?b) (one ?c ?w0 ?b0 ?w1 ?b1) (after ?c ?d) (counted ?d ?w1 ?b1 ?w ?b))
(<= (one ?c ?w0 ?b ?w ?b) (true (cell ?c white)) (succ ?w0 ?w) (number ?b))
(<= (one ?c ?w ?b0 ?w ?b) (true (cell ?c black)) (succ ?b0 ?b) (number ?w))
(<= (one ?c ?w ?b ?w ?b) (true (cell ?c empty)) (number ?w) (number ?b))
(<= (less ?a ?b) (succ ?a ?b)) (<= (less ?a ?c) (succ ?a ?b) (less ?b ?c))
(<= terminal (not some_empty)) (<= some_empty (true (cell ?c empty)))
(<= terminal (counted 2 0 1 3 ?b))
(<= (goal white 100) (count ?w ?b) (less ?b ?w))
(<= (goal white 0) (count ?w ?b) (not (less ?b ?w)))
(<= (goal black 100) (not (counted 1 0 0 3 2))) (<= (goal black 50) (counted 1 0 0 3 2))
"""
    + "".join(f"(init (cell {cell} empty)) " for cell in range(1, CELLS + 1))
    + "".join(f"(after {cell} {cell + 1}) " for cell in range(1, CELLS))
    + f"(after {CELLS} last) "
    + "".join(f"(succ {number} {number + 1}) " for number in range(NUMBERS))
    + "".join(f"(number {number}) " for number in range(NUMBERS + 1))
)


@pytest.fixture(autouse=True)
def _eager(monkeypatch):
    monkeypatch.setattr(calls, "WORTH_CALLING", 0.0)


def restricted(text: str) -> tuple[list[NormalRule], list[NormalRule]]:
    rules = normalise(parse_kif(text).rules)
    return rules, restrict_to_calls(rules, Sizes(rules), Limits())


def test_a_counter_is_ground_as_far_as_it_counts():
    sheet = parse_kif(MILL)
    rules, guarded = restricted(MILL)
    program = assert_same_game(sheet, guarded, count=40)
    whole = assert_same_game(sheet, rules, count=5)
    assert len(program.native.atoms_of("counted", 5)) < len(whole.native.atoms_of("counted", 5)) / 10
    assert len(program.native.atoms_of("one", 5)) < len(whole.native.atoms_of("one", 5)) / 4


def test_calls_are_those_that_some_state_can_make():
    """At the third cell nobody has counted more than two stones; `terminal` begins at the second, with one."""
    _, guarded = restricted(MILL)
    counted = next(rule.body[0] for rule in guarded if rule.head.name == "counted")
    called = [rule.head for rule in guarded if not rule.body and rule.head.name == counted.atom.name]
    at_third = {tuple(map(str, call.args[1:])) for call in called if str(call.args[0]) == "3"}
    assert at_third == {(str(w), str(b)) for w in range(3) for b in range(3) if w + b <= 2}


def test_what_is_not_recursive_or_not_large_is_left_alone(monkeypatch):
    plain = "(role r) (init a) (<= (legal r (m ?x)) (p ?x)) (p 1) (<= (q ?x) (p ?x)) (<= (next a) (q 1)) (<= terminal (true a))"
    rules, guarded = restricted(plain)
    assert guarded is rules
    monkeypatch.setattr(calls, "WORTH_CALLING", 1e9)
    rules, guarded = restricted(MILL)
    assert guarded is rules


def test_a_caller_that_gives_nothing_frees_all():
    """Somebody asks who counts what: then everything is derived."""
    rules, guarded = restricted(MILL + "(<= (sees white ?w) (counted ?c ?w ?b ?v ?a))")
    assert {rule for rule in guarded if rule.head.name == "counted"} <= set(rules)


def test_recursion_below_negation():
    """Calls of a relation that is denied count as well, and negation does not run in a circle through the guards."""
    text = """
    (role r) (init (at 0)) (<= (legal r (go ?x)) (true (at ?y)) (near ?y ?x) (not (far ?y ?x)))
    (<= (next (at ?x)) (does r (go ?x)))
    (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (number 0) (number 1) (number 2) (number 3) (number 4)
    (<= (near ?x ?y) (number ?x) (number ?y) (not (far 0 ?y)))
    (<= (far ?x ?y) (succ ?x ?z) (further ?z ?y)) (<= (further ?x ?y) (succ ?x ?y) (not (true (at ?y))))
    (<= (further ?x ?y) (succ ?x ?z) (further ?z ?y))
    (<= terminal (true (at 4))) (<= (goal r 100) (true (at ?x)) (not (far ?x 4))) (<= (goal r 0) (far 1 3) (true (at 0)))
    """
    rules, guarded = restricted(text)
    assert guarded is not rules
    assert_same_game(parse_kif(text), guarded, count=20)


def test_what_no_state_changes_is_left_alone():
    text = """
    (role r) (init (at 0)) (<= (legal r (go ?x)) (true (at ?y)) (below ?y ?x)) (<= (next (at ?x)) (does r (go ?x)))
    (succ 0 1) (succ 1 2) (<= (below ?x ?y) (succ ?x ?y)) (<= (below ?x ?y) (succ ?x ?z) (below ?z ?y))
    (<= terminal (true (at 2))) (goal r 0)
    """
    rules, guarded = restricted(text)
    assert guarded is rules


def test_calls_with_functions():
    text = """
    (role r) (init (stack (s (s (s z))))) (init (top z))
    (<= (legal r (pop ?x)) (true (stack ?y)) (part ?y ?x)) (<= (next (stack ?x)) (does r (pop ?x)))
    (<= (part (s ?x) ?x) (term ?x) (true (top z))) (<= (next (top z)) (true (top z))) (<= (part (s ?x) ?y) (term ?x) (part ?x ?y))
    (term z) (term (s z)) (term (s (s z))) (term (s (s (s z)))) (term (s (s (s (s z)))))
    (<= terminal (true (stack z))) (<= (goal r 100) (true (stack z))) (<= (goal r 0) (not (true (stack z))))
    """
    rules, guarded = restricted(text)
    assert any(rule.head.name.startswith(CALL_RELATION) for rule in guarded)
    program = assert_same_game(parse_kif(text), guarded, count=10)
    whole = assert_same_game(parse_kif(text), rules, count=2)
    assert len(program.native.atoms_of("part", 1)) <= len(whole.native.atoms_of("part", 1))


def test_a_large_counter_is_within_limits():
    """Ground for every number it would be far beyond them."""
    more = "".join(f"(number {n + 1}) (succ {n} {n + 1}) " for n in range(NUMBERS, 120))
    program = ground(parse_kif(MILL + more), Limits(literals=200_000, atoms=100_000))
    assert program.native.rule_count < 20_000
