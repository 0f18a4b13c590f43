"""The course of one match as the messages tell it: doubled, late and lost ones included.

Messages with moves do not count turns. One whose moves cannot have happened now is a repetition if the same
words came before; else, if one unknown step makes it possible, a message was lost; else it is ignored.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from woodstock.belief.inconsistent import InconsistentObservation
from woodstock.belief.observation import Observation
from woodstock.belief.tracker import Tracker, tells_percepts
from woodstock.clock import Clock
from woodstock.gdl import parse_term
from woodstock.net.worker.wire import Step

if TYPE_CHECKING:
    from woodstock.game import Game, Move, Role

MOST_LOST = 1000
MOST_JOINT_MOVES = 10_000


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a message turned out to be: news, or a repetition; and a note for the log."""

    repeated: bool = False
    note: str = ""


class Course:
    def __init__(self, game: Game, role: Role, seed: int = 0) -> None:
        self.game = game
        self.role = role
        self.observation = Observation(0)
        self.tracker = Tracker(game, role, seed=seed)
        self._seed = seed
        self._begun = False
        self._clock: Clock | None = None
        self._percepts = tells_percepts(game.rulesheet)
        self._offered: Tracker | None = None

    def offer(self, game: Game) -> None:
        """A faster version of the same game, to be used from the next message on (from any thread).

        What has happened so far is followed here, on the caller's time.
        """
        tracker = Tracker(game, game.role(self.role.name), seed=self._seed)
        tracker.follow(self.observation)
        self._offered = tracker

    def outlook(self, step: Step) -> Move | None:
        """A move that may well be legal after a step with percepts, from one guess at what happened."""
        if self._is_open(step) or self._is_first(step):
            return None
        own = step.last or step.answered
        percepts = tuple(parse_term(item) for item in step.seen or ())
        entry = Observation(
            self.observation.step + 1, own=self._move(own) if own else None, percepts=percepts
        )
        after = self.tracker.guess(entry)
        return None if after is None or after.terminal else next(iter(after.legal(self.role)), None)

    def foresee(self, answered: str) -> Move | None:
        """A move that may well be legal next, worked out while nobody asks."""
        own = next((move for move in self.tracker.legal() if str(move) == answered), None)
        after = self.tracker.foresee(own) if own is not None else None
        return None if after is None or after.terminal else next(iter(after.legal(self.role)), None)

    def advance(self, step: Step, *, repeats: bool = False, clock: Clock | None = None) -> Verdict:
        """Take in what a PLAY or STOP told."""
        self._clock = clock
        self._take_offer()
        told = self.observation.step
        if self._is_first(step):
            repeated, self._begun = self._begun, True
            return Verdict(repeated)
        if step.turn is not None and step.turn <= told:
            return Verdict(repeated=True)
        self._begun = True
        try:
            return self._open(step) if self._is_open(step) else self._hidden(step)
        except InconsistentObservation as error:
            if repeats:
                return Verdict(repeated=True)
            return self._after_loss(step) or Verdict(note=f"{error}; message ignored")

    def _is_open(self, step: Step) -> bool:
        """Whether the step tells moves rather than percepts."""
        return step.turn is None and not self._percepts

    def _is_first(self, step: Step) -> bool:
        if step.turn is not None:
            return step.turn == 0
        return step.seen is None or (self._percepts and not self._begun and not step.seen)

    def _open(self, step: Step) -> Verdict:
        moves = self._moves(step)
        replaced = step.answered is not None and str(moves[self.role.index]) != step.answered
        self._follow(self._open_observation(moves, self.observation))
        return Verdict(note=f"{step.answered} was replaced by {moves[self.role.index]}" if replaced else "")

    def _hidden(self, step: Step) -> Verdict:
        observation = self.observation
        lost = 0 if step.turn is None else min(MOST_LOST, step.turn - observation.step - 1)
        for _ in range(lost):
            observation = Observation(observation.step + 1, previous=observation)
        own = step.last or (None if lost else step.answered)
        percepts = tuple(parse_term(item) for item in step.seen or ())
        replaced = bool(step.last and step.answered and not lost and step.last != step.answered)
        self._follow(
            Observation(
                observation.step + 1,
                own=self._move(own) if own else None,
                percepts=percepts,
                previous=observation,
            )
        )
        note = f"{lost} messages were lost" if lost else ""
        return Verdict(note=f"{step.answered} was replaced by {step.last}" if replaced else note)

    def _after_loss(self, step: Step) -> Verdict | None:
        """The message explained by one that never arrived (or, with percepts, by a replaced move)."""
        previous = self.observation
        try:
            if not self._is_open(step):
                percepts = tuple(parse_term(item) for item in step.seen or ())
                self._follow(Observation(previous.step + 1, percepts=percepts, previous=previous))
                return Verdict(note="the percepts do not fit the move answered: it was replaced")
            moves = self._moves(step)
            explanations = list(itertools.islice(self._explanations(moves), 2))
            only = explanations[0] if len(explanations) == 1 else None
            lost = (
                self._open_observation(only, previous)
                if only
                else Observation(previous.step + 1, previous=previous)
            )
            self._follow(self._open_observation(moves, lost))
        except InconsistentObservation:
            return None
        guess = f"({' '.join(map(str, only))})" if only else "unknown moves"
        return Verdict(note=f"a message was lost; {guess} assumed")

    def _explanations(self, moves: tuple[Move, ...]) -> Iterator[tuple[Move, ...]]:
        """Joint moves after which the given ones are legal."""
        state = self.tracker.state
        joint = itertools.product(*(state.legal(role) for role in self.game.roles))
        for candidate in itertools.islice(joint, MOST_JOINT_MOVES):
            after = state.play(candidate)
            if not after.terminal and all(
                move in after.legal(role) for role, move in zip(self.game.roles, moves)
            ):
                yield candidate

    def _moves(self, step: Step) -> tuple[Move, ...]:
        moves = tuple(self._move(item) for item in step.seen or ())
        if len(moves) != len(self.game.roles):
            count = len(self.game.roles)
            raise InconsistentObservation(f"{len(moves)} moves told where the game has {count} roles")
        return moves

    def _open_observation(self, moves: tuple[Move, ...], previous: Observation) -> Observation:
        return Observation(previous.step + 1, moves, moves[self.role.index], previous=previous)

    def _follow(self, observation: Observation) -> None:
        self.tracker.follow(observation, self._clock)
        self.observation = observation

    def _move(self, text: str) -> Move:
        from woodstock.game import Move

        return Move(parse_term(text))

    def _take_offer(self) -> None:
        tracker, self._offered = self._offered, None
        if tracker is not None:
            with contextlib.suppress(InconsistentObservation):
                tracker.follow(self.observation, self._clock)
                self.game, self.role, self.tracker = tracker.game, tracker.role, tracker
