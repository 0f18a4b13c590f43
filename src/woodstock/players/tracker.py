"""Following a match: the states it may be in, given what a role has observed.

With complete information that is one state. With percepts only, all successors consistent with them are
kept, up to a limit beyond which a seeded sample stands for the rest; when a sample dies out, a random
depth-first search over the whole history finds new states.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from woodstock.errors import WoodStockError
from woodstock.gdl import Rulesheet
from woodstock.players.clock import Clock
from woodstock.players.player import Observation

if TYPE_CHECKING:
    from woodstock.game import Game, Move, Role, State


class InconsistentObservation(WoodStockError):
    """No state known to be possible allows what was observed."""


class Tracker:
    def __init__(self, game: Game, role: Role, *, seed: int = 0, limit: int = 64) -> None:
        self.game = game
        self.role = role
        self.limit = limit
        self.step = 0
        self.worlds: tuple[State, ...] = (game.initial_state(),)
        self._history: list[Observation] = []
        self._random = random.Random(f"tracker {seed}")

    @property
    def state(self) -> State:
        """A possible state: with complete information, the state."""
        return self.worlds[0]

    def legal(self) -> tuple[Move, ...]:
        """The role's legal moves: those that most possible states allow, in the order of the first one."""
        counts: dict[Move, int] = {}
        for world in self.worlds:
            for move in world.legal(self.role):
                counts[move] = counts.get(move, 0) + 1
        most = max(counts.values(), default=0)
        return tuple(move for move, count in counts.items() if count == most)

    def follow(self, observation: Observation, clock: Clock | None = None) -> None:
        """Catch up with everything observed since the last call; if that cannot be, nothing changes."""
        before = self.step, self.worlds, len(self._history)
        try:
            for entry in observation.since(self.step):
                self.worlds = self._after(entry, clock)
                self.step = entry.step
                self._history.append(entry)
        except BaseException:
            self.step, self.worlds = before[:2]
            del self._history[before[2] :]
            raise

    def _after(self, entry: Observation, clock: Clock | None) -> tuple[State, ...]:
        found = self._distinct(
            successor for world in self.worlds for successor in self._successors(world, entry)
        )
        if not found and len(self._history) > 0 and any(past.moves is None for past in self._history):
            found = self._searched([*self._history, entry], clock)
        if not found:
            raise InconsistentObservation(f"step {entry.step}: {observed(entry)} cannot have happened")
        return found

    def _distinct(self, states: Iterable[State]) -> tuple[State, ...]:
        """At most `limit` of the states, each once (reservoir sampling over the first few thousand)."""
        seen: set[State] = set()
        kept: list[State] = []
        for state in itertools.islice(states, 64 * self.limit):
            if state in seen:
                continue
            seen.add(state)
            if len(kept) < self.limit:
                kept.append(state)
            elif (slot := self._random.randrange(len(seen))) < self.limit:
                kept[slot] = state
        return tuple(kept)

    def _successors(self, world: State, entry: Observation) -> Iterator[State]:
        """The successors of a state that fit an observation, in random order if moves are hidden."""
        if world.terminal:
            return
        if entry.moves is not None:
            if len(entry.moves) == len(self.game.roles) and all(
                move in world.legal(role) for role, move in zip(self.game.roles, entry.moves, strict=True)
            ):
                yield world.play(entry.moves)
            return
        for moves in self._joint_moves(world, entry.own):
            successor = world.play(moves)
            if entry.percepts is None or set(successor.percepts(self.role)) == set(entry.percepts):
                yield successor

    def _joint_moves(self, world: State, own: Move | None) -> Iterator[tuple[Move, ...]]:
        choices = [
            [own] if role == self.role and own is not None else list(world.legal(role))
            for role in self.game.roles
        ]
        if own is not None and own not in world.legal(self.role):
            return
        total = math.prod(map(len, choices))
        if total <= 16 * self.limit:
            joint = list(itertools.product(*choices))
            self._random.shuffle(joint)
            yield from joint
        elif total:
            for _ in range(4 * self.limit):
                yield tuple(self._random.choice(moves) for moves in choices)

    def _searched(self, history: list[Observation], clock: Clock | None) -> tuple[State, ...]:
        """Possible states found by random depth-first search through all observations."""
        clock = clock or Clock.after(1.0)
        stack = [self._successors(self.game.initial_state(), history[0])]
        found: set[State] = set()
        for _ in range(256 * self.limit):
            if clock.expired or not stack or len(found) >= self.limit:
                break
            state = next(stack[-1], None)
            if state is None:
                stack.pop()
            elif len(stack) == len(history):
                found.add(state)
                stack.pop()
            else:
                stack.append(self._successors(state, history[len(stack)]))
        return tuple(found)


def tells_percepts(rulesheet: Rulesheet) -> bool:
    """Whether players are told percepts (GDL-II) instead of moves: the rules say what is seen."""
    return any(rule.head.name == "sees" for rule in rulesheet.rules)


def observed(entry: Observation) -> str:
    """An observation in words, for messages."""
    if entry.moves is not None:
        return f"moves ({' '.join(map(str, entry.moves))})"
    return f"own move {entry.own}, percepts ({' '.join(map(str, entry.percepts or ()))})"
