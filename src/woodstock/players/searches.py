"""The searches of the core as players: UCT, GRAVE, CFR, flat Monte Carlo, alpha-beta.

What they are called, what can be set and from which paper they come is said in the core, once
(`core/bindings/kinds.hpp`, and a folder of `core/search` each).

>>> [kind.name for kind in kinds()]
['uct', 'grave', 'cfr', 'flat', 'alphabeta']
"""

from __future__ import annotations

from typing import Any

from woodstock import _core
from woodstock.compile.compiled import Compiled
from woodstock.players.effort import EFFORT_OPTIONS, Effort
from woodstock.players.native import NativePlayer
from woodstock.players.registry import Kind
from woodstock.players.spec import Option

LANES_OPTION = Option("lanes", bool, True, "playouts in lanes, 256 at once, rather than one by one")


def option_of(info: _core.OptionInfo) -> Option:
    """An option of the core as specs may set it."""
    kind = int if info.whole else float
    return Option(
        info.name,
        kind,
        kind(info.initial),
        f"{info.help} ({info.unit})",
        minimum=info.minimum,
        maximum=info.maximum,
    )


def kind_of(search: _core.SearchKind) -> Kind:
    """The player whose moves a search decides."""

    def build(*, lanes: bool, **settings: Any) -> NativePlayer:
        effort = Effort.taken_from(settings)
        named = {name.replace("_", "-"): value for name, value in settings.items()}

        def make(compiled: Compiled, role: int) -> _core.Search:
            engines = compiled.engines if lanes else compiled.engines.without_lanes()
            return search.make(engines, role, named)

        return NativePlayer(make, effort)

    options = (*map(option_of, search.options), LANES_OPTION, *EFFORT_OPTIONS)
    return Kind(search.name, search.summary, build, options, source=search.source)


def kinds() -> tuple[Kind, ...]:
    return tuple(map(kind_of, _core.search_kinds()))
