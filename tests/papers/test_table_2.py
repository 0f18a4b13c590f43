"""2014, §4: function elimination, Table 2 (variables and domains of the small orchard), and Proposition 1: the network
and the rules describe the same graph of states."""

from __future__ import annotations

import itertools

import pytest

from woodstock import load
from woodstock.gdl import parse_kif, parse_term
from woodstock.gdl.terms import Function
from woodstock.scsp.game.game_solver import GameSolver
from woodstock.scsp.game.stage_network import encode
from woodstock.scsp.papers.extraction import eliminate_functions, extract_domains


def test_function_elimination() -> None:
    """The example of §4.1."""
    (rule,) = eliminate_functions(parse_kif("(legal random (roll c))"))
    assert str(rule) == "legal(random, ?z0), roll(c, ?z0)"
    (nested,) = eliminate_functions(parse_kif("(<= (next (p ?x)) (true (q (f ?x a))) (distinct ?x a))"))
    assert str(nested) == "next(?z0), p(?x, ?z0) ← true(?z2), f(?x, a, ?z1), q(?z1, ?z2)"


def test_table_2() -> None:
    """The table is that of a game one fruit larger (it lists (3,3,2) and succ(2,3)); the figure's rules give these.
    The positions of the raven's size join those of the fruits through succ."""
    domains = extract_domains(load("orchard_small").rulesheet)
    assert set(domains["role"]) == {("bob",), ("random",)}
    assert set(domains["action(random)"]) == {("roll", face) for face in "cprv"}
    choices = {("choice", a, b) for a in "rv" for b in "rv"}
    assert set(domains["action(bob)"]) == choices | {("noop",)}
    assert set(domains["state"]) == set(itertools.product("012", repeat=3))
    assert set(domains["control"]) == {("bob",), ("random",)}
    assert set(domains["succ"]) == {("0", "0"), ("0", "1"), ("1", "2")}
    assert set(domains["tree"]) == {("r",), ("v",)}


@pytest.mark.parametrize("name", ["orchard_small", "cooperative_pennies", "tictactoe_2x2", "nim"])
def test_extracted_domains_hold_every_fluent_and_move(name: str) -> None:
    game = load(name)
    assert game.compiled is not None
    domains = extract_domains(game.rulesheet)
    for fluent in game.compiled.fluents:
        args = tuple(map(str, fluent.args)) if isinstance(fluent, Function) else ()
        assert args in domains[fluent.name]
    for role, moves in zip(game.compiled.roles, game.compiled.moves):
        for move in moves:
            args = tuple(map(str, move.args)) if isinstance(move, Function) else ()
            assert (move.name, *args) in domains[f"action({role})"]


@pytest.mark.parametrize("name", ["orchard_small", "cooperative_pennies", "matching_pennies"])
def test_proposition_1(name: str) -> None:
    """Every edge of the network's graph is one of the reference's, evaluated on the rules, and the other way round."""
    game = load(name, engine="stepper")
    reference = load(name, engine="reference")
    assert game.compiled is not None
    stage = encode(game.compiled.completion, name=name)
    solver = GameSolver(stage)
    fluents = game.compiled.fluents
    roles = game.compiled.roles
    seen, open_ = set(), [stage.initial]
    while open_:
        state = open_.pop()
        if state in seen:
            continue
        seen.add(state)
        twin = reference.state([parse_term(str(fluents[f])) for f in state.fluents()])
        solved = solver.solve(state)
        assert twin.terminal == (solved.utility is not None)
        if twin.terminal:
            continue
        legal = [list(twin.legal(role)) for role in reference.roles]
        expected = set()
        for moves in itertools.product(*legal):
            after = twin.play(dict(zip(reference.roles, moves)))
            expected.add((tuple(map(str, moves)), frozenset(map(str, after.fluents))))
        found = set()
        chance = game.compiled.circuit.chance_role
        for own, outcomes in solved.actions:
            for outcome in outcomes:
                moves = dict(zip(solver.players, own)) | ({chance: outcome.move} if chance >= 0 else {})
                names = tuple(str(game.compiled.moves[role][moves[role]]) for role in range(len(roles)))
                found.add((names, frozenset(str(fluents[f]) for f in outcome.state.fluents())))
                open_.append(outcome.state)
        assert found == expected
    assert len(seen) > 2
