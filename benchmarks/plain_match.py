"""A match without a referee: whoever has a choice is asked for a move, chance draws."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from woodstock.game import Game, Move, Role, State
from woodstock.players.budget import run_seed

Choose = Callable[[State, Role, int], Move]
"""A role's move in a state, with the seed for it."""
Tell = Callable[[State, Sequence[Move]], None]
"""What followed which moves, where the match goes on."""


def play_out(
    game: Game, choose: Choose, seed: int, source: random.Random, tell: Tell | None = None
) -> tuple[list[int], int]:
    """Goals of the players and the number of moves; chance draws from `source`."""
    state, steps = game.initial_state(), 0
    while not state.terminal:
        moves = []
        for role in game.roles:
            legal = state.legal(role)
            if role not in game.players:
                moves.append(source.choice(legal))
            elif len(legal) == 1:
                moves.append(legal[0])
            else:
                moves.append(choose(state, role, run_seed(seed, 2 * steps + role.index)))
        state = state.play(tuple(moves))
        steps += 1
        if tell is not None and not state.terminal:
            tell(state, moves)
    goals = state.goals
    return [goals.get(role) or 0 for role in game.players], steps
