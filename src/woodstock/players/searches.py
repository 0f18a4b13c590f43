"""The searches of the core as players: UCT, GRAVE, ISMCTS, CFR, flat Monte Carlo, alpha-beta.

What they are called, what can be set and from which paper they come is said in the core, once
(`core/bindings/kinds.hpp`, and a folder of `core/search` each).

Those that grow a tree of states also come with symmetry (Koriche et al. 2017, IJCAI, §5): there by the rule graph, here
by all that is certain, unless `symmetry=rules` is asked for. In pentago and majorities the rule graph has none.

>>> [kind.name for kind in kinds()]
['uct', 'uct-sym', 'grave', 'grave-sym', 'ismcts', 'cfr', 'flat', 'alphabeta']
"""

from __future__ import annotations

from typing import Any

from woodstock import _core
from woodstock.compile.compiled import Compiled
from woodstock.players.beliefs import SUITED, exact_option, settings_over_beliefs
from woodstock.players.effort import EFFORT_OPTIONS, Effort
from woodstock.players.native import NativePlayer
from woodstock.players.registry import Kind
from woodstock.players.spec import Option
from woodstock.players.suited import OPPONENTS_OPTION, UNIFORM
from woodstock.players.symmetric import SymmetryChoice, symmetry_options

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


SYMMETRIC = {"uct": 0.2, "grave": 0.25}
"""Searches with a use for symmetries, and the share of the start clock that 004 gives to finding them."""

BY_OBSERVATIONS = ("ismcts", "cfr")
"""Searches that know what other roles may do, given what those have observed."""


def search_named(name: str, engines: _core.Engines, role: int, **settings: float) -> _core.Search:
    """A search of the core with its usual settings, but for some."""
    kind = next(each for each in _core.search_kinds() if each.name == name)
    usual = {option.name: option.initial for option in kind.options}
    return kind.make(engines, role, usual | settings)


def kind_of(search: _core.SearchKind) -> Kind:
    """The player whose moves a search decides."""

    def build(
        *,
        lanes: bool,
        symmetry: str = "off",
        symmetry_share: float = 0.0,
        exact: float = 0.0,
        opponents: str = UNIFORM,
        **settings: Any,
    ) -> NativePlayer:
        effort = Effort.taken_from(settings)
        named = {name.replace("_", "-"): value for name, value in settings.items()}

        def make(compiled: Compiled, role: int) -> _core.Search:
            engines = compiled.engines if lanes else compiled.engines.without_lanes()
            return search.make(engines, role, named)

        def make_for_beliefs(compiled: Compiled, role: int) -> _core.BeliefSearch:
            settings = settings_over_beliefs(search.name, search.options, named.__getitem__)
            return _core.belief_search(compiled.engines, role, search, settings, exact)

        return NativePlayer(
            make,
            effort,
            SymmetryChoice.of(symmetry, symmetry_share),
            make_for_beliefs if search.name in SUITED else None,
            opponents,
        )

    options = (*map(option_of, search.options), LANES_OPTION, *EFFORT_OPTIONS)
    if search.name in SUITED:
        options = (*options, exact_option(0.0))
    if search.name in BY_OBSERVATIONS:
        options = (*options, OPPONENTS_OPTION)
    if search.name in SYMMETRIC:
        options = (*options, *symmetry_options(share=SYMMETRIC[search.name]))
    return Kind(search.name, search.summary, build, options, source=search.source)


def with_symmetry(kind: Kind) -> Kind:
    """The same player with symmetry on."""
    known = {option.name for option in symmetry_options()}
    options = tuple(option for option in kind.options if option.name not in known)
    return Kind(
        f"{kind.name}-sym",
        f"{kind.name} on canonical states, by the symmetries of the microstructure and hidden ones",
        kind.build,
        (*options, *symmetry_options("on", SYMMETRIC[kind.name])),
        source="Koriche et al. 2017 (IJCAI), §3.2, §5",
    )


def kinds() -> tuple[Kind, ...]:
    found: list[Kind] = []
    for search in _core.search_kinds():
        kind = kind_of(search)
        found.append(kind)
        if search.name in SYMMETRIC:
            found.append(with_symmetry(kind))
    return tuple(found)
