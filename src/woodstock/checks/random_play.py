"""What random play shows about a game: findings that no look at the rules alone can give."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from woodstock.gdl.diagnostic import Diagnostic, Severity
from woodstock.gdl.terms import Term

MOST_STEPS = 2_000

P = TypeVar("P")


class Played(Protocol[P]):
    """What is needed of an engine. Goals are asked for one by one: a faulty game has none or several."""

    @property
    def roles(self) -> tuple[str, ...]: ...
    def initial(self) -> P: ...
    def terminal(self, position: P) -> bool: ...
    def goals(self, position: P, role: int) -> tuple[int, ...]: ...
    def legal(self, position: P, role: int) -> tuple[Term, ...]: ...
    def play(self, position: P, moves: Sequence[Term]) -> tuple[P, object]: ...


class RandomPlay(Generic[P]):
    """Plays random games one by one and keeps what was odd about them."""

    def __init__(self, engine: Played[P], seed: int = 0, most_steps: int = MOST_STEPS) -> None:
        self.engine = engine
        self.random = random.Random(seed)
        self.most_steps = most_steps
        self.games = 0
        self.finished = 0
        self.unfinished = 0
        self.stuck: Counter[str] = Counter()
        self.first_stuck: dict[str, int] = {}
        self.without_goal: Counter[str] = Counter()
        self.several_goals: dict[str, tuple[int, ...]] = {}
        self.odd_goals: dict[str, int] = {}
        self.best: dict[str, int] = {}

    def play_one(self) -> None:
        """One random game to its end, to a state where a role cannot move, or to the limit of steps."""
        self.games += 1
        position = self.engine.initial()
        for step in range(self.most_steps):
            if self.engine.terminal(position):
                self._finish(position)
                return
            moves = [self.engine.legal(position, role) for role in range(len(self.engine.roles))]
            stuck = [role for role, legal in zip(self.engine.roles, moves, strict=True) if not legal]
            if stuck:
                self.stuck.update(stuck)
                for role in stuck:
                    self.first_stuck.setdefault(role, step)
                return
            position, _ = self.engine.play(position, [self.random.choice(legal) for legal in moves])
        if self.engine.terminal(position):
            self._finish(position)
        else:
            self.unfinished += 1

    def _finish(self, position: P) -> None:
        self.finished += 1
        for index, role in enumerate(self.engine.roles):
            if role == "random":
                continue
            values = self.engine.goals(position, index)
            if not values:
                self.without_goal[role] += 1
            elif len(values) > 1:
                self.several_goals.setdefault(role, values)
            for value in values:
                if not 0 <= value <= 100:
                    self.odd_goals.setdefault(role, value)
                self.best[role] = max(value, self.best.get(role, value))

    def findings(self) -> list[Diagnostic]:
        """A role that cannot move is an error: the game cannot be played on."""
        return [
            Diagnostic(Severity.ERROR if code == "no-move" else Severity.WARNING, code, message, None, remedy)
            for code, message, remedy in self._oddities()
        ]

    def _oddities(self) -> Iterator[tuple[str, str, str]]:
        """By code: what was odd, and what can be done about it."""
        for role, times in self.stuck.items():
            message = (
                f"in {times} of {self.games} random games `{role}` had no legal move in a state that is not "
                f"terminal, first after {self.first_stuck[role]} steps"
            )
            yield "no-move", message, "add a move that is always legal (such as noop), or end the game there"
        if self.unfinished:
            message = (
                f"{self.unfinished} of {self.games} random games had not ended after {self.most_steps} steps"
            )
            yield "no-end", message, "add a step limit to `terminal`"
        for role, times in self.without_goal.items():
            message = f"in {times} of {self.finished} final states `{role}` has no goal value"
            yield "goal-missing", message, "make the rules for `goal` cover every final state"
        for role, values in self.several_goals.items():
            message = f"`{role}` has several goal values in one final state: {', '.join(map(str, values))}"
            yield "goal-several", message, "make the rules for `goal` exclude each other"
        for role, value in self.odd_goals.items():
            message = f"`{role}` got the goal value {value}, outside 0–100"
            yield "goal-range", message, "scale the values to 0–100"
        for role, value in self.best.items():
            if value < 100:
                message = (
                    f"`{role}` never won: its best goal value in {self.finished} random games was {value}"
                )
                yield "never-won", message, "play more games; if it stays so, look at its rules for `goal`"
