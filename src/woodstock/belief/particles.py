"""What a role believes, followed in the core: all states that are possible, or beyond a hundred thousand a sample.

The states are told from numbers only where somebody asks: a match needs a few of them, and a search none.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from woodstock import _core
from woodstock.belief.history import History
from woodstock.belief.observation import Observation
from woodstock.belief.worlds import Worlds
from woodstock.clock import Clock
from woodstock.compile.compiled import Compiled
from woodstock.gdl.terms import Term
from woodstock.moves import Move

if TYPE_CHECKING:
    from woodstock.game import Game, Role, State


MOST_STATES = 1 << 17


@dataclass(frozen=True, slots=True)
class Particles:
    """Never changes: a step gives others."""

    game: Game
    role: Role
    compiled: Compiled
    progress: _core.Progress
    track: _core.Track
    seed: int
    most: int
    seen: tuple[Term, ...] = ()
    """What the role saw on the last step."""
    began: tuple[History | None, ...] = (None,)
    """How the states came about that the track began with."""
    from_start: bool = True
    """Whether it began where the match did."""

    @classmethod
    def of(cls, game: Game, role: Role, seed: int, most: int = MOST_STATES) -> Particles | None:
        """None for a game that is not compiled."""
        compiled = getattr(game, "compiled", None)
        if compiled is None:
            return None
        progress = _core.Progress(compiled.engines, role.index)
        return cls(game, role, compiled, progress, progress.initial(), seed, most)

    def __len__(self) -> int:
        return len(self.track)

    def after(self, entry: Observation, clock: Clock, others: _core.Search | None = None) -> Particles:
        """What is believed then; nothing, if none of these states allows what was observed.

        Hidden moves of others are all alike, or as a search that goes by observations expects them.
        """
        moves, percepts = self.compiled.vocabulary.move_numbers[self.role.index], self.compiled.percept_number
        seconds = clock.remaining()
        track = self.progress.step(
            self.track,
            None if entry.own is None else moves.get(entry.own.term, len(moves)),
            [percepts.get(percept, len(percepts)) for percept in entry.percepts or ()],
            states=self.most,
            seed=self.seed + entry.step,
            seconds=None if math.isinf(seconds) else seconds,
            others=others if self.from_start else None,
        )
        return replace(self, track=track, seen=entry.percepts or ())

    def worlds(self, most: int) -> Worlds:
        """The states, or so many that stand for them."""
        return Worlds.of({self._state(number): weight for number, weight in self._drawn(most)})

    def histories(self, most: int) -> dict[State, History]:
        """The same states, with the joint moves that led to them."""
        found: dict[State, History] = {}
        for number, _ in self._drawn(most):
            first, line = self.track.line(number)
            history = self.began[first]
            for joint in line:
                history = History(self._named(joint), None, history)
            if history is not None:
                history.state = self._state(number)
                found[history.state] = history
        return found

    def traced(self, most: int) -> list[tuple[_core.State, float, list[list[int]]]]:
        """The same states as the core has them, the likeliest first, with the joint moves by number: none where they are not
        all known."""
        fluents = len(self.compiled.fluents)
        earlier = [self._numbered(history) for history in self.began]
        found = []
        for number, weight in sorted(self._drawn(most), key=lambda pair: -pair[1]):
            first, line = self.track.line(number)
            before = earlier[first]
            found.append(
                (self.track.state(number, fluents), weight, [] if before is None else [*before, *line])
            )
        return found

    def restarted(self, worlds: Worlds, histories: dict[State, History], *, exact: bool) -> Particles:
        """Other states, which were found elsewhere."""
        positions = [self.compiled.state(state.fluents) for state in worlds]
        return replace(
            self,
            track=_core.Track.of(positions, list(worlds.weights), exact),
            began=tuple(map(histories.get, worlds)),
            from_start=False,
        )

    def _drawn(self, most: int) -> list[tuple[int, float]]:
        if len(self) <= most:
            return [(number, self.track.weight(number)) for number in range(len(self))]
        return [(number, float(times)) for number, times in self.track.draw(most, self.seed)]

    def _state(self, number: int) -> State:
        from woodstock.game import State

        seen = tuple(self.seen if role == self.role else () for role in self.game.roles)
        return State(self.game, self.track.state(number, len(self.compiled.fluents)), seen)

    def _numbered(self, history: History | None) -> list[list[int]] | None:
        """The joint moves up to a step; None if some are not known."""
        if history is None:
            return [] if self.from_start else None
        numbers = self.compiled.vocabulary.move_numbers
        joints = [[each[move.term] for each, move in zip(numbers, step.moves)] for step in history.line()]
        return joints if all(joints) else None

    def _named(self, joint: Sequence[int]) -> tuple[Move, ...]:
        return tuple(Move(moves[number]) for moves, number in zip(self.compiled.moves, joint, strict=True))
