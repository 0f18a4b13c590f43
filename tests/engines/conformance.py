"""One check for every engine and every game: on random states all engines say the same."""

import random
from collections.abc import Sequence
from itertools import chain
from typing import Any

from tests.random_play import random_play
from woodstock.engines.engine import Engine
from woodstock.gdl.order import natural
from woodstock.gdl.terms import Term


def random_states(engine: Engine[Any], count: int, seed: int) -> dict[frozenset[Term], list[Term] | None]:
    """Up to `count` states of random plays, each with the moves that were made there (None at the end)."""
    source = random.Random(seed)
    found: dict[frozenset[Term], list[Term] | None] = {}
    for position, moves in chain.from_iterable(random_play(engine, source) for _ in range(count)):
        found[engine.fluents(position)] = moves
        if len(found) >= count:
            break
    return found


def answers(engine: Engine[Any], fluents: frozenset[Term], moves: Sequence[Term] | None) -> dict[str, Any]:
    """Everything that an engine says about a state, in a form that can be compared."""
    position = engine.position(fluents)
    roles = range(len(engine.roles))
    said: dict[str, Any] = {
        "fluents": engine.fluents(position),
        "terminal": engine.terminal(position),
        "goals": [sorted(engine.goals(position, role)) for role in roles],
        "legal": [list(engine.legal(position, role)) for role in roles],
    }
    if moves is not None:
        after, percepts = engine.play(position, moves)
        said["next"] = engine.fluents(after)
        said["percepts"] = [sorted(seen, key=natural) for seen in percepts]
    return said


def assert_agreement(engines: Sequence[Engine[Any]], count: int = 100, seed: int = 1) -> None:
    """The first engine makes the plays, the others must agree with it."""
    first = engines[0]
    initial = first.fluents(first.initial())
    for other in engines[1:]:
        assert other.roles == first.roles
        assert other.fluents(other.initial()) == initial
    for fluents, moves in random_states(first, count, seed).items():
        expected = answers(first, fluents, moves)
        for other in engines[1:]:
            said = answers(other, fluents, moves)
            for what, value in expected.items():
                shown = " ".join(sorted(map(str, fluents)))
                same = one_of_each(said[what], value) if what == "goals" else said[what] == value
                assert same, f"{what} by {other.name} and {first.name} differ in {shown}"


def one_of_each(said: list[list[int]], expected: list[list[int]]) -> bool:
    """Equal goals; where a state gives a role several values, an engine may settle for one of them."""
    return all(one == two or (len(one) == 1 and set(one) < set(two)) for one, two in zip(said, expected))
