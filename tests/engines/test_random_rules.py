"""Rulesheets at random, with everything that rules may contain: the evaluator and the reference say the same.

Unlike the games of test_random_programs these have compound terms, variables that nothing binds, nested formulas and
recursion through several relations; most of them cannot be meant seriously.
"""

import random

import pytest

from tests.engines.conformance import answers
from woodstock.engines.evaluator import Evaluator
from woodstock.engines.reference import Reference
from woodstock.engines.reference.query import NoAnswer
from woodstock.gdl import parse_kif

CONSTANTS = ["a", "b", "c"]
VARIABLES = ["?x", "?y", "?z"]
STRATA = [[("r", 1), ("s", 2)], [("t", 1), ("u", 2)], [("v", 1), ("w", 2)]]


class Author:
    """Writes rules; a stratum's relations use each other freely and those below under negation too."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def rulesheet(self) -> str:
        rng = self.random
        lines = ["(role x)", "(role y)", "(item a)", "(item b)", "(item c)"]
        lines += [f"(edge {rng.choice(CONSTANTS)} {rng.choice(CONSTANTS)})" for _ in range(3)]
        lines += [f"(init {self.fluent(CONSTANTS)})" for _ in range(4)]
        for level, relations in enumerate(STRATA):
            for name, arity in relations:
                for _ in range(rng.randint(0, 2)):
                    head = f"({name} {' '.join(self.simple() for _ in range(arity))})"
                    lines.append(f"(<= {head} {self.body(level)})")
        lines += ["(<= (legal ?r wait) (role ?r))", f"(<= (legal x (go ?x)) {self.body(3)} (item ?x))"]
        lines += [f"(<= (legal ?r (put ?x ?y)) {self.body(3)} (item ?y))"]
        for _ in range(4):
            lines.append(f"(<= (next {self.fluent(VARIABLES)}) {self.body(3, moves=True)})")
        lines += [f"(<= terminal {self.body(3)} (true (p c)))", f"(<= (goal x 50) {self.body(3)})"]
        lines += [f"(<= (goal ?r 100) {self.body(3)})", f"(<= (sees y ?x) {self.body(3, moves=True)})"]
        return "\n".join(lines)

    def simple(self) -> str:
        return self.random.choice(VARIABLES if self.random.random() < 0.8 else CONSTANTS)

    def fluent(self, terms: list[str]) -> str:
        one, two = self.random.choices(terms, k=2)
        return self.random.choice([f"(p {one})", f"(q {one} {two})", f"(h (f {one}) {two})", "on"])

    def body(self, level: int, *, moves: bool = False) -> str:
        return " ".join(self.formula(level, moves, 0) for _ in range(self.random.randint(1, 3)))

    def formula(self, level: int, moves: bool, depth: int) -> str:
        rng, kind = self.random, self.random.random()
        if depth < 2 and kind < 0.2:
            word = rng.choice(["or", "or", "and"])
            return f"({word} {self.formula(level, moves, depth + 1)} {self.formula(level, moves, depth + 1)})"
        if kind < 0.3:
            return f"(distinct {self.simple()} {self.simple()})"
        if kind < 0.5:
            return f"(not {self.formula(max(-1, min(level, len(STRATA)) - 1), moves, depth + 1)})"
        return self.atom(level, moves)

    def atom(self, level: int, moves: bool) -> str:
        rng = self.random
        known = [f"(item {self.simple()})", f"(edge {self.simple()} {self.simple()})"]
        known += [f"(true {self.fluent([self.simple(), self.simple()])})" for _ in range(2)]
        known += [f"(true {self.simple()})", f"(true (h {self.simple()} {self.simple()}))"]
        if moves:
            known += [f"(does {rng.choice(['x', 'y', '?r'])} (put {self.simple()} {self.simple()}))"]
        for relations in STRATA[: level + 1]:
            for name, arity in relations:
                known.append(f"({name} {' '.join(self.simple() for _ in range(arity))})")
        return rng.choice(known)


def agree(seed: int) -> bool:
    """Whether the rules have a meaning at all; if so both engines must find it."""
    author = Author(seed)
    text = author.rulesheet()
    sheet = parse_kif(text)
    engine, reference = Evaluator(sheet), Reference(sheet)
    assert engine.roles == reference.roles, text
    fluents = reference.fluents(reference.initial())
    assert engine.fluents(engine.initial()) == fluents, text
    for _ in range(3):
        position = reference.position(fluents)
        try:
            legal = [reference.legal(position, role) for role in range(2)]
            moves = [author.random.choice(each) for each in legal]
            expected = answers(reference, fluents, moves)
        except NoAnswer:
            return False
        assert answers(engine, fluents, moves) == expected, f"seed {seed}\n{text}"
        fluents = expected["next"]
    return True


@pytest.mark.parametrize("start", range(0, 60, 20))
def test_the_evaluator_and_the_reference_agree(start):
    assert sum(agree(seed) for seed in range(start, start + 20)) > 10
