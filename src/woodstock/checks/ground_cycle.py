"""Whether negation goes round in a circle among ground instances, where the rules alone leave it open."""

from __future__ import annotations

from itertools import pairwise

from woodstock.gdl.components import components, path_between
from woodstock.gdl.rulesheet import Rulesheet

SECONDS = 10.0
MOST_LITERALS = 500_000


def ground_cycle(sheet: Rulesheet) -> list[str] | None:
    """The atoms on a cycle through `not`, those negated written so; None if there is none.

    Raises `GroundingError` if the game is too large to be ground just for this.
    """
    from woodstock.grounding import Limits, ground

    native = ground(sheet, Limits(seconds=SECONDS, literals=MOST_LITERALS)).native
    graph: dict[int, list[int]] = {}
    negative: set[tuple[int, int]] = set()
    for index in range(native.rule_count):
        head, body = native.rule(index)
        graph.setdefault(head, []).extend(abs(literal) - 1 for literal in body)
        negative.update((head, -literal - 1) for literal in body if literal < 0)
    component_of = {atom: number for number, group in enumerate(components(graph)) for atom in group}
    for above, below in sorted(negative):
        if component_of[above] != component_of[below]:
            continue
        path = path_between(graph, below, above.__eq__) if above != below else [below]
        if path is not None:
            steps = pairwise([above, *path])
            return [native.name(above)] + [
                f"(not {native.name(b)})" if (a, b) in negative else native.name(b) for a, b in steps
            ]
    return None
