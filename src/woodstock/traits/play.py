"""What random play shows of a game: whatever it refutes needs no proof."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field

from woodstock import _core

MOST_STEPS = 3000
LONGEST_PLAY = 400


@dataclass
class Play:
    """What came up in random plays of one game."""

    steps: int = 0
    together: bool = False
    """Two players had a choice at the same time."""
    apart: bool = False
    """Two players saw different things after the same step."""
    untold: set[int] = field(default_factory=set)
    """Roles whose moves differed between steps that looked the same to a player who did the same."""
    ends: set[tuple[int | None, ...]] = field(default_factory=set)
    """Goals of the players where plays ended."""


def watch(circuit: _core.Circuit, seed: int, seconds: float) -> Play:
    """Random plays for so many seconds, or until enough was seen."""
    source = random.Random(f"traits {seed}")
    stepper = _core.Stepper(circuit)
    roles = range(circuit.role_count)
    players = [role for role in roles if role != circuit.chance_role]
    hides = bool(circuit.percepts)
    play, deadline = Play(), time.monotonic() + seconds
    alike: dict[tuple[int, int, frozenset[int]], list[int]] = {}
    while play.steps < MOST_STEPS and time.monotonic() < deadline:
        state = stepper.initial()
        for _ in range(LONGEST_PLAY):
            if stepper.terminal(state):
                play.ends.add(tuple(stepper.goal(state, role) for role in players))
                break
            legal = [stepper.legal(state, role) for role in roles]
            if not all(legal) or time.monotonic() >= deadline:
                break
            play.together |= sum(len(legal[role]) > 1 for role in players) > 1
            moves = [source.choice(each) for each in legal]
            if hides:
                seen = stepper.percepts(state, moves)
                views = [frozenset(percept for role, percept in seen if role == player) for player in players]
                play.apart |= any(view != views[0] for view in views)
                for player, view in zip(players, views):
                    first = alike.setdefault((player, moves[player], view), moves)
                    play.untold.update(role for role in roles if moves[role] != first[role])
            state = stepper.play(state, moves)
            play.steps += 1
        play.steps += 1  # also a game that ends at once ends this loop
    return play
