"""Engines against each other on random plays: how a compiled game earns trust before a match, and `check --engines`.

The judge is an engine that shares nothing with the others but the reading of the rules. It makes the plays; at every
state the others must say the same about it and reach the same state next; to fail is to differ. A difference comes with
the moves that lead to it, made as short as a look at the states near the start can make them.
"""

from __future__ import annotations

import itertools
import random
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from woodstock.engines.engine import Engine
from woodstock.errors import EvaluationLimit
from woodstock.gdl.order import natural
from woodstock.gdl.terms import Term

Joint = tuple[Term, ...]
MOST_STEPS = 1000
MOST_STATES_NEARBY = 500
MOST_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Disagreement:
    """What an engine says otherwise than the judge in the state after some moves."""

    engine: str
    judge: str
    what: str
    said: str
    expected: str
    moves: tuple[Joint, ...] = ()

    def __str__(self) -> str:
        played = " ".join(f"({' '.join(map(str, joint))})" for joint in self.moves) or "no moves"
        return (
            f"{self.engine} and {self.judge} differ in {self.what} after {played}: "
            f"{self.engine} says {self.said}, {self.judge} {self.expected}"
        )


@dataclass(frozen=True, slots=True)
class Verdict:
    """How much was compared, and the first difference if there is one."""

    engines: tuple[str, ...]
    plays: int  # to the end
    states: int
    difference: Disagreement | None = None

    @classmethod
    def of_failure(cls, engine: str, judge: str, error: Exception) -> Verdict:
        """The engine could not even be made."""
        difference = Disagreement(engine, judge, "construction", failure(error), "an engine")
        return cls((judge, engine), 0, 0, difference)

    def __str__(self) -> str:
        if self.difference:
            return str(self.difference)
        return f"{', '.join(self.engines)} agree on {self.states} states, {self.plays} plays to the end"


def compare_engines(
    judge: Engine[Any],
    engines: Sequence[Engine[Any]],
    *,
    plays: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
) -> Verdict:
    """Random plays until so many are over or the time is up; at least one state is looked at.

    An engine that fails where the judge has an answer differs from it; what the judge raises goes to the caller.
    """
    comparison = _Comparison(judge, engines)
    names = (judge.name, *(engine.name for engine in engines))
    deadline = time.monotonic() + seconds if seconds is not None else float("inf")
    chance = random.Random(f"self-check {seed}")
    played = states = 0
    try:
        comparison.compare_roles()
        while plays is None or played < plays:
            positions, moves = comparison.initial(), list[Joint]()
            while True:
                states += 1
                legal = comparison.look(positions, moves)
                late = time.monotonic() >= deadline
                if not legal or len(moves) >= MOST_STEPS or late:
                    break
                joint = tuple(map(chance.choice, legal))
                moves.append(joint)
                comparison.step(positions, joint, moves)
            if late:
                break
            played += 1
    except _Differ as found:
        difference = found.disagreement
        if len(difference.moves) > 1:
            difference = comparison.nearby(len(difference.moves), deadline + 1.0) or difference
        return Verdict(names, played, states, difference)
    return Verdict(names, played, states)


class _Differ(Exception):
    def __init__(self, disagreement: Disagreement) -> None:
        super().__init__(str(disagreement))
        self.disagreement = disagreement


class _Comparison:
    """The judge and the others, each with a position of its own; raises `_Differ` at the first difference."""

    def __init__(self, judge: Engine[Any], engines: Sequence[Engine[Any]]) -> None:
        self._judge = judge
        self._engines = [judge, *engines]

    def compare_roles(self) -> None:
        self._agreed("roles", (), lambda engine, _: engine.roles)

    def initial(self) -> list[Any]:
        positions: list[Any] = []
        self._agreed("initial state", (), lambda engine, _: positions.append(engine.initial()))
        return positions

    def look(self, positions: list[Any], moves: Sequence[Joint]) -> list[Joint]:
        """The legal moves by role, on which all agree as on all else about a state: none where the play is over."""
        self._agreed("fluents", moves, lambda engine, at: engine.fluents(positions[at]))
        over = self._agreed("terminal", moves, lambda engine, at: engine.terminal(positions[at]))
        legal: list[Joint] = []
        for role, name in enumerate(self._judge.roles):
            expected = self._judge.goals(positions[0], role)

            def goals(engine: Engine[Any], at: int, role: int = role, of: tuple[int, ...] = expected) -> Any:
                return settled(engine.goals(positions[at], role), of)

            def options(engine: Engine[Any], at: int, role: int = role) -> Joint:
                return tuple(engine.legal(positions[at], role))

            self._agreed(f"goals of {name}", moves, goals)
            legal.append(self._agreed(f"legal moves of {name}", moves, options))
        return [] if over or not all(legal) else legal

    def step(self, positions: list[Any], joint: Joint, moves: Sequence[Joint]) -> None:
        """All positions moved on; all see the same on the way."""

        def move_on(engine: Engine[Any], at: int) -> list[list[Term]]:
            positions[at], percepts = engine.play(positions[at], joint)
            return [sorted(each, key=natural) for each in percepts]

        self._agreed("percepts", moves, move_on)

    def nearby(self, longer_than: int, deadline: float) -> Disagreement | None:
        """The difference closest to the start, if a look at the first states finds one before the deadline."""
        try:
            self._walk(longer_than, deadline)
        except _Differ as found:
            return found.disagreement
        return None

    def _walk(self, longer_than: int, deadline: float) -> None:
        queue: deque[tuple[list[Any], tuple[Joint, ...]]] = deque([(self.initial(), ())])
        known = {queue[0][0][0]}
        while queue and len(known) < MOST_STATES_NEARBY and time.monotonic() < deadline:
            positions, moves = queue.popleft()
            legal = self.look(positions, moves)
            if not legal or len(moves) + 1 >= longer_than:
                continue
            for joint in itertools.islice(itertools.product(*legal), MOST_STATES_NEARBY):
                after, played = list(positions), (*moves, joint)
                self.step(after, joint, played)
                if after[0] not in known:
                    known.add(after[0])
                    queue.append((after, played))

    def _agreed(self, what: str, moves: Sequence[Joint], ask: Callable[[Engine[Any], int], Any]) -> Any:
        """What the judge says, if the others say so too."""
        expected = ask(self._judge, 0)
        for number, engine in enumerate(self._engines[1:], 1):
            try:
                said = ask(engine, number)
            except EvaluationLimit:  # says nothing about the rules
                raise
            except Exception as error:
                shown, wanted = failure(error), few(expected)
            else:
                if said == expected:
                    continue
                shown, wanted = apart(said, expected)
            raise _Differ(Disagreement(engine.name, self._judge.name, what, shown, wanted, tuple(moves)))
        return expected


def failure(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def settled(goals: tuple[int, ...], expected: tuple[int, ...]) -> tuple[int, ...]:
    """Goals in order; where a state gives a role several values, an engine may settle for one of them."""
    one_of_several = len(goals) == 1 and len(expected) > 1 and goals[0] in expected
    return tuple(sorted(expected if one_of_several else goals))


def apart(said: Any, expected: Any) -> tuple[str, str]:
    """Two answers in few words: of two collections, what only one of them has."""
    if isinstance(said, (tuple, frozenset)) and set(said) != set(expected):
        return tuple(few(set(one) - set(other)) for one, other in ((said, expected), (expected, said)))  # type: ignore[return-value]
    return few(said), few(expected)


def few(answer: Any) -> str:
    if not isinstance(answer, (set, frozenset, tuple, list)):
        return str(answer)
    listed = sorted(map(str, answer)) if isinstance(answer, (set, frozenset)) else list(map(str, answer))
    shown = ", ".join(listed[:MOST_SHOWN]) or "nothing more"
    return shown if len(listed) <= MOST_SHOWN else f"{shown} and {len(listed) - MOST_SHOWN} more"
