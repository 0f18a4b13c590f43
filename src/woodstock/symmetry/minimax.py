"""Symmetries at the minimax level (004 §4.2, Propositions 3 and 4; the nogoods of 002 §4), for states small enough.

A stage of N* allows a joint action with the utilities that it is worth under best play, and no others. With the state's
fluents projected away its microstructure is a graph of moves and joint actions, these coloured by their exact values: an
automorphism takes moves to moves that are worth the same, whatever the others do. With a depth the values are those of
N^d: plays that have not ended by then count 0 (2016 §5.1). Structural symmetries that keep the state are among these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from woodstock import _core
from woodstock.symmetry.bliss import generators

Values = tuple[Fraction, ...]


@dataclass(frozen=True)
class MinimaxStage:
    """The players' joint actions in a state with what each is worth to each of them, and the orbits of their moves.

    Moves are numbers within a role; `players` are the roles without chance.
    """

    players: tuple[int, ...]
    actions: Mapping[tuple[int, ...], Values]
    orbits: tuple[tuple[tuple[int, ...], ...], ...]  # per player
    order: int
    states: int  # solved for it


def minimax_stage(
    template: _core.StageTemplate,
    chance_role: int,
    state: _core.State,
    *,
    depth: int | None = None,
    seconds: float | None = None,
) -> MinimaxStage:
    """Of a state that is not terminal. Raises what the exact solver does: out of time, endless play."""
    graph = _core.StageGraph(template, chance_role, state)
    graph.explore(depth, seconds)
    values = graph.values(_core.Aim.secured, depth, seconds)
    players = tuple(role for role in range(template.role_count) if role != chance_role)

    def worth(number: int) -> Values:
        return tuple(
            Fraction(n, values.base**exponent) - values.shift
            for n, exponent in values.value(number, 0 if depth is None else 1)[: len(players)]
        )

    actions: dict[tuple[int, ...], Values] = {}
    for moves, outcomes in graph.actions(0):
        successors = [worth(after) for _, after in outcomes]
        actions[moves] = tuple(sum(each, Fraction(0)) / len(successors) for each in zip(*successors))
    orbits, order = _orbits(actions, len(players))
    return MinimaxStage(players, actions, orbits, order, graph.solved)


def _orbits(
    actions: Mapping[tuple[int, ...], Values], players: int
) -> tuple[tuple[tuple[tuple[int, ...], ...], ...], int]:
    """Of each player's moves, under the automorphisms of the graph of moves and coloured joint actions."""
    moves = sorted({(player, move) for joint in actions for player, move in enumerate(joint)})
    vertex = {move: number for number, move in enumerate(moves)}
    shades = {value: players + number for number, value in enumerate(sorted(set(actions.values())))}
    colours = [player for player, _ in moves] + [shades[value] for value in actions.values()]
    edges = [
        (len(moves) + number, vertex[player, move])
        for number, joint in enumerate(actions)
        for player, move in enumerate(joint)
    ]
    found, order = generators(colours, edges)
    leader = list(range(len(moves)))

    def find(number: int) -> int:
        while leader[number] != number:
            number = leader[number]
        return number

    for generator in found:
        for one, other in generator.items():
            if one < len(moves):
                leader[find(one)] = find(other)
    orbits: list[dict[int, list[int]]] = [{} for _ in range(players)]
    for number, (player, move) in enumerate(moves):
        orbits[player].setdefault(find(number), []).append(move)
    return tuple(tuple(map(tuple, each.values())) for each in orbits), order
