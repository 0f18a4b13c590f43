"""Players that need no search engine: random, first-legal, and a one-step lookahead by random playouts.

They run on any engine, the reference included, so they are also what is left when nothing faster is
ready in time.
"""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from woodstock.belief.observation import Observation
from woodstock.belief.tracker import Tracker
from woodstock.clock import Clock
from woodstock.players.player import Alternative, Decision
from woodstock.players.registry import Kind
from woodstock.players.spec import Option

if TYPE_CHECKING:
    from woodstock.game import Game, Move, Role


class Follower(ABC):
    """A player that follows the match and then decides; the seed decides every random choice."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._random = random.Random(seed)
        self._tracker: Tracker | None = None

    def start(self, game: Game, role: Role, clock: Clock) -> None:
        self._random = random.Random(self._seed)
        self._tracker = Tracker(game, role, seed=self._seed)

    def play(self, observation: Observation, clock: Clock) -> Decision:
        if self._tracker is None:
            raise RuntimeError("play was called before start")
        self._tracker.follow(observation, clock)
        return self.decide(self._tracker, clock)

    @abstractmethod
    def decide(self, tracker: Tracker, clock: Clock) -> Decision:
        """Choose a move where a match stands; who has a tracker of the match needs no `start` before."""

    def stop(self, observation: Observation | None) -> None:
        self._tracker = None


class RandomPlayer(Follower):
    """Plays a legal move chosen uniformly."""

    def decide(self, tracker: Tracker, clock: Clock) -> Decision:
        return Decision(self._random.choice(tracker.legal()))


class FirstLegalPlayer(Follower):
    """Plays the first legal move in the order of the moves' text."""

    def decide(self, tracker: Tracker, clock: Clock) -> Decision:
        return Decision(min(tracker.legal(), key=str))


class LookaheadPlayer(Follower):
    """Tries every move in turn with random playouts and plays the best mean.

    On a slow engine one step can take longer than what is left of the clock; it is not begun then.
    """

    def __init__(self, seed: int = 0, steps: int = 200, simulations: int = 0) -> None:
        super().__init__(seed)
        self._steps = steps
        self._simulations = simulations
        self._slowest_step = 0.0

    def decide(self, tracker: Tracker, clock: Clock) -> Decision:
        begin = time.monotonic()
        moves = list(tracker.legal())
        self._random.shuffle(moves)
        budget = clock.simulations or self._simulations or None
        totals, counts = [0.0] * len(moves), [0] * len(moves)
        samples = 0
        while len(moves) > 1 and not clock.expired and (budget is None or samples < budget):
            arm = samples % len(moves)
            value = self._playout(tracker, moves[arm], clock)
            if value is None:
                break
            totals[arm] += value
            counts[arm] += 1
            samples += 1
        means = [total / count if count else 0.0 for total, count in zip(totals, counts)]
        best = max(range(len(moves)), key=means.__getitem__)
        return Decision(
            move=moves[best],
            values={tracker.role: means[best]} if counts[best] else {},
            samples=samples,
            depth=1 if samples else 0,
            alternatives=tuple(
                Alternative(move, mean, count) for move, mean, count in zip(moves, means, counts) if count
            ),
            seconds=time.monotonic() - begin,
        )

    def _playout(self, tracker: Tracker, first: Move, clock: Clock) -> float | None:
        """The role's goal at the end; 50 when the end is too far, None when time is up."""
        state = tracker.worlds.choice(self._random)
        own: Move | None = first if first in state.legal(tracker.role) else None
        for _ in range(self._steps):
            begin = time.monotonic()
            if state.terminal:
                return float(state.goals[tracker.role] or 0)
            if clock.remaining() <= self._slowest_step:
                return None
            state = state.play(
                tuple(
                    own
                    if own is not None and role == tracker.role
                    else self._random.choice(state.legal(role))
                    for role in tracker.game.roles
                )
            )
            own = None
            self._slowest_step = max(0.9 * self._slowest_step, time.monotonic() - begin)
        return 50.0


def kinds() -> tuple[Kind, ...]:
    seed = Option("seed", int, 0, "decides every random choice")
    return (
        Kind("random", "a legal move chosen uniformly", RandomPlayer, (seed,)),
        Kind("first-legal", "the first legal move in alphabetical order", FirstLegalPlayer),
        Kind(
            "lookahead",
            "one step of lookahead by random playouts, on any engine",
            LookaheadPlayer,
            (
                seed,
                Option("steps", int, 200, "longest playout", minimum=1),
                Option("simulations", int, 0, "playouts a move; 0: until the clock ends", minimum=0),
            ),
        ),
    )
