"""CFR, a rival for simultaneous moves and incomplete information: Lanctot et al. 2009; Koriche et al. 2016
(JFPC), §5.

The search is `core/search/cfr/cfr.hpp`.
"""

from __future__ import annotations

from typing import Any

from woodstock import _core
from woodstock.compile.compiled import Compiled
from woodstock.players.native import COMMON_OPTIONS, HORIZON_OPTION, LANES_OPTION, Effort, NativePlayer
from woodstock.players.registry import Kind
from woodstock.players.spec import Option


def build(
    *, depth: int, leaves: int, playouts: int, horizon: int, lanes: bool, **effort: Any
) -> NativePlayer:
    def search(compiled: Compiled, role: int) -> _core.Search:
        engines = compiled.engines if lanes else compiled.engines.without_lanes()
        return _core.cfr(engines, role, depth=depth, leaves=leaves, playouts=playouts, horizon=horizon)

    return NativePlayer(search, Effort(**effort))


def kinds() -> tuple[Kind, ...]:
    options = (
        Option("depth", int, 0, "joint moves before playouts; 0: grows with the time", minimum=0),
        Option("leaves", int, 512, "leaves of an iteration beyond which the depth stays", minimum=1),
        Option("playouts", int, 4, "random playouts from a leaf", minimum=1, maximum=4096),
        HORIZON_OPTION,
        LANES_OPTION,
        *COMMON_OPTIONS,
    )
    return (
        Kind(
            "cfr",
            "external sampling counterfactual regret minimisation, average strategy",
            build,
            options,
            source="Lanctot et al. 2009; Koriche et al. 2016 (JFPC), §5",
        ),
    )
