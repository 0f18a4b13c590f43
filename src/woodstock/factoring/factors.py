"""The boards of a game, what of it matters, and how that is known.

Everything is read off the compiled definitions: which fluents and moves the next value of each fluent hangs on, which
legality does, and of what terminal and goals are made up. Nothing is sampled, so what is found is proven.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import cached_property

from woodstock import _core
from woodstock.deadline import NO_DEADLINE, Deadline
from woodstock.factoring.boards import boards, worth_playing
from woodstock.factoring.endings import Endings
from woodstock.factoring.parts import Part, parts
from woodstock.factoring.phases import possible_moves
from woodstock.factoring.relevance import Relevance, relevance
from woodstock.factoring.subgame import Subgame, subgame
from woodstock.factoring.wiring import Wiring


@dataclass(frozen=True)
class Factors:
    wiring: Wiring = field(repr=False)
    phases: tuple[tuple[int, ...], ...]
    """The moves of each role that the clocks leave possible, as sets, for each case that the clocks tell apart."""
    parts: tuple[Part, ...]
    """The smallest sets of fluents that have nothing to do with each other."""
    boards: tuple[Part, ...]
    """Parts joined where a role chooses between them."""
    seconds: float = field(compare=False)

    @cached_property
    def relevance(self) -> Relevance:
        return relevance(self.wiring)

    @cached_property
    def endings(self) -> Endings:
        return Endings(self.wiring, self.boards)

    @cached_property
    def obstacle(self) -> str:
        """Why boards cannot be searched apart; empty if they can."""
        circuit = self.wiring.circuit
        if len(self.boards) < 2:
            return "there is one board"
        if len(self.wiring.roles) < 2:
            return "a single player's boards end together"
        if circuit.chance_role >= 0:
            return "chance moves"
        if circuit.percepts:
            return "states are hidden"
        for possible in self.phases:
            for role, among in enumerate(possible):
                if sum(len(board.classes(role, among)) > 1 for board in self.boards) > 1:
                    return "a role moves on several boards at once"
        if not all(self._contested(board) for board in self.boards):
            return "a board is one role's alone"
        if self.endings.too_many:
            return "terminal and goals ask too much"
        if not all(self.endings.decided(number) for number in range(len(self.boards))):
            return "a board that ends does not settle the goals"
        return ""

    def _contested(self, board: Part) -> bool:
        """Whether two roles have choices on a board: one alone would only have to be faster than the other boards."""
        choosing = {
            role
            for possible in self.phases
            for role, among in enumerate(possible)
            if len(board.classes(role, among)) > 1
        }
        return len(choosing) > 1

    @cached_property
    def subgames(self) -> tuple[Subgame, ...]:
        """The boards as games of their own, where they can be searched apart."""
        if self.obstacle:
            return ()
        numbers = range(len(self.boards))
        return tuple(subgame(self.wiring, self.boards, self.endings, number) for number in numbers)


def find_factors(circuit: _core.Circuit, deadline: Deadline = NO_DEADLINE) -> Factors:
    """OutOfTime where that takes longer; so may what is asked of the result."""
    begin = time.perf_counter()
    wiring = Wiring(circuit, deadline)
    small = parts(wiring)
    phases = possible_moves(wiring) if len(small) > 1 else []
    large = boards(small, phases, deadline) if len(small) > 1 else small
    if len(large) > 1:
        large = worth_playing(large, phases, relevance(wiring).fluents)
    seconds = time.perf_counter() - begin
    return Factors(wiring, tuple(map(tuple, phases)), tuple(small), tuple(large), seconds)
