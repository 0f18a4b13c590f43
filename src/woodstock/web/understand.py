"""What the page explains of a state: its constraint network, the symmetries of its game, a search tree."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from woodstock.analysis import analyse
from woodstock.errors import WoodStockError
from woodstock.solution import solve
from woodstock.web.fired import fired
from woodstock.web.library import sense_of

if TYPE_CHECKING:
    from woodstock.game import Move, State

SECONDS = 5.0
MOST_ROWS = 200
SIMULATIONS = 20_000


def understood(topic: str, state: State) -> dict[str, Any]:
    return TOPICS[topic](state)


def network(state: State) -> dict[str, Any]:
    """The variables of the state's stage, with what is left of their domains, and its constraints."""
    found = state.network
    variables = [
        {
            "name": variable.name,
            "values": [str(value) for value in variable.domain][:12],
            "size": len(variable.domain),
        }
        for variable in found.order[:MOST_ROWS]
    ]
    constraints = [str(constraint)[:300] for constraint in found.hard[:MOST_ROWS]]
    return {"summary": str(found), "variables": variables, "constraints": constraints}


def symmetry(state: State) -> dict[str, Any]:
    """Which first moves are alike, and how many symmetries there are."""
    found = state.game.symmetries(seconds=SECONDS)
    orbits = [
        {
            "role": found.vocabulary.roles[role],
            "moves": [[str(found.vocabulary.moves[role][move]) for move in orbit] for orbit in each],
        }
        for role, each in enumerate(found.first_move_orbits())
    ]
    return {"summary": f"{found.all.order} symmetries, with the one that changes nothing.", "orbits": orbits}


def solution(state: State) -> dict[str, Any]:
    """What the game is worth to each player, where it can be solved in some seconds."""
    try:
        found = solve(state.game, seconds=SECONDS)
    except WoodStockError as error:
        return {"summary": f"Not known: {str(error).partition(chr(10))[0]}", "values": {}}
    values = {name: round(100 * float(value), 1) for name, value in (found.values or {}).items()}
    return {
        "summary": f"Solved in {found.seconds:.2f} s: {found.states:,} stages.",
        "values": values,
        "sense": sense_of(state.game),
    }


def rules_at_work(state: State, moves: Sequence[Move]) -> dict[str, Any]:
    """The rules, and the lines of those that a step used."""
    lines = sorted({rule.location.line for rule in fired(state, moves) if rule.location})
    return {"summary": f"{len(lines)} rules were at work.", "text": state.game.rulesheet.text, "lines": lines}


def tree(state: State) -> dict[str, Any]:
    """The upper part of a search from the state."""
    if state.terminal:
        return {"summary": "The game is over.", "tree": None}
    found = analyse(state, "uct", simulations=SIMULATIONS)
    return {"summary": str(found).splitlines()[0], "tree": json.loads(found.tree.as_json(depth=3, most=6))}


TOPICS: dict[str, Callable[[State], dict[str, Any]]] = {
    "network": network,
    "symmetry": symmetry,
    "tree": tree,
    "solution": solution,
}
