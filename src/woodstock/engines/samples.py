"""A few states of random plays, for whoever wants to know what states of a game look like."""

from __future__ import annotations

import random
from typing import Any

from woodstock.engines.engine import Engine
from woodstock.gdl.terms import Term

PLAYS, STEPS = 3, 40


def random_states(
    engine: Engine[Any], *, plays: int = PLAYS, steps: int = STEPS, seed: int = 0
) -> tuple[frozenset[Term], ...]:
    """The fluents of every state on a few random plays; a play ends where nobody can move."""
    rng = random.Random(seed)
    found = []
    for _ in range(plays):
        position = engine.initial()
        found.append(engine.fluents(position))
        for _ in range(steps):
            legal = [engine.legal(position, role) for role in range(len(engine.roles))]
            if engine.terminal(position) or not all(legal):
                break
            position, _ = engine.play(position, [rng.choice(moves) for moves in legal])
            found.append(engine.fluents(position))
    return tuple(found)
