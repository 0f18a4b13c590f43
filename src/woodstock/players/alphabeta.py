"""Alpha-beta to a depth, with the mean of random playouts as the value of a leaf (Knuth & Moore 1975).

The search is `core/search/alphabeta/alphabeta.hpp`; it runs in one thread.
"""

from __future__ import annotations

from typing import Any

from woodstock import _core
from woodstock.compile.compiled import Compiled
from woodstock.players.native import COMMON_OPTIONS, HORIZON_OPTION, LANES_OPTION, Effort, NativePlayer
from woodstock.players.registry import Kind
from woodstock.players.spec import Option


def build(*, depth: int, playouts: int, horizon: int, lanes: bool, **effort: Any) -> NativePlayer:
    def search(compiled: Compiled, role: int) -> _core.Search:
        engines = compiled.engines if lanes else compiled.engines.without_lanes()
        return _core.alphabeta(engines, role, depth=depth, playouts=playouts, horizon=horizon)

    return NativePlayer(search, Effort(**effort))


def kinds() -> tuple[Kind, ...]:
    options = (
        Option("depth", int, 0, "joint moves looked ahead; 0: as many as the budget allows", minimum=0),
        Option("playouts", int, 32, "random playouts from a leaf", minimum=1, maximum=4096),
        HORIZON_OPTION,
        LANES_OPTION,
        *COMMON_OPTIONS,
    )
    return (Kind("alphabeta", "alpha-beta with playout values", build, options, source="Knuth & Moore 1975"),)
