"""Who knows what: perfect, shared or private information.

Rules without `sees` tell everybody every joint move, so the state is always known: *perfect* (002 §2, "GDL-II sans
règles sees"). With `sees`, information is

- perfect, if percepts tell every move, or after a step from a known state each player can tell the next state by what it
  sees and by its own move, as a single player can without chance;
- *shared*, if all players see the same (002 §2.3: sees(p, f) ⇒ sees(q, f)) and what they see tells every player's move.
  002 asks for the first only, but a player also knows its own move, and where the others cannot tell it their beliefs
  differ. A single player has nobody to differ from;
- *private* otherwise.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from woodstock import _core
from woodstock.scsp.game.mutex.group import Group
from woodstock.traits.evidence import Evidence, Finding
from woodstock.traits.play import Play
from woodstock.traits.question import PATIENCE
from woodstock.traits.told_moves import ALL, HIDDEN
from woodstock.traits.views import Views

PERFECT, SHARED, PRIVATE = "perfect", "shared", "private"


def find_information(
    circuit: _core.Circuit, groups: Sequence[Group], play: Play, moves: Finding, *, sees: bool, seconds: float
) -> Finding:
    """`moves`: which of them percepts tell; `sees`: whether the rules have that relation at all."""
    views = Views(circuit)
    if not sees or (len(views.players) < 2 and circuit.chance_role < 0):
        return Finding(PERFECT, Evidence.RULES)
    if moves.value == ALL:
        return Finding(PERFECT, moves.evidence)
    begin = time.monotonic()

    def left(patience: float = 1.0) -> float:
        return begin + patience * seconds - time.monotonic()

    # The careful answer: who takes information for private is not wrong where it is shared.
    found = Finding(PRIVATE, Evidence.SEEN if play.apart else Evidence.PLAY, play.steps)
    if len(views.players) < 2:
        found = Finding(SHARED, Evidence.RULES)
    elif not play.apart and moves.value != HIDDEN and views.alike(groups, left(PATIENCE)):
        found = Finding(SHARED, Evidence.PROVEN)
    # The hardest question comes last. Players may see different things and yet all know the state.
    if all(views.tells_state(groups, player, left()) for player in views.players):
        return Finding(PERFECT, Evidence.PROVEN)
    return found
