"""Permutations tested on the game itself: legal, next, terminal and goal must commute with them.

Every symmetry is tested before it is used, however it was found, on states of random plays and with any engine.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from woodstock import _core
from woodstock.compile.vocabulary import Vocabulary
from woodstock.deadline import Deadline
from woodstock.engines.engine import Engine
from woodstock.engines.stepper import StepperEngine
from woodstock.errors import WoodStockError
from woodstock.gdl.terms import Term
from woodstock.symmetry.permutation import Permutation

LONGEST_PLAY = 300


@dataclass(frozen=True, slots=True)
class Seen:
    """A state of a random play, all by number: what holds, what the rules say of it, and a step from it."""

    fluents: frozenset[int]
    terminal: bool
    goals: tuple[tuple[int, ...], ...]
    legal: tuple[frozenset[int], ...]  # per role
    moves: tuple[int, ...] = ()  # that were made; none where the play is over
    after: frozenset[int] = frozenset()


class Judge:
    """An engine that speaks in the numbers of a vocabulary."""

    def __init__(self, engine: Engine[Any], vocabulary: Vocabulary, *, goals_at_ends: bool = False) -> None:
        """Goals may be asked for only where a play is over, which some engines need long for."""
        self.engine = engine
        self.vocabulary = vocabulary
        self._goals_at_ends = goals_at_ends
        self._stepper: _core.Stepper | None = None
        if isinstance(engine, StepperEngine) and engine.compiled.fluents == vocabulary.fluents:
            self._stepper = engine.stepper

    def position(self, fluents: frozenset[int]) -> Any:
        if self._stepper is not None:
            return _core.State(len(self.vocabulary.fluents), sorted(fluents))
        return self.engine.position(self.vocabulary.fluents[number] for number in fluents)

    def fluents(self, position: Any) -> frozenset[int]:
        if self._stepper is not None:
            return frozenset(position.fluents())
        return frozenset(self.vocabulary.fluent_number[term] for term in self.engine.fluents(position))

    def legal(self, position: Any, role: int) -> list[int]:
        if self._stepper is not None:
            return list(self._stepper.legal(position, role))
        numbers = self.vocabulary.move_numbers[role]
        return [numbers[term] for term in self.engine.legal(position, role)]

    def play(self, position: Any, moves: Sequence[int]) -> Any:
        if self._stepper is not None:
            return self._stepper.play(position, list(moves))
        terms: list[Term] = [self.vocabulary.moves[role][move] for role, move in enumerate(moves)]
        return self.engine.play(position, terms)[0]

    def goals(self, position: Any) -> tuple[tuple[int, ...], ...]:
        if self._goals_at_ends and not self.engine.terminal(position):
            return ((),) * len(self.vocabulary.roles)
        return tuple(
            tuple(sorted(self.engine.goals(position, role))) for role in range(len(self.vocabulary.roles))
        )

    def initial(self) -> frozenset[int]:
        return self.fluents(self.engine.initial())

    def plays(self, seed: int) -> Iterator[Seen]:
        """States of random plays, one play after the other, without end."""
        chance = random.Random(f"symmetry {seed}")
        roles = range(len(self.vocabulary.roles))
        while True:
            position = self.engine.initial()
            for _ in range(LONGEST_PLAY):
                legal = [self.legal(position, role) for role in roles]
                over = self.engine.terminal(position)
                known = (self.fluents(position), over, self.goals(position), tuple(map(frozenset, legal)))
                if over or not all(legal):
                    yield Seen(*known)
                    break
                moves = tuple(chance.choice(each) for each in legal)
                position = self.play(position, moves)
                yield Seen(*known, moves, self.fluents(position))

    def sample(self, states: int, seed: int, deadline: Deadline) -> list[Seen]:
        """At most so many states, half of them from the ends of plays, where most rules about the end speak.

        Fewer, but at least one, where time runs out. Ends come first: they throw out most that is wrong.
        """
        whole: list[Seen] = []
        ends: list[Seen] = []
        before: Seen | None = None
        for seen in self.plays(seed):
            if len(whole) < states // 2:
                whole.append(seen)
            if not seen.moves:
                ends += [seen] if before is None else [seen, before]
            before = seen if seen.moves else None
            enough = len(whole) >= states // 2 and len(ends) >= states - states // 2
            if enough or deadline.passed:
                break
        return [*ends, *whole][:states]

    def difference(self, permutation: Permutation, seen: Seen) -> str:
        """What the rules say otherwise of the image of a state; nothing where all commutes."""
        roles = permutation.roles
        first = self.vocabulary.first_move
        position = self.position(permutation.state(seen.fluents))
        if self.engine.terminal(position) != seen.terminal:
            return "terminal"
        goals = self.goals(position)
        for role, image in enumerate(roles):
            if goals[image] != seen.goals[role]:
                return f"goal of {self.vocabulary.roles[role]}"
            expected = {permutation.row[first[role] + move] - first[image] for move in seen.legal[role]}
            if expected != set(self.legal(position, image)):
                return f"legal moves of {self.vocabulary.roles[role]}"
        if seen.moves:
            moves = [0] * len(roles)
            for role, image in enumerate(roles):
                moves[image] = permutation.row[first[role] + seen.moves[role]] - first[image]
            if self.fluents(self.play(position, moves)) != permutation.state(seen.after):
                return "next state"
        return ""


@dataclass(frozen=True, slots=True)
class Test:
    """How a permutation did: on so many states, and what was different on the last of them."""

    states: int
    difference: str = ""

    __test__ = False  # nothing for pytest

    @property
    def passed(self) -> bool:
        return self.states > 0 and not self.difference


def verify(judge: Judge, permutation: Permutation, sample: Sequence[Seen], deadline: Deadline) -> Test:
    """A permutation tried on a sample, until the deadline: a test that was cut short says on how many states."""
    for number, seen in enumerate(sample, 1):
        try:
            difference = judge.difference(permutation, seen)
        except (WoodStockError, KeyError) as error:  # the image is no state of the engine's
            difference = f"no such state: {error}"
        if difference:
            return Test(number, difference)
        if deadline.passed:
            return Test(number)
    return Test(len(sample))
