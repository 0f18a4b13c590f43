"""FC-UCB, the papers' baseline: MAC-UCB with stages solved by forward checking (Koriche et al. 2016, §5.1)."""

from __future__ import annotations

from woodstock.players.effort import EFFORT_WITHOUT_PROOF
from woodstock.players.macucb import SEARCH_OPTIONS, build, solver_option
from woodstock.players.registry import Kind
from woodstock.players.symmetric import symmetry_options


def kinds() -> tuple[Kind, ...]:
    return (
        Kind(
            "fc-ucb",
            "MAC-UCB with forward checking in place of MAC",
            build,
            (*SEARCH_OPTIONS, solver_option("fc"), *EFFORT_WITHOUT_PROOF, *symmetry_options()),
            source="Koriche et al. 2016, §5.1",
        ),
    )
