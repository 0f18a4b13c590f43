"""Whether players move in turns: in every state one of them at most has a choice."""

from __future__ import annotations

from collections.abc import Sequence

from woodstock import _core
from woodstock.scsp.game.mutex.group import Group
from woodstock.scsp.game.mutex.step_program import StepProgram
from woodstock.traits.evidence import Evidence, Finding
from woodstock.traits.play import Play
from woodstock.traits.question import is_possible

TURNS, SIMULTANEOUS = "turns", "simultaneous"


def find_turns(circuit: _core.Circuit, groups: Sequence[Group], play: Play, seconds: float) -> Finding:
    players = [role for role in range(circuit.role_count) if role != circuit.chance_role]
    if len(players) < 2:
        return Finding(TURNS, Evidence.RULES)
    if play.together:
        return Finding(SIMULTANEOUS, Evidence.SEEN, play.steps)

    def together(program: StepProgram) -> int:
        state = program.state()
        program.forbid(state.literal(circuit.terminal))
        choices = [
            program.at_least(2, ((literal, 1) for literal in state.literals(program.legal_of(player))))
            for player in players
        ]
        return program.at_least(2, ((choice, 1) for choice in choices))

    proven = is_possible(circuit, groups, together, seconds) is False
    return Finding(TURNS, Evidence.PROVEN if proven else Evidence.PLAY, play.steps)
