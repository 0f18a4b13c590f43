"""Searching what is believed rather than one state after the other: for games whose players know the same.

There percepts are outcomes of chance, and a game over beliefs is one of perfect information (JFPC 2016, §2.3): information has
its worth, and nobody acts on what is hidden. Searches of trees do that as they are (`core/search/belief_game`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from woodstock import _core
from woodstock.belief.particles import Particles
from woodstock.belief.tracker import tells_percepts
from woodstock.compile.compiled import Compiled
from woodstock.players.spec import Option
from woodstock.traits.information import SHARED

if TYPE_CHECKING:
    from woodstock.game import Game

BuildForBeliefs = Callable[[Compiled, int], _core.BeliefSearch]

SUITED: Mapping[str, Mapping[str, float]] = {
    "mac-ucb": {
        "least": 16,
        "playouts": 4,
        "shrinkage": 16,
        "batch": 64,
        "first": 0,
        "c": 0.2,
        "decisive": 0,
    },
    "uct": {"playouts": 1},
    "grave": {"playouts": 1},
}
"""What a search over beliefs does otherwise unless it is told: a random playout learns nothing from what it sees, so that
expanding one more stage says more than many of them, and lines that playouts think little of must be tried. Where that is
all that counts, beliefs are solved (`EXACT`); with fewer playouts still than these, values of larger games are noise. Playouts
that see what decides would count on what nobody knows. (What equals the usual setting cannot be told from what was not set.)"""

EXACT = 0.25
"""Of a decision, for solving what is believed: what can be solved takes far less, and the rest is not wasted."""


def exact_option(share: float) -> Option:
    return Option(
        "exact",
        float,
        share,
        "where players know the same: share of a decision for solving what is believed exactly; 0: none",
        minimum=0,
        maximum=0.9,
    )


def settings_over_beliefs(
    search: str, options: Iterable[_core.OptionInfo], chosen: Callable[[str], float]
) -> dict[str, float]:
    """A search's settings over beliefs, by name: what was chosen, or else what suits them."""
    own = SUITED[search]
    return {
        option.name: own.get(option.name, value) if value == option.initial else value
        for option in options
        for value in [chosen(option.name)]
    }


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
    how = ", solved" if search.solved else "" if exact else ", estimated by samples"
    return f"shared information: a search over beliefs, now {states}{how}"
