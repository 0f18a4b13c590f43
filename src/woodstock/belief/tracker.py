"""Following a match: the states it may be in, given what a role has observed.

With complete information that is one state. With percepts only, all successors consistent with them are kept with
their probabilities, in the core where the game is compiled (`particles`), up to a limit beyond which a seeded sample
stands for the rest; when a sample dies out, the lines of play that led to it are repaired (`repair`). All of that keeps
to a clock: when it ends with nothing found, a successor that does not quite fit the percepts is better than none.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from woodstock.belief.explanation import Explainer
from woodstock.belief.hidden_moves import MOST_TRIES, HiddenMoves
from woodstock.belief.history import History
from woodstock.belief.inconsistent import impossible
from woodstock.belief.likeness import Likeness
from woodstock.belief.observation import Observation
from woodstock.belief.particles import MOST_STATES, Particles
from woodstock.belief.repair import Repair
from woodstock.belief.trial import Outcome, Trial, weighed
from woodstock.belief.worlds import Worlds
from woodstock.clock import Clock
from woodstock.gdl import Rulesheet

if TYPE_CHECKING:
    from woodstock import _core
    from woodstock.game import Game, Move, Role, State


FEW = 4
"""Fewer than this fraction of the states that may be kept soon die out, so others are looked for in time."""
REMEMBERED = 8
"""Steps whose states are remembered: what turns out to be impossible is often not long ago."""


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
        self.fits = True
        """Whether `worlds` agree with all that was observed, rather than being a guess."""
        self.particles = None if self.complete else Particles.of(game, role, seed, limit or MOST_STATES)
        """Where the core follows the match: all that is believed, of which `worlds` are a part."""
        self._observations: list[Observation] = []
        self._histories: dict[State, History] = {}
        self._lines: list[list[History]] = []
        self._foreseen: dict[tuple[Move, ...], State] = {}
        self._random = random.Random(f"tracker {seed}")
        self._moves = HiddenMoves(game, role, self.limit, self._random)
        self._explainer = Explainer.of(game, role, self._random)
        self._repair = Repair(game, role, self._tried, self._random)

    @property
    def state(self) -> State:
        """The likeliest state: with complete information, the state."""
        return self.worlds.likeliest

    @property
    def goes_on(self) -> bool:
        """Whether one of the states is not the end: a sample may have lost the others."""
        return not all(state.terminal for state in self.worlds)

    def legal(self) -> tuple[Move, ...]:
        """The role's legal moves."""
        return self.worlds.legal(self.role)

    def draw(self, count: int) -> Worlds:
        """At most `count` of the states, to stand for all of them."""
        return self.worlds.draw(count, self._random)

    def line(self, state: State) -> list[tuple[Move, ...]]:
        """The joint moves that led to one of the states, or none where that is not known."""
        if self.particles is not None and not self._histories:
            self._histories = self.particles.histories(self.limit)
        last = self._histories.get(state)
        moves = [step.moves for step in last.line()] if last else []
        return moves if all(moves) else []

    def follow(
        self, observation: Observation, clock: Clock | None = None, others: _core.Search | None = None
    ) -> None:
        """Catch up with everything observed since the last call; if that cannot be, nothing changes.

        Where moves are hidden this takes at most half of the time that is left. `others` is a search that says how
        likely they are, where it knows.
        """
        before = self.step, self.worlds, self.exact, self.fits, self._histories, self.particles
        length = len(self._observations)
        clock = clock.part(0.5) if clock else Clock()
        try:
            for entry in observation.since(self.step):
                self.worlds = self._after(entry, clock, others)
                self._foreseen = {}
                self._moves.forget()
                self.step = entry.step
                self._observations.append(entry)
        except BaseException:
            self.step, self.worlds, self.exact, self.fits, self._histories, self.particles = before
            del self._observations[length:]
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

    def guess(self, entry: Observation) -> State | None:
        """A state that may well be the one after an observation, from the likeliest state.

        It costs one state, where following what happened may cost hundreds.
        """
        state = self.state
        if state.terminal:
            return None
        seen = self._moves.likeness(entry)
        choices = self._moves.choices(state, entry.own)
        if not all(choices):
            choices = self._moves.choices(state, None)
        if self._explainer is None:
            likeliest = (self._moves.ranked(moves, seen)[:1] for moves in choices)
            moves = tuple(itertools.chain.from_iterable(likeliest))
            return state.successor(moves) if len(moves) == len(choices) else None
        explained = self._explainer.agreeing(
            state, entry, choices, seen, most=1, clock=Clock.after(0.0)
        ).moves
        nearest = explained[0] if explained else self._explainer.nearest(state, entry, choices, seen)
        return state.successor(nearest) if nearest else None

    def _after(self, entry: Observation, clock: Clock, others: _core.Search | None) -> Worlds:
        before = self.particles
        if before is None:
            return self._tried_out(entry, clock)
        if self.fits and entry.percepts is not None:
            self.particles = before.after(entry, clock.part(0.5), others)
            self.exact = self.particles.track.exact and len(self.particles) <= self.limit
            if len(self.particles):
                self._histories = {}  # told from the particles if somebody asks
                return self.particles.worlds(self.limit)
            if self.particles.track.exact:
                raise impossible(entry)
            self.worlds, self._histories = before.worlds(self.limit), before.histories(self.limit)
        worlds = self._tried_out(entry, clock)
        self.particles = before.restarted(worlds, self._histories, exact=self.exact)
        return worlds

    def _tried_out(self, entry: Observation, clock: Clock) -> Worlds:
        """Joint moves tried one by one: where the core does not follow, and to repair a sample that died out."""
        trials = self._trials(entry, clock.part(0.5), clock)
        found, histories = weighed(trials), self._histories_after(trials)
        if not self.exact and not (found and self.fits):
            repaired = self._repaired(entry, clock)
            if not found and not repaired:
                histories = {state: History((), state, None) for state in self._guessed(entry, trials)}
                found = dict.fromkeys(histories, 1.0)
            elif repaired:
                found, histories = dict.fromkeys(repaired, 1.0), repaired
            self.fits = bool(repaired)
        if not self.exact and self.fits and histories and len(found) < self.limit // FEW:
            lines = [history.line() for history in histories.values()]
            part = clock.part(0.25)
            others = self._repair.find(
                lines, [*self._observations, entry], self.limit // FEW, part, needed=False
            )
            usual = sum(found.values()) / len(found)
            found, histories = dict.fromkeys(others, usual) | found, others | histories
        if not found:
            raise impossible(entry)
        worlds = Worlds.of(found)
        if len(worlds) > self.limit:
            self.exact = False
        worlds = worlds.draw(self.limit, self._random)
        self._histories = {state: histories[state] for state in worlds if state in histories}
        for history in self._histories.values():
            history.forget(REMEMBERED)
        return worlds

    def _histories_after(self, trials: Sequence[Trial]) -> dict[State, History]:
        """How the states that fit came about; with complete information nobody will ask."""
        if self.complete:
            return {}
        return {
            outcome.state: History(outcome.moves, outcome.state, self._histories.get(trial.world))
            for trial in trials
            for outcome in trial.fitting
        }

    def _repaired(self, entry: Observation, clock: Clock) -> dict[State, History]:
        """Possible states found again by changing what was thought to have happened."""
        if self.fits or not self._lines:
            self._lines = [history.line() for history in self._histories.values()] or [[]]
        return self._repair.find(self._lines, [*self._observations, entry], self.limit, clock, needed=True)

    def _trials(self, entry: Observation, clock: Clock, latest: Clock) -> list[Trial]:
        """The joint moves tried in each world. Worlds take turns, so that where time is short each has its share."""
        most = max(2, 2 * self.limit // len(self.worlds))
        trials = [
            Trial(world, weight, self._tried(world, entry, clock, most), entry)
            for world, weight in self.worlds.items()
        ]
        waiting = trials
        for number in itertools.count(1):
            enough = latest if not any(trial.fitting for trial in trials) else clock
            waiting = [trial for trial in waiting if self._has_time(entry, enough) and trial.go_on(self.role)]
            if not waiting:
                break
            if number * len(trials) >= MOST_TRIES * self.limit:
                self.exact = False
                break
        return trials

    def _has_time(self, entry: Observation, clock: Clock) -> bool:
        """Whether to try another joint move; the one that was told is tried whatever the time."""
        if entry.moves is not None or not clock.expired:
            return True
        self.exact = False
        return False

    def _tried(
        self, world: State, entry: Observation, clock: Clock, most: int | None = None
    ) -> Iterator[Outcome]:
        """What follows each joint move that may have been played, in random order if moves are hidden."""
        if world.terminal:
            return
        if entry.moves is not None:
            if entry.moves in self._foreseen:
                yield Outcome(self._foreseen[entry.moves], entry.moves)
            elif len(entry.moves) == len(self.game.roles) and all(
                move in world.legal(role) for role, move in zip(self.game.roles, entry.moves, strict=True)
            ):
                yield Outcome(world.successor(entry.moves), entry.moves)
            return
        seen = self._moves.likeness(entry)
        if self._explainer and entry.percepts is not None:
            choices = self._moves.choices(world, entry.own)
            explained = self._explainer.agreeing(
                world, entry, choices, seen, most=most or self.limit, clock=clock
            )
            self.exact = self.exact and explained.complete
            for moves in explained.moves:
                yield Outcome(world.successor(moves), moves, explained.each)
            return
        joint, every = self._moves.joint(world, entry.own, seen)
        self.exact = self.exact and every
        for moves in joint:
            if clock.expired:
                self.exact = False
                return
            yield Outcome(world.successor(moves), moves)

    def _guessed(self, entry: Observation, trials: list[Trial]) -> tuple[State, ...]:
        """States that do not fit the percepts: where no time is left to find better ones, play must go on."""
        if entry.moves is not None:
            return ()
        if self._explainer and (guess := self.guess(entry)) is not None:
            return (guess,)
        nearest = min(
            (trial.nearest for trial in trials if trial.nearest), key=lambda pair: pair[0], default=None
        )
        if nearest is not None:
            return (nearest[1],)
        world = self.worlds.likeliest
        if not world.terminal:
            joint, every = self._moves.joint(world, None, Likeness(()))
            self.exact = self.exact and every
            for moves in itertools.islice(joint, self.limit // 2):
                after = world.successor(moves)
                if not after.terminal:
                    return (after,)
        return (world,)


def usual_limit(game: Game) -> int:
    """How many states to keep: fewer on the reference engine, where each one costs milliseconds."""
    engine = getattr(game, "engine", None)
    return 8 if getattr(engine, "name", "") == "reference" else 64


def tells_percepts(rulesheet: Rulesheet) -> bool:
    """Whether players are told percepts (GDL-II) instead of moves: the rules say what is seen."""
    return any(rule.head.name == "sees" for rule in rulesheet.rules)
