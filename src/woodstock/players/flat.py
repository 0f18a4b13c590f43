"""Flat Monte Carlo: random playouts after each move, the best mean is played (Abramson 1990).

The search is `core/search/flat/flat.hpp`.
"""

from __future__ import annotations

from typing import Any

from woodstock import _core
from woodstock.compile.compiled import Compiled
from woodstock.players.native import COMMON_OPTIONS, HORIZON_OPTION, LANES_OPTION, Effort, NativePlayer
from woodstock.players.registry import Kind
from woodstock.players.spec import Option


def build(*, batch: int, horizon: int, lanes: bool, **effort: Any) -> NativePlayer:
    def search(compiled: Compiled, role: int) -> _core.Search:
        engines = compiled.engines if lanes else compiled.engines.without_lanes()
        return _core.flat(engines, role, batch=batch, horizon=horizon)

    return NativePlayer(search, Effort(**effort))


def kinds() -> tuple[Kind, ...]:
    options = (
        Option("batch", int, 256, "playouts at once, shared out among the moves", minimum=1),
        HORIZON_OPTION,
        LANES_OPTION,
        *COMMON_OPTIONS,
    )
    return (Kind("flat", "flat Monte Carlo", build, options, source="Abramson 1990"),)
