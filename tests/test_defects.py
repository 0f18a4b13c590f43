"""Rulesheets that once crashed, hung or told the engines apart: each is played alike by all, or refused clearly."""

from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.run import run
from woodstock import Game, Move
from woodstock.checks import check
from woodstock.compile.compiled import compile_rules
from woodstock.engines.lanes import LaneEngine
from woodstock.engines.reference import Reference, depth
from woodstock.engines.reference.depth import EndlessTerms
from woodstock.errors import WoodStockError
from woodstock.gdl import RulesheetError, parse_kif, read
from woodstock.gdl.terms import Symbol

FOLDER = Path(__file__).parent / "defects"
ENGINES = ("auto", "stepper", "reference")
REFUSED = {
    "role_none": (None, "no-role"),
    "does_in_terminal": (1, "keyword-dependency"),
    "does_in_goal": (1, "keyword-dependency"),
    "goal_huge": (6, "goal-value"),
}
BASE = "(init p) (legal r noop) (next p) (<= terminal (true q)) "


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_meaning_is_refused(name: str, engine: str) -> None:
    line, code = REFUSED[name]
    with pytest.raises(RulesheetError) as caught:
        Game(read(FOLDER / f"{name}.kif"), engine=engine)
    found = {(f.location.line if f.location else None, f.code): f for f in caught.value.diagnostics}
    assert found[line, code].remedy
    assert f"{name}.kif" in str(caught.value)


@pytest.mark.parametrize("name", REFUSED)
def test_no_command_crashes_on_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["simulate", "--playouts", "5"], ["perft"], ["show"], ["network"], ["check"]):
        outcome = run(capsys, *command, FOLDER / f"{name}.kif")
        assert outcome.code == 1, command
        assert "Traceback" not in outcome.err
        assert f"{name}.kif" in outcome.out + outcome.err


def goals(game: Game) -> list[tuple[int, ...]]:
    state = game.initial_state()
    return [state.goal_values(role) for role in game.roles]


def test_two_minus_signs_are_no_number() -> None:
    sheet = read(FOLDER / "goal_minus.kif")
    assert [goals(Game(sheet, engine=engine)) for engine in ENGINES] == [[()]] * 3


@pytest.mark.parametrize(
    "facts", ["(goal r 0) (goal r 00)", "(goal r 7) (goal r 07) (goal r -007) (goal r -7)"]
)
def test_one_number_spelt_in_two_ways_is_one_goal(facts: str) -> None:
    sheet = parse_kif(f"(role r) {BASE} {facts}")
    compiled, reference = Game(sheet, engine="stepper"), Game(sheet, engine="reference")
    assert goals(compiled) == goals(reference)
    lanes = LaneEngine(compiled.compiled)
    assert lanes.goals(lanes.initial(), 0) == goals(reference)[0]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_computed_goal_that_is_too_large_is_refused(engine: str) -> None:
    sheet = parse_kif(f"(role r) (worth {'9' * 5000}) (<= (goal r ?v) (worth ?v)) {BASE}")
    with pytest.raises(WoodStockError, match="scale the goals"):
        goals(Game(sheet, engine=engine))


def test_moves_that_differ_in_spelling_only_have_one_order() -> None:
    spelt = ["1", "01", "001", "(f g a)", "(f (g a))", "(f (g) a)", "\u0663", "3", "03"]
    sheet = parse_kif("(role r) (goal r 1)" + "".join(f"(legal r {each})" for each in spelt) + BASE)
    found = []
    for engine in ("stepper", "reference"):
        game = Game(sheet, engine=engine)
        found.append(list(map(str, game.initial_state().legal(game.roles[0]))))
    assert found[0] == found[1]


def test_roles_given_by_rules_have_one_order() -> None:
    sheet = read(FOLDER / "role_rule_order.kif")
    assert {Game(sheet, engine=engine).roles for engine in ENGINES} == {Game(sheet).roles}
    assert [role.name for role in Game(sheet).roles] == ["abe", "zed"]
    many = parse_kif(
        "(<= (role ?x) (n ?x)) (n a10) (n 10) (n 9) (n b) (<= (role a) (n b)) (role z)"
        "(<= (legal ?r noop) (role ?r)) (<= (goal ?r 1) (role ?r)) (init p) (next p) (<= terminal (true q))"
    )
    assert [role.name for role in Game(many, engine="stepper").roles] == ["z", "a", "a10", "b", "9", "10"]
    assert Game(many, engine="stepper").roles == Game(many, engine="reference").roles


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "rules",
    [
        "(role (p 1)) (role r)",
        "(role r) (<= (role (p ?x)) (n ?x)) (n 1)",
        "(role r) (<= (role ?x) (n ?x)) (n (p 1))",
    ],
)
def test_compound_roles_are_refused(rules: str, engine: str) -> None:
    with pytest.raises(WoodStockError, match="not a plain name"):
        Game(parse_kif(f"{rules} (<= (legal ?r noop) (role ?r)) (goal r 1) {BASE}"), engine=engine)


@pytest.mark.parametrize("engine", ENGINES)
def test_roles_that_no_rule_yields_are_refused(engine: str) -> None:
    with pytest.raises(WoodStockError, match="no roles"):
        Game(parse_kif(f"(<= (role r) never) (goal r 1) {BASE}"), engine=engine)


def test_who_is_no_role_has_no_part_though_rules_may_speak_of_its_moves() -> None:
    sheet = parse_kif(
        "(role r) (legal r noop) (legal hole x) (<= (legal r seen) (legal hole x)) (<= (legal r two) (legal r noop))"
        "(<= (goal r 100) (legal ?h x)) (<= (goal r 0) (not (legal hole x))) (init p) (next p) (<= terminal (true q))"
    )
    for engine in ("stepper", "reference"):
        game = Game(sheet, engine=engine)
        assert [str(move) for move in game.initial_state().legal(game.roles[0])] == ["noop", "seen", "two"]
        assert goals(game) == [(100,)]


@pytest.mark.parametrize("name", ["or_explode", "or_explode_neg"])
def test_disjunctions_are_not_multiplied_out(name: str) -> None:
    reference = Reference(read(FOLDER / f"{name}.kif"))
    after, _ = reference.play(reference.initial(), [Symbol("noop")])
    assert set(map(str, reference.fluents(after))) == EXPECTED[name]
    check(read(FOLDER / f"{name}.kif"))


EXPECTED = {"or_explode": {"(at n1)"}, "or_explode_neg": {"(at n0)", "(at n1)"}}


def test_terms_that_grow_from_state_to_state_are_followed_to_a_stated_depth() -> None:
    game = Game(read(FOLDER / "infinite.kif"))
    assert "100" in game.fallback_reason
    state, noop = game.initial_state(), [Move.parse("noop")]
    for _ in range(98):
        state = state.play(noop)
    assert str(state).count("(f ") == 98 == repr(state).count("(f ")
    assert state == game.state(state.fluents)
    with pytest.raises(WoodStockError, match="nested more than 100 deep"):
        state.play(noop).play(noop)


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize(
    "rules",
    [
        "(p a) (<= (p (f ?x)) (p ?x)) (<= (legal r ?x) (p ?x))",
        "(p a) (p b) (<= (p (f ?x ?y)) (p ?x) (p ?y)) (<= (legal r ?x) (p ?x))",
        "(p a) (<= (q (f ?x)) (p ?x)) (<= (p ?x) (q ?x)) (<= (legal r ?x) (p ?x))",
        "(<= (legal r noop) (p (f (f a)))) (p a) (<= (p (f (f ?x))) (p (f ?x))) (<= (p (f ?x)) (p ?x))",
    ],
)
def test_terms_that_grow_within_a_state_come_to_an_end(
    rules: str, directed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(depth, "MOST_GROWN", 10_000)
    engine = Reference(
        parse_kif(f"(role r) (goal r 1) (init s) (next s) (<= terminal (true t)) {rules}"), directed=directed
    )
    with suppress(EndlessTerms):
        assert engine.legal(engine.initial(), 0) == (Symbol("noop"),)


def test_recursion_that_ends_is_not_cut() -> None:
    rules = """(role r) (goal r 1) (init s) (next s) (<= terminal (true t)) (legal r noop)
    (succ 0 1) (succ 1 2) (succ 2 3) (list 0 nil) (<= (list ?n (cons ?m ?l)) (succ ?m ?n) (list ?m ?l))
    (<= (legal r ?l) (list 3 ?l))"""
    engine = Reference(parse_kif(rules))
    assert list(map(str, engine.legal(engine.initial(), 0))) == ["(cons 2 (cons 1 (cons 0 nil)))", "noop"]


@pytest.mark.parametrize("name", ["does_in_terminal", "does_in_goal"])
def test_the_compiler_refuses_moves_that_decide_a_state(name: str) -> None:
    """Also where nobody has looked at the rules before."""
    with pytest.raises(ValueError, match="moves made"):
        compile_rules(read(FOLDER / f"{name}.kif"))


def test_the_compiler_refuses_a_game_without_roles() -> None:
    with pytest.raises(WoodStockError, match="no roles"):
        compile_rules(read(FOLDER / "role_none.kif"))
