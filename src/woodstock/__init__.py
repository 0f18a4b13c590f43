"""WoodStock: a general game player driven by stochastic constraints.

>>> import random, woodstock as ws
>>> rng = random.Random(1)
>>> state = ws.load("tictactoe").initial_state()
>>> while not state.terminal:
...     state = state.play({role: rng.choice(state.legal(role)) for role in state.game.roles})
>>> sorted(state.goals.values())
[0, 100]

The public names are imported when they are first used, so that importing the package costs little.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from woodstock.arena.match import play_match
    from woodstock.engines.evaluator import Evaluator
    from woodstock.engines.reference import Reference
    from woodstock.errors import (
        EvaluationError,
        GroundingError,
        IllegalMove,
        UnknownFluent,
        UnknownGame,
        WoodStockError,
    )
    from woodstock.game import Game, Move, Role, State
    from woodstock.games.library import bundled, load
    from woodstock.grounding import Limits
    from woodstock.players import Player
    from woodstock.scsp.model.network import Network

    __version__: str

__all__ = [
    "EvaluationError",
    "Evaluator",
    "Game",
    "GroundingError",
    "IllegalMove",
    "Limits",
    "Move",
    "Network",
    "Player",
    "Reference",
    "Role",
    "State",
    "UnknownFluent",
    "UnknownGame",
    "WoodStockError",
    "__version__",
    "bundled",
    "load",
    "play_match",
]

_HOMES = {
    "arena.match": ("play_match",),
    "errors": (
        "EvaluationError",
        "GroundingError",
        "IllegalMove",
        "UnknownFluent",
        "UnknownGame",
        "WoodStockError",
    ),
    "engines.evaluator": ("Evaluator",),
    "engines.reference": ("Reference",),
    "game": ("Game", "Move", "Role", "State"),
    "games.library": ("bundled", "load"),
    "grounding": ("Limits",),
    "players": ("Player",),
    "scsp.model.network": ("Network",),
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return import_module("importlib.metadata").version("woodstock")
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"woodstock.{module}"), name)
    raise AttributeError(f"module 'woodstock' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
