"""Reading KIF: everything that real rulesheets contain, and every syntax problem at its place."""

import pytest

from tests.shared import shared, shared_games
from woodstock.gdl import SyntaxProblem, parse_kif, parse_term
from woodstock.gdl.formulas import And, Distinct, Not, Or, Rule
from woodstock.gdl.terms import Function, Location, Symbol, Variable


def problems(text: str) -> list[tuple[str, int, int]]:
    with pytest.raises(SyntaxProblem) as caught:
        parse_kif(text, "game.kif")
    found = caught.value.diagnostics
    assert all(finding.location is None or finding.location.file == "game.kif" for finding in found)
    return [(f.code, f.location.line, f.location.column) if f.location else (f.code, 0, 0) for f in found]


@pytest.mark.parametrize("name", shared_games())
def test_public_game_is_read_and_printed_back(name: str) -> None:
    sheet = parse_kif(shared("games", f"{name}.kif").read_bytes().decode(), f"{name}.kif")
    assert any(rule.head == Symbol("terminal") for rule in sheet.rules)
    assert parse_kif(str(sheet)) == sheet


def test_rule_with_every_connective() -> None:
    (rule,) = parse_kif("(<= (P ?X) (or (true (q ?X)) (not (R))) (and a b) (distinct ?X (f 1)))").rules
    x = Variable("x")
    assert rule == Rule(
        Function("p", (x,)),
        (
            Or((Function("true", (Function("q", (x,)),)), Not(Symbol("r")))),
            And((Symbol("a"), Symbol("b"))),
            Distinct(x, Function("f", (Symbol("1"),))),
        ),
    )


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("(ROLE Robot)", "(role robot)"),
        ("(<= (h))", "h"),
        ("(<= open)", "open"),
        ("( role\tx )", "(role x)"),
        ("(init(p 1)) ; comment (", "(init (p 1))"),
        ("\ufeff(role x)", "(role x)"),
        ("((role a)\r\n(role b))", "(role a)\n(role b)"),
        ("(role a);c\r(role b)\r\n;c", "(role a)\n(role b)"),
        ("(p ++ map+ -1 < 1.5 00)", "(p ++ map+ -1 < 1.5 00)"),
        ("(<= terminal not open)", "(<= terminal not open)"),
        ("", ""),
        ("; nothing", ""),
    ],
)
def test_oddities_are_taken(text: str, printed: str) -> None:
    assert str(parse_kif(text)) == printed


def test_every_term_knows_its_place() -> None:
    (first, second) = parse_kif("(role x)\r\n  (<= (next ?y)\r\n    (true ?y))", "g.kif").rules
    assert first.location == Location(1, 1, "g.kif", 8)
    assert second.location == Location(2, 3, "g.kif", len("(<= (next ?y)\r\n    (true ?y))"))
    (literal,) = second.body
    assert isinstance(literal, Function)
    assert literal.location == Location(3, 5, "g.kif", 9)
    assert literal.args[0].location == Location(3, 11, "g.kif", 2)


def test_terms() -> None:
    assert parse_term(" (Mark 1 (f ?x)) ") == Function("mark", (Symbol("1"), Function("f", (Variable("x"),))))
    assert parse_term("(noop)") == parse_term("NOOP") == Symbol("noop")
    for text in ("", "a b", "()", "(a", "a)", "((a))", "?"):
        with pytest.raises(SyntaxProblem):
            parse_term(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(role x", [("unclosed", 1, 1)]),
        ("(role x))", [("unopened", 1, 9)]),
        # the head's parenthesis is missing
        ("(<= (legal x (a b)\n    (true q))\n(init p)", [("unclosed", 1, 5)]),
        # the rule's is
        ("(role x)\n(<= (next p)\n    (true q)\n(<= (next r) (true s))", [("unclosed", 2, 1)]),
        # one too few makes up for one too many
        ("(<= (next p) (true q)\n(<= (next r) (true s)))", [("unclosed", 1, 1), ("unopened", 2, 23)]),
        ("(succ 1 2\n(succ 2 3\n(succ 3 4)", [("unclosed", 1, 1), ("unclosed", 2, 1)]),
        ("((role x)\n(role y)", [("unclosed", 1, 1)]),
        ("()", [("empty", 1, 1)]),
        ("(<=)", [("rule", 1, 1)]),
        ("(p ?)\n((?x) a)", [("variable", 1, 4), ("variable", 2, 3)]),
        ("(<= ?x (not) (not a b) (or) (and) (distinct a) ?y)", None),
        ("(<= (not p) q)", [("head", 1, 5)]),
        ("(p\x01)", [("character", 1, 2)]),
        ("a\nb \0", [("binary", 2, 3)]),
    ],
)
def test_all_problems_at_their_places(text: str, expected: list[tuple[str, int, int]] | None) -> None:
    found = problems(text)
    if expected is None:
        assert len(found) == 7
    else:
        assert found == expected


def test_message_underlines_and_tells_what_to_do() -> None:
    with pytest.raises(SyntaxProblem) as caught:
        parse_kif("(role x)\n(p ())", "g.kif")
    assert str(caught.value) == (
        "g.kif:2:4: error: empty parentheses [empty]\n"
        "    2 | (p ())\n"
        "      |    ^^\n"
        "      = remove them, or put a name inside"
    )


def test_hundred_thousand_parentheses() -> None:
    for text in ("(" * 100_000, "(a " * 100_000 + ")" * 100_000, ")" * 100_000):
        assert problems(text)


def test_too_large() -> None:
    assert problems("(a)" * 4_000_000) == [("too-large", 0, 0)]
