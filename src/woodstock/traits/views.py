"""What the players of a game see, and what that tells them: questions to clingo, of which only "no" is a proof."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from woodstock import _core
from woodstock.compile.circuit import CircuitAtoms
from woodstock.scsp.game.mutex.group import Group
from woodstock.scsp.game.mutex.step_program import StepProgram
from woodstock.traits.question import is_possible

FALSE = 0  # the signal of what never holds


class Views:
    """What the players of a game see, as signals of its circuit."""

    def __init__(self, circuit: _core.Circuit) -> None:
        self.circuit = circuit
        self.players = [role for role in range(circuit.role_count) if role != circuit.chance_role]
        self.percepts = sorted({percept for _, percept, _ in circuit.percepts})
        self._signals = {(role, percept): signal for role, percept, signal in circuit.percepts}

    def of(self, player: int) -> list[int]:
        """What a player sees, by percept."""
        return [self._signals.get((player, percept), FALSE) for percept in self.percepts]

    def tells_state(self, groups: Sequence[Group], player: int, seconds: float) -> bool:
        """Proven: from a known state, what the player sees and its own move tell the next state."""

        def ask(program: StepProgram) -> int:
            one, other = program.step(), program.step()
            self._tie(program, one, other, map(self.circuit.fluent, range(self.circuit.fluent_count)))
            self._tie(program, one, other, map(self.circuit.move, program.moves_of(player)))
            self._tie(program, one, other, self.of(player))
            after = self.circuit.next
            return program.differ(one.literals(after), other.literals(after))

        return is_possible(self.circuit, groups, ask, seconds) is False

    def alike(self, groups: Sequence[Group], seconds: float) -> bool:
        """Proven: all players see the same in every step."""
        if all(self.of(player) == self.of(self.players[0]) for player in self.players):
            return True

        def ask(program: StepProgram) -> int:
            step = program.step()
            views = [step.literals(self.of(player)) for player in self.players]
            return program.any_of(program.differ(one, other) for one, other in pairwise(views))

        return is_possible(self.circuit, groups, ask, seconds) is False

    def tells_moves(self, groups: Sequence[Group], player: int, roles: Sequence[int], seconds: float) -> bool:
        """Proven: steps that look the same to a player who did the same are made by the same moves of these roles."""

        def ask(program: StepProgram) -> int:
            one, other = program.step(), program.step()
            self._tie(program, one, other, self.of(player))
            self._tie(program, one, other, map(self.circuit.move, program.moves_of(player)))
            moves = [self.circuit.move(move) for role in roles for move in program.moves_of(role)]
            return program.differ(one.literals(moves), other.literals(moves))

        return is_possible(self.circuit, groups, ask, seconds) is False

    def _tie(
        self, program: StepProgram, one: CircuitAtoms, other: CircuitAtoms, signals: Iterable[int]
    ) -> None:
        tied = list(signals)
        program.forbid(program.differ(one.literals(tied), other.literals(tied)))
