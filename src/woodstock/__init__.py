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
    from woodstock.analysis import Analysis, analyse
    from woodstock.arena.match import play_match
    from woodstock.arena.seat import Clocks
    from woodstock.engines.evaluator import Evaluator
    from woodstock.engines.reference import Reference
    from woodstock.engines.simulation import Simulation, simulate
    from woodstock.errors import (
        EvaluationError,
        GroundingError,
        IllegalMove,
        UnknownFluent,
        UnknownGame,
        WoodStockError,
    )
    from woodstock.game import Game, Move, Role, State
    from woodstock.games.library import bundled, check, load, loads
    from woodstock.grounding import Limits
    from woodstock.players import Clock, Decision, Observation, Player
    from woodstock.scsp.model.network import Network
    from woodstock.solution import Solution, solve

    __version__: str

__all__ = [
    "Analysis",
    "Clock",
    "Clocks",
    "Decision",
    "EvaluationError",
    "Evaluator",
    "Game",
    "GroundingError",
    "IllegalMove",
    "Limits",
    "Move",
    "Network",
    "Observation",
    "Player",
    "Reference",
    "Role",
    "Simulation",
    "Solution",
    "State",
    "UnknownFluent",
    "UnknownGame",
    "WoodStockError",
    "__version__",
    "analyse",
    "bundled",
    "check",
    "load",
    "loads",
    "play_match",
    "simulate",
    "solve",
]

_HOMES = {
    "analysis": ("Analysis", "analyse"),
    "arena.match": ("play_match",),
    "arena.seat": ("Clocks",),
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
    "games.library": ("bundled", "check", "load", "loads"),
    "grounding": ("Limits",),
    "engines.simulation": ("Simulation", "simulate"),
    "players": ("Clock", "Decision", "Observation", "Player"),
    "scsp.model.network": ("Network",),
    "solution": ("Solution", "solve"),
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
