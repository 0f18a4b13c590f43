"""GRAVE, the papers' strongest rival: Cazenave 2015; Koriche et al. 2017 (IJCAI), §5.

The search is `core/search/grave/grave.hpp`.
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
    ref: int,
    bias: float,
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
        return _core.grave(
            engines, role, ref=ref, bias=bias, playouts=playouts, leaves=leaves, horizon=horizon
        )

    return NativePlayer(search, Effort(**effort), SymmetryChoice.of(symmetry, symmetry_share, "rules"))


def kinds() -> tuple[Kind, ...]:
    options = (
        Option("ref", int, 50, "playouts a stage needs for its all-moves-as-first statistics", minimum=0),
        Option("bias", float, 1e-3, "how soon a move's own mean replaces those statistics", minimum=0),
        *SAMPLING_OPTIONS,
        *COMMON_OPTIONS,
    )
    return (
        Kind(
            "grave",
            "generalised rapid action value estimation",
            build,
            (*options, *symmetry_options()),
            source="Cazenave 2015; Koriche et al. 2017, §5",
        ),
        Kind(
            "grave-sym",
            "GRAVE on canonical states, by the symmetries of the rules as written",
            build,
            (*options, *symmetry_options("on")),
            source="Koriche et al. 2017 (IJCAI), §3.2, §5",
        ),
    )
