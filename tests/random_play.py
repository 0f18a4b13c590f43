"""Random play, for tests that want states to look at."""

import random
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

from woodstock import _core
from woodstock.engines.engine import Engine

LONGEST_PLAY = 300


def random_play(
    engine: Engine[Any] | _core.Stepper, source: random.Random
) -> Iterator[tuple[Any, list[Any] | None]]:
    """Each state of a play with the moves made there, None where the play is over; long ones are cut off."""
    roles = range(engine.role_count if isinstance(engine, _core.Stepper) else len(engine.roles))
    position: Any = engine.initial()
    for _ in range(LONGEST_PLAY):
        legal = [engine.legal(position, role) for role in roles]
        over = engine.terminal(position) or not all(legal)
        moves = None if over else [source.choice(each) for each in legal]
        yield position, moves
        if moves is None:
            break
        after: Any = engine.play(position, moves)
        position = after if isinstance(engine, _core.Stepper) else after[0]


def random_states(stepper: _core.Stepper, count: int, seed: int) -> list[_core.State]:
    """So many states met in random play, terminal ones included."""
    source = random.Random(seed)
    plays = (random_play(stepper, source) for _ in range(count))
    return [state for state, _ in islice(chain.from_iterable(plays), count)]


def states_of_plays(stepper: _core.Stepper, plays: int, seed: int) -> list[_core.State]:
    """Every state of so many random plays, terminal ones left out."""
    source = random.Random(seed)
    found = chain.from_iterable(random_play(stepper, source) for _ in range(plays))
    return list(dict.fromkeys(state for state, moves in found if moves is not None))
