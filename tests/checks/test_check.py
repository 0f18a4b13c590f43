"""Every diagnostic once, at its place; a clean game has none; public games have no errors."""

import pytest

from tests.shared import shared, shared_games
from woodstock.checks import check
from woodstock.gdl import Severity, parse_kif, read

CLEAN = """
(role x) (role o)
(init (control x)) (init (step 0))
(succ 0 1) (succ 1 2)
(<= (legal ?r (move ?n)) (true (control ?r)) (true (step ?n)))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (control o)) (true (control x)))
(<= (next (control x)) (true (control o)))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n) (does x ?any))
(<= terminal (true (step 2)))
(<= (goal ?r 100) (true (control ?r)))
(<= (goal ?r 0) (role ?r) (not (true (control ?r))))
"""


def findings(text: str) -> set[tuple[str, str, int, int]]:
    return {
        (f.severity.value, f.code, f.location.line, f.location.column)
        if f.location
        else (f.severity.value, f.code, 0, 0)
        for f in check(parse_kif(text, "g.kif"))
    }


def added(rules: str) -> set[tuple[str, str, int, int]]:
    """What rules add to the findings about a clean game; they stand in line 1."""
    return findings(rules.strip() + CLEAN)


def test_bindings_pass_through_equations_in_any_order_and_depth() -> None:
    chain = " ".join(f"(not (distinct ?x{n} ?x{n + 1}))" for n in range(500))
    assert added(f"(<= (p ?x0) {chain} (succ ?x500 1))") == set()
    assert added("(<= (p ?x) (or (and (not (distinct ?x ?y)) (succ ?y 1)) (succ 1 ?x)))") == set()
    deep = "(or (succ ?x 1) (and (succ 1 ?x) " * 45 + "(succ ?x ?x)" + "))" * 45
    assert added(f"(<= (p ?x) {deep})") == set()


def test_a_clean_game_has_no_findings() -> None:
    assert findings(CLEAN) == set()


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        # numbers of arguments
        ("(p a) (p a b)", {("warning", "relation-arity", 1, 7)}),
        ("(p (f a)) (p (f a b))", {("warning", "function-arity", 1, 14)}),
        ("(goal x)", {("error", "keyword-arity", 1, 1)}),
        ("(<= p (true step 1))", {("warning", "keyword-arity", 1, 7)}),
        # safety
        ("(p ?x)", {("warning", "unsafe", 1, 4)}),
        ("(<= (p ?x) (not (succ ?x 1)))", {("warning", "unsafe", 1, 8)}),
        ("(<= p (distinct ?x a))", {("warning", "unsafe", 1, 17)}),
        ("(<= p (not (succ ?x 1)))", {("warning", "not-exists", 1, 18)}),
        ("(<= (p ?x) (or (succ ?x 1) (succ 1 ?x)))", set()),
        ("(<= (p ?x) (or (succ ?x 1) (true (step 1))))", {("warning", "unsafe", 1, 8)}),
        ("(<= p (or (succ ?x 1) (not (role ?x))))", {("warning", "unsafe", 1, 34)}),
        ("(<= (p ?x) (and (succ ?x ?y) (distinct ?x ?y)))", set()),
        ("(<= (p ?x) (succ ?y 1) (not (distinct ?x ?y)))", set()),
        # definitions
        ("(<= p (succc 1 2))", {("warning", "undefined", 1, 7)}),
        ("(<= p (true (stepp 1)))", {("warning", "undefined-fluent", 1, 13)}),
        ("(<= p (does x jump))", {("warning", "undefined-move", 1, 15)}),
        ("(<= p not (succ 1 2))", {("warning", "bare-connective", 1, 7)}),
        ("(role random)", set()),
        ("(<= (sees x p) (does o noop))", set()),
        # keywords
        ("(true p)", {("error", "keyword-head", 1, 1)}),
        ("(<= (does x p) (true (step 1)))", {("error", "keyword-head", 1, 5)}),
        ("(<= p (init (step 0)))", {("warning", "keyword-body", 1, 7)}),
        ("(<= p (next (step 0)))", {("warning", "keyword-body", 1, 7)}),
        ("(<= (init (step 1)) (true (step 2)))", {("error", "keyword-dependency", 1, 21)}),
        ("(<= (goal x 1) p) (<= p (does x noop))", {("error", "keyword-dependency", 1, 25)}),
        ("(<= terminal (does x noop))", {("error", "keyword-dependency", 1, 14)}),
        ("(<= (legal x noop) (does x noop))", {("error", "keyword-dependency", 1, 20)}),
        ("(role x)", {("warning", "role-twice", 2, 7)}),
        ("(<= (role y) (succ 0 1))", {("warning", "role-rule", 1, 5)}),
        ("(<= (legal z noop) (true (step 1)))", {("warning", "not-a-role", 1, 12)}),
        ("(role random) (sees random p)", {("warning", "random-sees", 1, 15)}),
        ("(goal x 101)", {("warning", "goal-value", 1, 9)}),
        ("(goal x high)", {("warning", "goal-value", 1, 9)}),
        ("(goal x 00)", set()),
        # recursion and negation
        ("(<= (p (s ?x)) (p ?x)) (p 0)", {("warning", "recursion", 1, 19)}),
        ("(<= (p ?x) (p ?y) (succ ?y ?x))", set()),
        ("(<= p (not q)) (<= q (true (step 0)) (not p))", {("error", "unstratified", 1, 12)}),
        ("(<= p (true (step 1)) (not p))", {("error", "unstratified", 1, 28)}),
        (
            "(<= (goal ?r 50) (role ?r) (not (goal ?r 100)))",
            {("warning", "locally-stratified", 1, 33)},
        ),
        (
            "(<= (p ?y) (succ ?x ?y) (true (step 1)) (not (p ?x)))",
            {("warning", "locally-stratified", 1, 46)},
        ),
    ],
)
def test_finding(rules: str, expected: set[tuple[str, str, int, int]]) -> None:
    assert added(rules) == expected


def test_what_a_game_must_define() -> None:
    assert findings("(p 1)") == {
        ("error", "no-role", 0, 0),
        ("error", "no-legal", 0, 0),
        ("error", "no-terminal", 0, 0),
        ("error", "no-goal", 0, 0),
        ("warning", "no-init", 0, 0),
        ("warning", "no-next", 0, 0),
    }


def test_roles_that_no_rule_speaks_of() -> None:
    found = findings("(role a) (role b) (init p) (next p) (legal a m) (goal a 1) (<= terminal (true p))")
    assert found == {("error", "no-legal", 1, 16), ("warning", "no-goal", 1, 16)}


def test_cycle_is_printed() -> None:
    (finding,) = [
        f
        for f in check(parse_kif("(<= p (not q))\n(<= q r (true (step 0)))\n(<= r p)" + CLEAN))
        if f.code == "unstratified"
    ]
    assert "p (line 1) → not q (line 1) → r (line 2) → p (line 3)" in finding.message


def test_suggestion() -> None:
    (finding,) = check(parse_kif("(<= p (sucks 1 2)) (<= p (suc 1 2))" + CLEAN))[1:]
    assert finding.remedy.startswith("did you mean `succ`?")


@pytest.mark.parametrize("name", shared_games())
def test_public_games_have_no_errors(name: str) -> None:
    found = check(read(shared("games", f"{name}.kif")))
    assert [str(finding) for finding in found if finding.severity is Severity.ERROR] == []


def test_known_flaws_of_public_games() -> None:
    flaws = {
        "numberguessing": ("keyword-arity", 126),
        "minesweeper": ("bare-connective", 159),
        "speed_chess": ("undefined", 234),
        "vis_pacman_3p": ("keyword-body", 479),
        "majorities": ("locally-stratified", 205),
        "queens_08ug": ("locally-stratified", 102),
        "battleships_fog": ("unsafe", 46),
    }
    for name, flaw in flaws.items():
        found = check(read(shared("games", f"{name}.kif")))
        assert flaw in {(f.code, f.location.line) for f in found if f.location}, name
