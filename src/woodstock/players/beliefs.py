"""Searching what is believed rather than one state after the other: for games whose players know the same.

There percepts are outcomes of chance, and a game over beliefs is one of perfect information (2017, §2.3): information has
its worth, and nobody acts on what is hidden. Searches of trees do that as they are (`core/search/belief_game`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from woodstock import _core
from woodstock.belief.particles import Particles
from woodstock.belief.tracker import tells_percepts
from woodstock.compile.compiled import Compiled
from woodstock.traits.information import SHARED

if TYPE_CHECKING:
    from woodstock.game import Game

BuildForBeliefs = Callable[[Compiled, int], _core.BeliefSearch]


def over_beliefs(game: Game) -> bool:
    """Whether all players know the same, and not everything."""
    if game.compiled is None or not tells_percepts(game.rulesheet):
        return False
    return any(role.is_chance for role in game.roles) and game.information.value == SHARED


def note_of(search: _core.BeliefSearch, particles: Particles) -> str:
    """What was searched, in words."""
    count = len(particles)
    states = "1 state" if count == 1 else f"{count:,} states"
    exact = particles.track.exact and search.exact
    return (
        f"shared information: a search over beliefs, now {states}{'' if exact else ', estimated by samples'}"
    )
