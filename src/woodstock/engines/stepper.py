"""The native engine behind `Game` and `State`: the core's stepper, with numbers turned into terms."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from woodstock import _core
from woodstock.compile.compiled import Compiled
from woodstock.engines.engine import Percepts
from woodstock.engines.on_circuit import OnCircuit
from woodstock.gdl.terms import Term


class StepperEngine(OnCircuit):
    """One state at a time. A stepper serves one thread at a time, so each thread has its own."""

    name = "stepper"

    def __init__(self, compiled: Compiled, first: _core.Stepper | None = None) -> None:
        """With a stepper of the game's that is there already, none has to be planned."""
        super().__init__(compiled)
        self._first = first or _core.Stepper(compiled.circuit)
        self._own = threading.local()
        self._sees = bool(compiled.percepts)

    @property
    def stepper(self) -> _core.Stepper:
        """The calling thread's stepper."""
        found: _core.Stepper | None = getattr(self._own, "stepper", None)
        if found is None:
            found = self._own.stepper = self._first.copy()
        return found

    def initial(self) -> _core.State:
        return self.stepper.initial()

    def terminal(self, position: _core.State) -> bool:
        return self.stepper.terminal(position)

    def goals(self, position: _core.State, role: int) -> tuple[int, ...]:
        return tuple(self.stepper.goals(position, role))

    def legal(self, position: _core.State, role: int) -> tuple[Term, ...]:
        terms = self.compiled.moves[role]
        return tuple(terms[number] for number in self.stepper.legal(position, role))

    def play(self, position: _core.State, moves: Sequence[Term]) -> tuple[_core.State, Percepts]:
        numbers = [
            known[move] for known, move in zip(self.compiled.vocabulary.move_numbers, moves, strict=True)
        ]
        after = self.stepper.play(position, numbers)
        seen: list[list[Term]] = [[] for _ in self.roles]
        if self._sees:
            for role, percept in self.stepper.percepts(position, numbers):
                seen[role].append(self.compiled.percepts[percept])
        return after, tuple(map(tuple, seen))
