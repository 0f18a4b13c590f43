"""UCT, the papers' first rival: Koriche et al. 2016 (Constraints), §5.1, after Sturtevant 2008.

The search is `core/search/uct/uct.hpp`.
"""

from __future__ import annotations

from typing import Any

from woodstock import _core
from woodstock.compile.compiled import Compiled
from woodstock.players.native import COMMON_OPTIONS, SAMPLING_OPTIONS, Effort, NativePlayer
from woodstock.players.registry import Kind
from woodstock.players.spec import Option
from woodstock.players.symmetric import SymmetryChoice, symmetry_options


def build(
    *,
    c: float,
    playouts: int,
    leaves: int,
    horizon: int,
    lanes: bool,
    symmetry: str,
    symmetry_share: float,
    **effort: Any,
) -> NativePlayer:
    def search(compiled: Compiled, role: int) -> _core.Search:
        engines = compiled.engines if lanes else compiled.engines.without_lanes()
        return _core.uct(engines, role, exploration=c, playouts=playouts, leaves=leaves, horizon=horizon)

    return NativePlayer(search, Effort(**effort), SymmetryChoice.of(symmetry, symmetry_share, "rules"))


def kinds() -> tuple[Kind, ...]:
    options = (
        Option("c", float, 0.3, "exploration constant, for rewards from 0 to 1", minimum=0),
        *SAMPLING_OPTIONS,
        *COMMON_OPTIONS,
    )
    return (
        Kind(
            "uct",
            "UCT for many players with a cache of explored subtrees",
            build,
            (*options, *symmetry_options()),
            source="Koriche et al. 2016, §5.1; Sturtevant 2008",
        ),
        Kind(
            "uct-sym",
            "UCT on canonical states, by the symmetries of the rules as written",
            build,
            (*options, *symmetry_options("on", 0.2)),
            source="Koriche et al. 2017 (IJCAI), §3.2, §5",
        ),
    )
