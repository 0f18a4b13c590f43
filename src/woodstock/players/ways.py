"""The searches that `woodstock` chooses among, each made from what was learned of a game."""

from __future__ import annotations

from woodstock import _core
from woodstock.compile.compiled import Compiled
from woodstock.players import macucb
from woodstock.players.judgement import Means
from woodstock.players.lore import Lore, Way
from woodstock.players.searches import search_named

DECISIVE = 2
"""Playouts of the rivals are those of MAC-UCB: they take wins and avoid blunders where that can be had."""


def ways_of(compiled: Compiled) -> dict[Means, Way]:
    """A search for each means; the names in the core are those of the papers."""
    engines = compiled.engines

    def by_playouts(_: Lore, role: int) -> _core.Search:
        return _core.MacUcb(engines, role, macucb.options())

    def by_both(lore: Lore, role: int) -> _core.Search:
        return _core.MacUcb(engines, role, macucb.options(), evaluation=lore.evaluation, worth=lore.worth)

    def by_preferred(lore: Lore, role: int) -> _core.Search:
        return _core.MacUcb(engines, role, macucb.options(), preferred=lore.preferred)

    def by_uniform(_: Lore, role: int) -> _core.Search:
        return _core.MacUcb(engines, role, macucb.options(decisive=0))

    def by_evaluation(lore: Lore, role: int) -> _core.Search:
        return _core.Minimax(engines, role, lore.evaluation)

    def by_uct(_: Lore, role: int) -> _core.Search:
        return search_named("uct", engines, role, decisive=DECISIVE)

    def by_grave(_: Lore, role: int) -> _core.Search:
        return search_named("grave", engines, role, decisive=DECISIVE)

    return {
        Means.PLAYOUTS: by_playouts,
        Means.EVALUATION: by_evaluation,
        Means.BOTH: by_both,
        Means.PREFERRED: by_preferred,
        Means.UNIFORM: by_uniform,
        Means.UCT: by_uct,
        Means.GRAVE: by_grave,
    }
