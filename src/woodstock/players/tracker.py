"""Following a match: the states it may be in, given what a role has observed.

With complete information that is one state. With percepts only, all successors consistent with them are
kept, up to a limit beyond which a seeded sample stands for the rest; when a sample dies out, a random
depth-first search over the whole history finds new states. All of that keeps to a clock: when it ends with
nothing found, a successor that may not fit the percepts is better than none.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable, Iterator, Sequence
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
    def __init__(self, game: Game, role: Role, *, seed: int = 0, limit: int | None = None) -> None:
        self.game = game
        self.role = role
        self.limit = limit or usual_limit(game)
        self.step = 0
        self.worlds: tuple[State, ...] = (game.initial_state(),)
        self.exact = True
        """Whether `worlds` are all states that are possible, rather than a sample of them."""
        self._history: list[Observation] = []
        self._random = random.Random(f"tracker {seed}")

    @property
    def state(self) -> State:
        """A possible state: with complete information, the state."""
        return self.worlds[0]

    def legal(self) -> tuple[Move, ...]:
        """The role's legal moves: those that most possible states allow, in the order of the first one."""
        if len(self.worlds) == 1:
            return self.state.legal(self.role)
        counts: dict[Move, int] = {}
        for world in self.worlds:
            for move in world.legal(self.role):
                counts[move] = counts.get(move, 0) + 1
        most = max(counts.values(), default=0)
        return tuple(move for move, count in counts.items() if count == most)

    def follow(self, observation: Observation, clock: Clock | None = None) -> None:
        """Catch up with everything observed since the last call; if that cannot be, nothing changes.

        Where moves are hidden this takes at most half of the time that is left.
        """
        before = self.step, self.worlds, self.exact, len(self._history)
        clock = clock.part(0.5) if clock else Clock()
        try:
            for entry in observation.since(self.step):
                self.worlds = self._after(entry, clock)
                self.step = entry.step
                self._history.append(entry)
        except BaseException:
            self.step, self.worlds, self.exact = before[:3]
            del self._history[before[3] :]
            raise

    def _after(self, entry: Observation, clock: Clock) -> tuple[State, ...]:
        half = clock.part(0.5)
        found = self._distinct(in_turn([self._successors(world, entry, half) for world in self.worlds]))
        if not found and not self.exact:
            found = self._searched([*self._history, entry], clock) or self._guessed(entry)
        if not found:
            raise InconsistentObservation(f"step {entry.step}: {observed(entry)} cannot have happened")
        return found

    def _distinct(self, states: Iterable[State]) -> tuple[State, ...]:
        """At most `limit` of the states, each once (reservoir sampling over the first few thousand)."""
        seen: set[State] = set()
        kept: list[State] = []
        for number, state in enumerate(states):
            if number >= 64 * self.limit:
                self.exact = False
                break
            if state in seen:
                continue
            seen.add(state)
            if len(kept) < self.limit:
                kept.append(state)
            else:
                self.exact = False
                if (slot := self._random.randrange(len(seen))) < self.limit:
                    kept[slot] = state
        return tuple(kept)

    def _successors(self, world: State, entry: Observation, clock: Clock) -> Iterator[State]:
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
            if clock.expired:
                self.exact = False
                return
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
            self.exact = False
            for _ in range(4 * self.limit):
                yield tuple(self._random.choice(moves) for moves in choices)

    def _searched(self, history: list[Observation], clock: Clock) -> tuple[State, ...]:
        """Possible states found by random depth-first search through all observations."""
        stack = [self._successors(self.game.initial_state(), history[0], clock)]
        found: dict[State, None] = {}
        for _ in range(256 * self.limit):
            if clock.expired or not stack or len(found) >= self.limit:
                break
            state = next(stack[-1], None)
            if state is None:
                stack.pop()
            elif len(stack) == len(history):
                found[state] = None
                stack.pop()
            else:
                stack.append(self._successors(state, history[len(stack)], clock))
        return tuple(found)

    def _guessed(self, entry: Observation) -> tuple[State, ...]:
        """Successors that need not fit the percepts: when no time is left to find better ones."""
        if entry.moves is not None:
            return ()
        found: list[State] = []
        for world in self.worlds[:2]:
            own = entry.own if entry.own in world.legal(self.role) else None
            moves = None if world.terminal else next(self._joint_moves(world, own), None)
            if moves is not None:
                found.append(world.play(moves))
        return tuple(found)


def usual_limit(game: Game) -> int:
    """How many states to keep: fewer on the reference engine, where each one costs milliseconds."""
    return 8 if getattr(game, "compiled", ...) is None else 64


def in_turn(iterators: Sequence[Iterator[State]]) -> Iterator[State]:
    """The items of all iterators, one of each at a time."""
    waiting = list(iterators)
    while waiting:
        still = []
        for iterator in waiting:
            item = next(iterator, None)
            if item is not None:
                yield item
                still.append(iterator)
        waiting = still


def tells_percepts(rulesheet: Rulesheet) -> bool:
    """Whether players are told percepts (GDL-II) instead of moves: the rules say what is seen."""
    return any(rule.head.name == "sees" for rule in rulesheet.rules)


def observed(entry: Observation) -> str:
    """An observation in words, for messages."""
    if entry.moves is not None:
        return f"moves ({' '.join(map(str, entry.moves))})"
    return f"own move {entry.own}, percepts ({' '.join(map(str, entry.percepts or ()))})"
