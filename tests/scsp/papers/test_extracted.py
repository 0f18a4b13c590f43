"""The papers' own translation gives the same graph of states as `encode` (2014, Proposition 1)."""

from __future__ import annotations

import pytest

from woodstock import _core, load
from woodstock.scsp import NetworkError
from woodstock.scsp.game.game_solver import GameSolver
from woodstock.scsp.game.stage_names import readable
from woodstock.scsp.game.stage_network import encode
from woodstock.scsp.papers.extracted import extracted_network, initial_fluents
from woodstock.scsp.solving.csp import compile_network

SMALL = (
    "tictactoe",
    "matching_pennies",
    "cooperative_pennies",
    "orchard_small",
    "nim",
    "tictactoe_2x2",
    "random_tictactoe_2x2",
    "monty_hall",
)


@pytest.mark.parametrize("name", SMALL)
def test_same_graph_of_states(name: str) -> None:
    """Breadth first from the initial state: the same ends, the same moves, the same successors."""
    game = load(name)
    assert game.compiled is not None
    stage = encode(game.compiled.completion, name=name)
    solver = GameSolver(stage)
    fluents = [readable(fluent) for fluent in game.compiled.fluents]
    net = extracted_network(game.rulesheet, name)
    compiled = compile_network(net)
    propagation = _core.Propagation(compiled.csp)
    assert propagation.propagate()
    now = [v.name for v in net.variables if v.name.endswith("@t") and f"{v.name}+1" in compiled.index]
    actions = [f"action({role})@t" for role in stage.completion.roles]
    assert initial_fluents(game.rulesheet) == {fluents[f] for f in stage.initial.fluents()}
    seen, open_ = set(), [stage.initial]
    while open_ and len(seen) < 150:
        state = open_.pop(0)
        if state in seen:
            continue
        seen.add(state)
        held = {fluents[f] for f in state.fluents()}
        propagation.push()
        for variable in now:
            value = "true" if variable.removesuffix("@t") in held else "false"
            assert compiled.assign(propagation, variable, value)
        assert propagation.propagate()
        solved = solver.solve(state)
        terminal = compiled.domain(propagation, "terminal@t")
        assert terminal == (("true",) if solved.utility is not None else ("false",))
        found = set()
        if solved.utility is None:
            search = _core.CspSearch(propagation, [compiled.index[action] for action in actions])
            while (numbers := search.next()) is not None:
                solution = compiled.decode(numbers)
                chance = f"legal(random,{solution.get('action(random)@t')})@t"
                if solution.get(chance, "true") == "true":  # chance has no probability elsewhere
                    after = frozenset(v.removesuffix("@t") for v in now if solution[f"{v}+1"] == "true")
                    found.add((tuple(solution[action] for action in actions), after))
        propagation.pop()
        assert found == expected(stage, solver, solved, fluents)
        open_ += [o.state for _, outcomes in solved.actions for o in outcomes]
    assert len(seen) > 2


def expected(stage, solver, solved, fluents) -> set[tuple[tuple[str, ...], frozenset[str]]]:
    """The edges of one state in the graph of `encode`."""
    chance = stage.completion.circuit.chance_role
    edges = set()
    for own, outcomes in solved.actions:
        for outcome in outcomes:
            moves = dict(zip(solver.players, own)) | ({chance: outcome.move} if chance >= 0 else {})
            names = tuple(readable(stage.completion.moves[role][moves[role]]) for role in sorted(moves))
            edges.add((names, frozenset(fluents[f] for f in outcome.state.fluents())))
    return edges


def test_outside_the_fragment() -> None:
    with pytest.raises(NetworkError, match="use encode"):
        extracted_network(load("hex").rulesheet)
