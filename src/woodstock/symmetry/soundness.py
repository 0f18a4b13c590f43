"""Symmetries judged by an engine that had no part in finding them, on states they were not tested on.

The reference judges where it keeps up, else the evaluator of the rules as they are written, else the stepper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from woodstock.compile.vocabulary import Vocabulary
from woodstock.deadline import Deadline, Work
from woodstock.engines.engine import Engine
from woodstock.errors import EvaluationError
from woodstock.symmetry.permutation import Permutation
from woodstock.symmetry.verify import Judge, verify

ENGINES = ("reference", "evaluator", "stepper")
SEED = 17  # not the one that detection tests by


class HasEngines(Protocol):
    """`woodstock.game.Game` is one."""

    def engine_named(self, name: str) -> Engine[Any]: ...


@dataclass(frozen=True)
class Judgement:
    """Who tried every permutation on how many states, and the first difference found."""

    engine: str
    states: int
    difference: str = ""

    def __str__(self) -> str:
        return f"{self.engine}: " + (f"wrong: {self.difference}" if self.difference else str(self.states))


def judged(
    game: HasEngines,
    vocabulary: Vocabulary,
    permutations: Sequence[Permutation],
    *,
    states: int,
    seconds: float,
    seed: int = SEED,
) -> Judgement:
    """Permutations tried on states of random plays, within some CPU seconds."""
    for name in ENGINES:
        share = 1.0 if name == ENGINES[-1] else 1 / (2 + 2 * len(permutations))
        deadline = Deadline.after(seconds * share, Work())
        try:
            judge = Judge(game.engine_named(name), vocabulary)
            sample = judge.sample(states, seed, deadline)
        except EvaluationError:
            continue
        if len(sample) == states:  # fast enough to try each permutation on all of them
            break
    deadline = Deadline.after(seconds, Work())
    fewest = len(sample)
    for number, permutation in enumerate(permutations):
        test = verify(judge, permutation, sample, deadline.part(1 / (len(permutations) - number)))
        fewest = min(fewest, test.states)
        if test.difference:
            return Judgement(name, test.states, test.difference)
    return Judgement(name, fewest)
