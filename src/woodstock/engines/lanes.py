"""The lanes asked about one state at a time, so that they can be compared with the other engines."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from woodstock import _core
from woodstock.compile.compiled import Compiled
from woodstock.engines.engine import Percepts
from woodstock.engines.on_circuit import OnCircuit
from woodstock.gdl.terms import Term

NO_MOVE = -1


class LaneEngine(OnCircuit):
    """Slow for what it does: every question evaluates a whole batch."""

    name = "lanes"

    def __init__(self, compiled: Compiled) -> None:
        super().__init__(compiled)
        self.lanes = _core.Lanes(compiled.circuit)
        self._begins = [compiled.circuit.role_begin(role) for role in range(len(compiled.roles))]

    def initial(self) -> _core.State:
        return self._state(np.asarray(self.lanes.initial))

    def terminal(self, position: _core.State) -> bool:
        return bool(self._evaluate(position)[2][0])

    def goals(self, position: _core.State, role: int) -> tuple[int, ...]:
        holds = self._evaluate(position)[5][0]
        return tuple(
            value
            for output, (owner, value, _) in enumerate(self.compiled.circuit.goals)
            if owner == role and int(holds[output // 64]) >> (output % 64) & 1
        )

    def legal(self, position: _core.State, role: int) -> tuple[Term, ...]:
        words = self._evaluate(position)[0][0]
        begin = self._begins[role]
        return tuple(
            move
            for number, move in enumerate(self.compiled.moves[role], begin)
            if int(words[number // 64]) >> (number % 64) & 1
        )

    def play(self, position: _core.State, moves: Sequence[Term]) -> tuple[_core.State, Percepts]:
        numbers = [
            begin + known[move]
            for begin, known, move in zip(
                self._begins, self.compiled.vocabulary.move_numbers, moves, strict=True
            )
        ]
        _, after, _, _, seen, _ = self._evaluate(position, numbers)
        percepts: list[list[Term]] = [[] for _ in self.roles]
        for output, (role, percept, _) in enumerate(self.compiled.circuit.percepts):
            if int(seen[0, output // 64]) >> (output % 64) & 1:
                percepts[role].append(self.compiled.percepts[percept])
        return self._state(after[0]), tuple(map(tuple, percepts))

    def _evaluate(self, position: _core.State, moves: Sequence[int] = ()) -> tuple[np.ndarray, ...]:
        states = np.array([position.words], dtype=np.uint64)
        chosen = np.array([moves or [NO_MOVE] * len(self.roles)], dtype=np.int32)
        return self.lanes.evaluate(states, chosen)

    def _state(self, words: np.ndarray) -> _core.State:
        return _core.State.of_words(len(self.compiled.fluents), [int(word) for word in words])
