"""Whole small games at random, with recursion and stratified negation: stepper = lanes = evaluator = reference on every state."""

import random

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conformance import answers
from woodstock import _core
from woodstock.evaluator import Evaluator
from woodstock.game import Game, Move
from woodstock.gdl import parse_kif

CONSTANTS = ["a", "b", "c"]


@st.composite
def rulesheets(draw: st.DrawFn) -> str:
    """Two roles, unary fluents, static edges, two strata of helpers (the first recursive), conditional everything."""
    edges = draw(
        st.lists(st.tuples(st.sampled_from(CONSTANTS), st.sampled_from(CONSTANTS)), min_size=1, max_size=4)
    )
    lines = (
        ["(role x)", "(role y)"] + [f"(edge {u} {v})" for u, v in edges] + [f"(node {c})" for c in CONSTANTS]
    )
    lines += [f"(init (p {c}))" for c in draw(st.sets(st.sampled_from(CONSTANTS), min_size=1))]
    lines += ["(<= (legal ?r noop) (role ?r))"]
    lines += [f"(<= (legal {role} (go ?v)) {draw(bodies(helpers=2))})" for role in ("x", "y")]
    lines += ["(<= (reach ?v) (true (p ?v)))", "(<= (reach ?v) (reach ?u) (edge ?u ?v) (not (true (q ?u))))"]
    lines += [f"(<= (apart ?v) {draw(bodies(helpers=1))})" for _ in range(draw(st.integers(0, 2)))]
    for fluent in ("p", "q"):
        lines += [
            f"(<= (next ({fluent} ?v)) {draw(bodies(helpers=2, moves=True))})"
            for _ in range(draw(st.integers(1, 3)))
        ]
    lines += [f"(<= terminal {draw(bodies(helpers=2))} (true (q ?v)) (true (p a)))"]
    lines += [
        f"(<= (goal {role} {value}) {draw(bodies(helpers=2))})" for role in ("x", "y") for value in (0, 100)
    ]
    lines += [f"(<= (sees x (saw ?v)) {draw(bodies(helpers=2, moves=True))})"]
    return "\n".join(lines)


@st.composite
def bodies(draw: st.DrawFn, helpers: int, moves: bool = False) -> str:
    atoms = ["(true (p ?v))", "(true (q ?v))", "(edge ?v ?v)", "(true (p b))", "(true (q c))"]
    atoms += ["(reach ?v)", "(apart ?v)"][:helpers]
    if moves:
        atoms += ["(does x (go ?v))", "(does y (go ?v))", "(does x noop)", "(does y (go b))"]
    parts = draw(st.lists(st.sampled_from(atoms), min_size=1, max_size=3, unique=True))
    signs = draw(st.lists(st.booleans(), min_size=len(parts), max_size=len(parts)))
    literals = [part if sign else f"(not {part})" for part, sign in zip(parts, signs)]
    if len(literals) > 1 and draw(st.booleans()):
        literals = [f"(or {literals[0]} {literals[1]})", *literals[2:]]
    return " ".join(["(node ?v)", *literals])


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rulesheets(), st.integers(0, 1000))
def test_engines_agree(text, seed):
    sheet = parse_kif(text)
    fast, slow = Game(sheet, engine="stepper"), Game(sheet, engine="reference")
    lanes = _core.Lanes(fast.compiled.circuit)
    rules = Evaluator(sheet)
    rng = random.Random(seed)
    quick, sure = fast.initial_state(), slow.initial_state()
    for _ in range(6):
        assert quick.fluents == sure.fluents
        assert quick.terminal == sure.terminal
        legal = [quick.legal(role) for role in fast.roles]
        assert [sorted(map(str, moves)) for moves in legal] == [
            sorted(map(str, sure.legal(role))) for role in slow.roles
        ]
        for role in range(2):
            assert sorted(fast.engine.goals(quick.position, role)) == sorted(
                slow.engine.goals(sure.position, role)
            )
        moves = [rng.choice(options) for options in legal]
        terms = [move.term for move in moves]
        assert answers(rules, sure.fluents, terms) == answers(slow.engine, sure.fluents, terms)
        check_lanes(lanes, fast, quick, moves)
        quick, sure = quick.play(moves), sure.play(moves)
        assert [quick.percepts(role) for role in fast.roles] == [sure.percepts(role) for role in slow.roles]


def check_lanes(lanes: _core.Lanes, game: Game, state: object, moves: list[Move]) -> None:
    compiled = game.compiled
    begin = compiled.circuit.role_begin
    numbers = [begin(role) + compiled.move_numbers[role][move.term] for role, move in enumerate(moves)]
    words = np.array([state.position.words], dtype=np.uint64)
    legal, following, terminal, *_ = lanes.evaluate(words, np.array([numbers], dtype=np.int32))
    expected = [
        begin(role.index) + compiled.move_numbers[role.index][move.term]
        for role in game.roles
        for move in state.legal(role)
    ]
    assert list(np.flatnonzero(np.unpackbits(legal.view(np.uint8), bitorder="little"))) == sorted(expected)
    assert bool(terminal[0]) == state.terminal
    assert list(following[0]) == list(state.play(moves).position.words)
