"""Following a match: the states it may be in, given what a role has observed.

With complete information that is one state. With percepts only, all successors consistent with them are kept with
their probabilities, up to a limit beyond which a seeded sample stands for the rest; when a sample dies out, a
random depth-first search over the whole history finds new states. All of that keeps to a clock: when it ends
with nothing found, a successor that may not fit the percepts is better than none.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from woodstock.errors import WoodStockError
from woodstock.gdl import Rulesheet
from woodstock.players.clock import Clock
from woodstock.players.likeness import Likeness
from woodstock.players.player import Observation
from woodstock.players.worlds import Worlds

if TYPE_CHECKING:
    from woodstock.game import Game, Move, Role, State


MOST_TRIES = 64
"""Joint moves tried in a step, for each state that may be kept."""
MOST_COMPARED = 12_000
"""Moves compared with the percepts in a step, which takes up to a tenth of a second."""
LIKELY = 8


class InconsistentObservation(WoodStockError):
    """No state known to be possible allows what was observed."""


class Tracker:
    def __init__(self, game: Game, role: Role, *, seed: int = 0, limit: int | None = None) -> None:
        self.game = game
        self.role = role
        self.limit = limit or usual_limit(game)
        self.step = 0
        self.worlds = Worlds.only(game.initial_state())
        self.exact = True
        """Whether `worlds` are all states that are possible, rather than a sample of them."""
        self.complete = not tells_percepts(game.rulesheet)
        """Whether the role is told all moves, so that there is only one state."""
        self._history: list[Observation] = []
        self._foreseen: dict[tuple[Move, ...], State] = {}
        self._random = random.Random(f"tracker {seed}")

    @property
    def state(self) -> State:
        """The likeliest state: with complete information, the state."""
        return self.worlds.likeliest

    def legal(self) -> tuple[Move, ...]:
        """The role's legal moves."""
        return self.worlds.legal(self.role)

    def drawn(self, count: int) -> Worlds:
        """At most `count` of the states, to stand for all of them."""
        return self.worlds.drawn(count, self._random)

    def follow(self, observation: Observation, clock: Clock | None = None) -> None:
        """Catch up with everything observed since the last call; if that cannot be, nothing changes.

        Where moves are hidden this takes at most half of the time that is left.
        """
        before = self.step, self.worlds, self.exact, len(self._history)
        clock = clock.part(0.5) if clock else Clock()
        try:
            for entry in observation.since(self.step):
                self.worlds = self._after(entry, clock)
                self._foreseen = {}
                self.step = entry.step
                self._history.append(entry)
        except BaseException:
            self.step, self.worlds, self.exact = before[:3]
            del self._history[before[3] :]
            raise

    def foresee(self, own: Move) -> State | None:
        """A state that may follow our move, worked out ahead; if it is certain, slow engines then have it in time."""
        state = self.state
        choices = [(own,) if role == self.role else state.legal(role) for role in self.game.roles]
        if state.terminal or not all(choices):
            return None
        moves = tuple(map(self._random.choice, choices))
        after = state.play(moves)
        if len(self.worlds) == 1:
            self._foreseen = {moves: after}
        return after

    def _after(self, entry: Observation, clock: Clock) -> Worlds:
        trials = self._trials(entry, clock.part(0.5))
        found = weighed(trials)
        if not found and not self.exact:
            others = self._searched([*self._history, entry], clock) or self._guessed(entry, trials)
            found = dict.fromkeys(others, 1.0)
        if not found:
            raise InconsistentObservation(f"step {entry.step}: {observed(entry)} cannot have happened")
        worlds = Worlds.of(found)
        if len(worlds) > self.limit:
            self.exact = False
        return worlds.drawn(self.limit, self._random)

    def _trials(self, entry: Observation, clock: Clock) -> list[Trial]:
        """The joint moves tried in each world. Worlds take turns, so that where time is short each has its share."""
        trials = [
            Trial(self._tried(world, entry, clock), entry, weight) for world, weight in self.worlds.items()
        ]
        waiting = trials
        for number in itertools.count(1):
            waiting = [trial for trial in waiting if trial.go_on(self.role)]
            if not waiting:
                break
            if number * len(trials) >= MOST_TRIES * self.limit:
                self.exact = False
                break
        return trials

    def _tried(self, world: State, entry: Observation, clock: Clock) -> Iterator[State]:
        """What follows each joint move that may have been played, in random order if moves are hidden."""
        if world.terminal:
            return
        if entry.moves is not None:
            if entry.moves in self._foreseen:
                yield self._foreseen[entry.moves]
            elif len(entry.moves) == len(self.game.roles) and all(
                move in world.legal(role) for role, move in zip(self.game.roles, entry.moves, strict=True)
            ):
                yield world.successor(entry.moves)
            return
        seen = Likeness(entry.percepts or ())
        for moves in self._joint_moves(world, entry.own, seen):
            if clock.expired:
                self.exact = False
                return
            yield world.successor(moves)

    def _successors(self, world: State, entry: Observation, clock: Clock) -> Iterator[State]:
        return (
            state for state in self._tried(world, entry, clock) if not difference(state, self.role, entry)
        )

    def _joint_moves(self, world: State, own: Move | None, seen: Likeness) -> Iterator[tuple[Move, ...]]:
        """The joint moves that may have been played, those that look like the percepts first; if there are too
        many, random ones, every other of them from among those."""
        if own is not None and own not in world.legal(self.role):
            return
        choices = [
            [own] if role == self.role and own is not None else list(world.legal(role))
            for role in self.game.roles
        ]
        total = math.prod(map(len, choices))
        if seen and sum(map(len, choices)) * len(self.worlds) <= MOST_COMPARED:
            for moves in choices:
                self._random.shuffle(moves)
                moves.sort(key=lambda move: -seen.of(move.term))
        if total <= 16 * self.limit:
            joint = list(itertools.product(*choices))
            if not seen:
                self._random.shuffle(joint)
            yield from joint
        elif total:
            self.exact = False
            likely = [moves[:LIKELY] for moves in choices]
            yield tuple(moves[0] for moves in choices)  # should nothing fit, this is the best guess
            for number in range(MOST_TRIES * self.limit):
                yield tuple(map(self._random.choice, likely if seen and number % 2 else choices))

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

    def _guessed(self, entry: Observation, trials: list[Trial]) -> tuple[State, ...]:
        """States that do not fit the percepts: where no time is left to find better ones, play must go on."""
        if entry.moves is not None:
            return ()
        nearest = min(
            (trial.nearest for trial in trials if trial.nearest), key=lambda pair: pair[0], default=None
        )
        if nearest is not None:
            return (nearest[1],)
        world = self.worlds.likeliest
        if not world.terminal:
            for moves in itertools.islice(self._joint_moves(world, None, Likeness(())), self.limit // 2):
                after = world.successor(moves)
                if not after.terminal:
                    return (after,)
        return (world,)


def usual_limit(game: Game) -> int:
    """How many states to keep: fewer on the reference engine, where each one costs milliseconds."""
    return 8 if getattr(game, "compiled", ...) is None else 64


class Trial:
    """The joint moves of one world tried one by one: how many so far, and the successors that fitted."""

    def __init__(self, outcomes: Iterator[State], entry: Observation, weight: float) -> None:
        self.weight = weight
        self.tried = 0
        self.fitting: list[State] = []
        self.nearest: tuple[int, State] | None = None
        """The play that went on with the fewest percepts wrong, and how many."""
        self._outcomes = outcomes
        self._entry = entry

    def go_on(self, role: Role) -> bool:
        """Try one more; False if there is none."""
        outcome = next(self._outcomes, None)
        if outcome is None:
            return False
        self.tried += 1
        wrong = difference(outcome, role, self._entry)
        if not wrong:
            self.fitting.append(outcome)
        elif (self.nearest is None or wrong < self.nearest[0]) and not outcome.terminal:
            self.nearest = wrong, outcome
        return True


def weighed(trials: Sequence[Trial]) -> dict[State, float]:
    """How probable each fitting state is: one of n joint moves tried in a world has 1/n of the world's probability."""
    found: dict[State, float] = {}
    for trial in trials:
        for state in trial.fitting:
            found[state] = found.get(state, 0.0) + trial.weight / trial.tried
    return found


def difference(state: State, role: Role, entry: Observation) -> int:
    """How many percepts of the step that led to a state are not those observed, or the reverse."""
    if entry.percepts is None:
        return 0
    return len(set(state.percepts(role)).symmetric_difference(entry.percepts))


def tells_percepts(rulesheet: Rulesheet) -> bool:
    """Whether players are told percepts (GDL-II) instead of moves: the rules say what is seen."""
    return any(rule.head.name == "sees" for rule in rulesheet.rules)


def observed(entry: Observation) -> str:
    """An observation in words, for messages."""
    if entry.moves is not None:
        return f"moves ({' '.join(map(str, entry.moves))})"
    return f"own move {entry.own}, percepts ({' '.join(map(str, entry.percepts or ()))})"
