"""Engines against each other on random plays: how a compiled game earns trust before a match, and `check --engines`.

The judge is an engine that shares nothing with the others but the reading of the rules. It makes the plays; at every
state the others must say the same about it and reach the same state next. A difference comes with the moves that lead
to it, made as short as a look at the states near the start can make them.
"""

from __future__ import annotations

import itertools
import random
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from woodstock.engines.engine import Engine
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
    """Random plays until so many are over or the time is up; at least one state is looked at."""
    comparison = _Comparison(judge, engines)
    names = (judge.name, *(engine.name for engine in engines))
    deadline = time.monotonic() + seconds if seconds is not None else float("inf")
    chance = random.Random(f"self-check {seed}")
    played = states = 0
    difference = comparison.roles()
    while difference is None and (plays is None or played < plays):
        positions, moves = comparison.initial(), list[Joint]()
        while True:
            difference, legal = comparison.look(positions, moves)
            states += 1
            late = time.monotonic() >= deadline
            if difference or not legal or len(moves) >= MOST_STEPS or late:
                break
            joint = tuple(map(chance.choice, legal))
            moves.append(joint)
            difference = comparison.step(positions, joint, moves)
            if difference:
                break
        if difference is None and late:
            break
        played += 1
    if difference is not None and len(difference.moves) > 1:
        difference = comparison.nearby(len(difference.moves), deadline + 1.0) or difference
    return Verdict(names, played, states, difference)


class _Comparison:
    """The judge and the others, each with a position of its own."""

    def __init__(self, judge: Engine[Any], engines: Sequence[Engine[Any]]) -> None:
        self._judge = judge
        self._engines = [judge, *engines]

    def roles(self) -> Disagreement | None:
        return self._compared("roles", [engine.roles for engine in self._engines], ())

    def initial(self) -> list[Any]:
        return [engine.initial() for engine in self._engines]

    def look(self, positions: list[Any], moves: Sequence[Joint]) -> tuple[Disagreement | None, list[Joint]]:
        """The first difference about a state, and the legal moves by role: none where the play is over."""
        paired = list(zip(self._engines, positions, strict=True))
        found = self._compared("fluents", [engine.fluents(at) for engine, at in paired], moves)
        found = found or self._compared("terminal", [engine.terminal(at) for engine, at in paired], moves)
        legal: list[Joint] = []
        for role, name in enumerate(self._judge.roles):
            goals = [engine.goals(at, role) for engine, at in paired]
            found = found or self._compared(
                f"goals of {name}", [settled(each, goals[0]) for each in goals], moves
            )
            options = [tuple(engine.legal(at, role)) for engine, at in paired]
            found = found or self._compared(f"legal moves of {name}", options, moves)
            legal.append(options[0])
        over = self._judge.terminal(positions[0]) or not all(legal)
        return found, [] if over else legal

    def step(self, positions: list[Any], joint: Joint, moves: Sequence[Joint]) -> Disagreement | None:
        """All positions moved on; the first difference in what is seen on the way."""
        seen = []
        for number, engine in enumerate(self._engines):
            positions[number], percepts = engine.play(positions[number], joint)
            seen.append([sorted(each, key=natural) for each in percepts])
        return self._compared("percepts", seen, moves)

    def nearby(self, longer_than: int, deadline: float) -> Disagreement | None:
        """The difference closest to the start, if a look at the first states finds one before the deadline."""
        queue: deque[tuple[list[Any], tuple[Joint, ...]]] = deque([(self.initial(), ())])
        known = {queue[0][0][0]}
        while queue and len(known) < MOST_STATES_NEARBY and time.monotonic() < deadline:
            positions, moves = queue.popleft()
            found, legal = self.look(positions, moves)
            if found:
                return found
            if not legal or len(moves) + 1 >= longer_than:
                continue
            for joint in itertools.islice(itertools.product(*legal), MOST_STATES_NEARBY):
                after, played = list(positions), (*moves, joint)
                if found := self.step(after, joint, played):
                    return found
                if after[0] not in known:
                    known.add(after[0])
                    queue.append((after, played))
        return None

    def _compared(self, what: str, answers: Sequence[Any], moves: Sequence[Joint]) -> Disagreement | None:
        for engine, said in zip(self._engines[1:], answers[1:], strict=True):
            if said != answers[0]:
                shown, expected = apart(said, answers[0])
                return Disagreement(engine.name, self._judge.name, what, shown, expected, tuple(moves))
        return None


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
