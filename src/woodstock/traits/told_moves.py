"""Whether joint moves can be deduced from percepts: where rules have `sees` that is all that players are told.

A player also knows its own move. *All* moves are told if no two steps, from whatever states, that look the same to a player
who did the same differ in a move; *players'* moves if they may differ in chance's only; else some are *hidden*.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from woodstock import _core
from woodstock.scsp.game.mutex.group import Group
from woodstock.traits.evidence import Evidence, Finding
from woodstock.traits.play import Play
from woodstock.traits.question import PATIENCE
from woodstock.traits.views import Views

ALL, PLAYERS, HIDDEN = "all", "players", "hidden"


def find_told_moves(
    circuit: _core.Circuit, groups: Sequence[Group], play: Play, *, sees: bool, seconds: float
) -> Finding:
    """`sees`: whether the rules have that relation at all."""
    if not sees:
        return Finding(ALL, Evidence.RULES)
    begin = time.monotonic()
    views = Views(circuit)

    def are_told(roles: Sequence[int]) -> bool:
        return play.untold.isdisjoint(roles) and all(
            views.tells_moves(groups, player, roles, begin + PATIENCE * seconds - time.monotonic())
            for player in views.players
        )

    if len(views.players) > 1 and not are_told(views.players):
        seen = not play.untold.isdisjoint(views.players)
        return Finding(HIDDEN, Evidence.SEEN if seen else Evidence.PLAY, play.steps)
    if circuit.chance_role < 0 or are_told([circuit.chance_role]):
        return Finding(ALL, Evidence.PROVEN)
    return Finding(PLAYERS, Evidence.PROVEN)
