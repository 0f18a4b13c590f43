"""What the page explains of a state: its constraint network, the symmetries of its game, a search tree."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from woodstock.analysis import analyse

if TYPE_CHECKING:
    from woodstock.game import State

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
    return {"summary": str(found).splitlines()[0], "order": str(found.all.order), "orbits": orbits}


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
}
