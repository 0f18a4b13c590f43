"""The stage of one state, solved: what each joint action of the players may lead to."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from woodstock import _core
from woodstock.scsp.game.stage_network import StageNetwork

Utility = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What chance may do after a joint action."""

    move: int  # of chance; -1 without chance
    probability: Fraction
    state: _core.State


@dataclass(frozen=True, slots=True)
class SolvedStage:
    """One state: its utility if the play ends there, otherwise the outcomes of each joint action of the players, in
    ascending order of their moves."""

    utility: Utility | None
    actions: tuple[tuple[tuple[int, ...], tuple[Outcome, ...]], ...]


def players_of(stage: StageNetwork) -> tuple[int, ...]:
    """The roles but chance."""
    chance = stage.completion.circuit.chance_role
    return tuple(role for role in range(len(stage.completion.roles)) if role != chance)


def solve_stage(stage: StageNetwork, solver: _core.StageSolver, state: _core.State) -> SolvedStage:
    """One stage by MAC. A state where some role has no legal move is stuck: the play ends, worth nothing."""
    players, chance = players_of(stage), stage.completion.circuit.chance_role
    if solver.terminal(state):
        scores = solver.scores(state)
        return SolvedStage(tuple(Fraction(scores[role] or 0, 100) for role in players), ())
    grouped: dict[tuple[int, ...], list[tuple[int, _core.State]]] = {}
    for solution in solver.solve(state):
        own = tuple(solution.moves[role] for role in players)
        move = solution.moves[chance] if chance >= 0 else -1
        grouped.setdefault(own, []).append((move, solution.next))
    if not grouped:
        return SolvedStage((Fraction(0),) * len(players), ())
    actions = []
    for own, results in sorted(grouped.items(), key=lambda item: item[0]):
        share = Fraction(1, len(results))
        ordered = sorted(results, key=lambda result: result[0])
        actions.append((own, tuple(Outcome(move, share, successor) for move, successor in ordered)))
    return SolvedStage(None, tuple(actions))
