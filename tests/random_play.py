"""Random play, for tests that want states to look at."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from woodstock import _core
from woodstock.engines.engine import Engine

LONGEST_PLAY = 300


def random_plays(engine: Engine[Any] | _core.Stepper, seed: int) -> Iterator[tuple[Any, list[Any] | None]]:
    """One play after the other, without end: each state with the moves made there, None where the play is over."""
    source = random.Random(seed)
    native = isinstance(engine, _core.Stepper)
    roles = range(engine.role_count if isinstance(engine, _core.Stepper) else len(engine.roles))
    while True:
        position: Any = engine.initial()
        for _ in range(LONGEST_PLAY):
            legal = [engine.legal(position, role) for role in roles]
            over = engine.terminal(position) or not all(legal)
            moves = None if over else [source.choice(each) for each in legal]
            yield position, moves
            if moves is None:
                break
            after: Any = engine.play(position, moves)
            position = after if native else after[0]


def random_states(stepper: _core.Stepper, count: int, seed: int) -> list[_core.State]:
    """So many states met in random play, terminal ones included."""
    return [state for state, _ in islice(random_plays(stepper, seed), count)]


def states_of_plays(stepper: _core.Stepper, plays: int, seed: int) -> list[_core.State]:
    """Every state of so many random plays, terminal ones left out."""
    found: dict[_core.State, None] = {}
    for state, moves in random_plays(stepper, seed):
        if moves is not None:
            found[state] = None
        else:
            plays -= 1
            if plays == 0:
                break
    return list(found)
