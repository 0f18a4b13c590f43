"""FC-UCB, the papers' baseline: MAC-UCB with stages solved by forward checking (Koriche et al. 2016, §5.1)."""

from __future__ import annotations

from woodstock.players.effort import EFFORT_OPTIONS
from woodstock.players.macucb import SEARCH_OPTIONS, build, solver_option
from woodstock.players.registry import Kind
from woodstock.players.symmetric import symmetry_options


def kinds() -> tuple[Kind, ...]:
    return (
        Kind(
            "fc-ucb",
            "MAC-UCB with forward checking in place of MAC",
            build,
            (*SEARCH_OPTIONS, solver_option("fc"), *EFFORT_OPTIONS, *symmetry_options()),
            source="Koriche et al. 2016, §5.1",
        ),
    )
