"""What the players play for: alone, for a constant sum, for the same, or each for itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from woodstock import _core
from woodstock.scsp.game.mutex.group import Group
from woodstock.scsp.game.mutex.step_program import StepProgram
from woodstock.traits.evidence import Evidence, Finding
from woodstock.traits.play import Play
from woodstock.traits.question import is_possible

SOLO, CONSTANT_SUM, COOPERATIVE, GENERAL = "solo", "constant sum", "cooperative", "general"


def find_payoffs(circuit: _core.Circuit, groups: Sequence[Group], play: Play, seconds: float) -> Finding:
    players = [role for role in range(circuit.role_count) if role != circuit.chance_role]
    if len(players) < 2:
        return Finding(SOLO, Evidence.RULES)
    ends = [[0 if goal is None else goal for goal in goals] for goals in play.ends]
    sums, alike = {sum(goals) for goals in ends}, all(len(set(goals)) == 1 for goals in ends)
    if not ends or (len(sums) > 1 and not alike):
        return Finding(GENERAL, Evidence.SEEN if ends else Evidence.PLAY, play.steps)
    goals: dict[int, dict[int, int]] = defaultdict(dict)  # per player, the signal of each value
    for role, value, signal in circuit.goals:
        goals[role][value] = signal
    total = min(sums)

    def unlike(program: StepProgram) -> int:
        state = program.terminal_state()
        values = sorted({value for player in players for value in goals[player] if value})
        of = [state.literals(goals[player].get(value, 0) for value in values) for player in players]
        return program.any_of(program.differ(one, other) for one, other in pairwise(of))

    def uneven(program: StepProgram) -> int:
        state = program.terminal_state()
        weighted = [
            (state.literal(signal), value)
            for player in players
            for value, signal in goals[player].items()
            if value > 0
        ]
        return program.any_of([program.at_least(total + 1, weighted), -program.at_least(total, weighted)])

    kind, ask = (COOPERATIVE, unlike) if alike else (CONSTANT_SUM, uneven)
    negative = any(value < 0 for player in players for value in goals[player])
    proven = not negative and is_possible(circuit, groups, ask, seconds) is False
    return Finding(kind, Evidence.PROVEN if proven else Evidence.PLAY, play.steps)
