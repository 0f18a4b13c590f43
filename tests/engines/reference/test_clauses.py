"""Bodies split by auxiliary relations mean the same as bodies multiplied out."""

import random

import pytest

from woodstock.engines.reference import Reference, clauses
from woodstock.engines.reference.clauses import Normaliser
from woodstock.gdl import parse_kif
from woodstock.gdl.formulas import And, Formula, Not, Or, Rule
from woodstock.gdl.terms import Function, Symbol, Variable

FACTS = """(role r) (item 1) (item 2) (item 3) (p 1 1) (p 1 2) (p 2 3) (q 2 1) (q 3 3) (q 1 2) (s 3 1) (s 1 1)
(init f) (next f) (goal r 1) (<= terminal (true g))"""


def formula(chance: random.Random, depth: int) -> str:
    kind = chance.choice(["or", "and", "not", "atom", "atom", "distinct"]) if depth else "atom"
    if kind in {"or", "and"}:
        return f"({kind} {' '.join(formula(chance, depth - 1) for _ in range(chance.randint(1, 3)))})"
    if kind == "not":
        return f"(not {formula(chance, depth - 1)})"
    name = "distinct" if kind == "distinct" else chance.choice("pqs")
    return f"({name} ?{chance.choice('xy')} ?{chance.choice('xy')})"


@pytest.mark.parametrize("seed", range(60))
def test_splitting_keeps_the_meaning(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    body = " ".join(formula(chance, 4) for _ in range(chance.randint(1, 3)))
    sheet = parse_kif(f"{FACTS} (<= (legal r (m ?x ?y)) (item ?x) (item ?y) {body})")
    found = []
    for most in (1, 10**6):
        monkeypatch.setattr(clauses, "MOST_CONJUNCTIONS", most)
        engine = Reference(sheet)
        found.append(engine.legal(engine.initial(), 0))
    assert found[0] == found[1]


def test_clauses_grow_with_the_text_not_with_the_choices() -> None:
    def p(number: int) -> Function:
        return Function("p", (Symbol(str(number)), Variable("x")))

    pairs: list[Formula] = [And((p(2 * n), p(2 * n + 1))) for n in range(500)]
    nested: Formula = Symbol("a")
    for n in range(90):
        nested = Not(Or((And((p(n), nested)), p(n + 1000))))
    for body in [(Not(Or(tuple(pairs))),), tuple(Or((p(n), p(n + 1))) for n in range(500)), (nested,)]:
        assert len(Normaliser().clauses([Rule(Symbol("h"), (Function("q", (Variable("x"),)), *body))])) < 2000
