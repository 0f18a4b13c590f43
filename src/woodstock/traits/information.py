"""Who knows what: perfect, shared or private information.

Rules without `sees` tell everybody every joint move, so the state is always known: *perfect* (002 §2, "GDL-II sans
règles sees"). With `sees`, information is

- perfect, if after a step from a known state each player can tell the next state by what it sees and by its own move;
- *shared*, if all players see the same (002 §2.3: sees(p, f) ⇒ sees(q, f)) and what they see tells every player's move.
  002 asks for the first only, but a player also knows its own move, and where the others cannot tell it their beliefs
  differ. A single player has nobody to differ from;
- *private* otherwise.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from itertools import pairwise

from woodstock import _core
from woodstock.compile.circuit import CircuitAtoms
from woodstock.scsp.game.mutex.group import Group
from woodstock.scsp.game.mutex.step_program import StepProgram
from woodstock.traits.evidence import Evidence, Finding
from woodstock.traits.play import Play
from woodstock.traits.question import is_possible

PERFECT, SHARED, PRIVATE = "perfect", "shared", "private"
FALSE = 0  # the signal of what never holds
PATIENCE = 4.0
"""How much longer it may take to prove that players know the same: that decides which search plays the game, and should not
hang on what else a machine does."""


def find_information(
    circuit: _core.Circuit, groups: Sequence[Group], play: Play, *, sees: bool, seconds: float
) -> Finding:
    """`sees`: whether the rules have that relation at all."""
    if not sees:
        return Finding(PERFECT, Evidence.RULES)
    begin = time.monotonic()
    views = Views(circuit)

    def left(patience: float = 1.0) -> float:
        return begin + patience * seconds - time.monotonic()

    # The careful answer: who takes information for private is not wrong where it is shared.
    found = Finding(PRIVATE, Evidence.SEEN if play.apart else Evidence.PLAY, play.steps)
    if len(views.players) < 2:
        found = Finding(SHARED, Evidence.RULES)
    elif not play.apart and views.alike(groups, left(PATIENCE)) and views.tells_moves(groups, left(PATIENCE)):
        found = Finding(SHARED, Evidence.PROVEN)
    # The hardest question comes last. Players may see different things and yet all know the state.
    if all(views.tells_state(groups, player, left()) for player in views.players):
        return Finding(PERFECT, Evidence.PROVEN)
    return found


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

    def tells_moves(self, groups: Sequence[Group], seconds: float) -> bool:
        """Proven: steps that look the same, from whatever states, are made by the same moves of the players."""

        def ask(program: StepProgram) -> int:
            one, other = program.step(), program.step()
            self._tie(program, one, other, self.of(self.players[0]))
            moves = [self.circuit.move(move) for player in self.players for move in program.moves_of(player)]
            return program.differ(one.literals(moves), other.literals(moves))

        return is_possible(self.circuit, groups, ask, seconds) is False

    def _tie(
        self, program: StepProgram, one: CircuitAtoms, other: CircuitAtoms, signals: Iterable[int]
    ) -> None:
        tied = list(signals)
        program.forbid(program.differ(one.literals(tied), other.literals(tied)))
