"""Reading infix rules: both customs, and every syntax problem at its place."""

import pytest

from woodstock.gdl import SyntaxProblem, parse, parse_hrf, parse_kif
from woodstock.gdl.terms import Function, Location


@pytest.mark.parametrize(
    ("infix", "prefix"),
    [
        ("role(Xplayer)", "(role ?xplayer)"),
        ("role(x). role(o).", "(role x) (role o)"),
        ("role(x)\nrole(o)\nopen", "(role x) (role o) open"),
        ("legal(o,choose(1)) :- true(control(o)).", "(<= (legal o (choose 1)) (true (control o)))"),
        ("p :- a, b & c", "(<= p a b c)"),
        ("p :- ~a, not b, \\+ c, not(d), ~(e | f)", "(<= p (not a) (not b) (not c) (not d) (not (or e f)))"),
        ("p :- a | b, c", "(<= p (or a (and b c)))"),
        ("p :- (a ; b), c.", "(<= p (or a b) c)"),
        ("p :- or(a, b & c), and(d)", "(<= p (or a (and b c)) (and d))"),
        ("p(X) :- q(X,Y), X != Y, X \\= a, X = f(Y)", None),
        ("p :- distinct(a, b)", "(<= p (distinct a b))"),
        ("p('++', '1.5', 2.5, -1, 'Don''t').", "(p ++ 1.5 2.5 -1 don't)"),
        ("p() :- q()", "(<= p q)"),
        ("p :- q(_, _, _1)", "(<= p (q ?_2 ?_3 ?_1))"),
        ("p(?x, ?'x.y')", "(p ?x ?x.y)"),
        ("% comment\np. /* another\n one */ q", "p q"),
        ("'not' :- 'not'", None),
    ],
)
def test_infix_means_the_same_as_prefix(infix: str, prefix: str | None) -> None:
    sheet = parse_hrf(infix)
    if prefix is not None:
        assert sheet == parse_kif(prefix)
    assert parse(infix) == sheet


def test_equality_is_negated_distinct() -> None:
    sheet = parse_hrf("p(X) :- q(X,Y), X != Y, X \\= a, X = f(Y)")
    expected = "(<= (p ?x) (q ?x ?y) (distinct ?x ?y) (distinct ?x a) (not (distinct ?x (f ?y))))"
    assert sheet == parse_kif(expected)


def test_positions() -> None:
    (rule,) = parse_hrf("p :-\r\n  q(X, f(a)) & r", "g.hrf").rules
    literal = rule.body[0]
    assert isinstance(literal, Function)
    assert literal.location == Location(2, 3, "g.hrf", 10)
    assert literal.args[1].location == Location(2, 8, "g.hrf", 4)
    assert rule.location == Location(1, 1, "g.hrf", len("p :-\r\n  q(X, f(a)) & r"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("p(a", [("unclosed", 1, 2)]),
        ("legal(x, f(a) :- true(b).\nq(.\nr.", [("unclosed", 1, 6), ("expected", 2, 3)]),
        ("p :- X.", [("variable", 1, 6)]),
        ("X :- p.", [("variable", 1, 1)]),
        ("p :- .", [("expected", 1, 6)]),
        ("not(p) :- q", [("head", 1, 1)]),
        ("p('a b', 'c", [("name", 1, 3), ("quote", 1, 10), ("unclosed", 1, 2)]),
        ("p :- distinct(a).", [("connective", 1, 6)]),
        ("/* open", [("comment", 1, 1)]),
        ("p(\x01a)", [("character", 1, 3)]),
        ("p :- " + "~" * 1000 + "q", [("too-deep", 1, 106)]),
        ("p(" * 100_000, [("too-deep", 1, 203)]),
    ],
)
def test_all_problems_at_their_places(text: str, expected: list[tuple[str, int, int]]) -> None:
    with pytest.raises(SyntaxProblem) as caught:
        parse_hrf(text)
    places = [(f.code, f.location.line, f.location.column) for f in caught.value.diagnostics if f.location]
    assert sorted(places) == sorted(expected)


@pytest.mark.parametrize("text", ["; c\n(role x)", "((role x))", "", "open (p)"])
def test_prefix_is_told_apart(text: str) -> None:
    assert parse(text) == parse_kif(text)


def test_problems_of_prefix_text() -> None:
    with pytest.raises(SyntaxProblem, match="closes nothing"):
        parse(") p")
