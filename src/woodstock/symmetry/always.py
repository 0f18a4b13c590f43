"""Fluents that hold in every state that play can reach, proven by induction over one step."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from woodstock import _core
from woodstock.scsp.game.mutex.group import Group as Mutex
from woodstock.scsp.game.mutex.step import prove_in_step
from woodstock.symmetry.verify import Seen

MOST = 2000


def always(
    circuit: _core.Circuit, sample: Sequence[Seen], groups: Callable[[], Sequence[Mutex]], seconds: float
) -> frozenset[int]:
    """Of the fluents that hold in a whole sample and at the start, those that are proven to hold for ever.

    `groups` are asked for where there is something to prove: that one role at a time moves, say.
    """
    holding = {fluent for fluent, begins in enumerate(circuit.initial) if begins}
    for seen in sample:
        holding &= seen.fluents
    if not holding or len(holding) > MOST:
        return frozenset()
    candidates = [Mutex((fluent,)) for fluent in sorted(holding)]
    proven = prove_in_step(circuit, list(groups()), candidates, seconds) or []
    return frozenset(group.fluents[0] for group in proven)
