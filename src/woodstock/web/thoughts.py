"""What a player thought, as the page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from woodstock.errors import WoodStockError
from woodstock.view.change import changes

if TYPE_CHECKING:
    from woodstock.game import Move, State
    from woodstock.players.player import Decision

MOST_MOVES = 8
MOST_LINE = 8
MOST_DRAWN = 4


def thought_of(decision: Decision) -> dict[str, Any]:
    """A decision in plain values: what it expects, how much it looked at, and the best moves."""
    return {
        "move": str(decision.move),
        "values": {role.name: round(value, 1) for role, value in decision.values.items()},
        "samples": decision.samples,
        "nodes": decision.nodes,
        "depth": decision.depth,
        "seconds": round(decision.seconds, 3),
        "proven": decision.proven,
        "note": getattr(decision, "note", ""),
        "line": [[str(move) for move in joint] for joint in decision.line[:MOST_LINE]],
        "alternatives": [
            {
                "move": str(each.move),
                "value": round(each.value, 1),
                "samples": each.samples,
                "proven": each.proven,
            }
            for each in decision.alternatives[:MOST_MOVES]
        ],
    }


def expected(state: State, line: Sequence[Sequence[Move]]) -> list[list[dict[str, str]]]:
    """What the steps of a line would change on the board from a state on, as far as they can be made."""
    found: list[list[dict[str, str]]] = []
    for joint in line[:MOST_DRAWN]:
        try:
            after = state.play(tuple(joint))
        except WoodStockError:
            break
        found.append(changed(state, after))
        state = after
    return found


def changed(before: State, after: State) -> list[dict[str, str]]:
    """Where pieces went from and to, in plain values."""
    return [{"from": each.source, "to": each.target} for each in changes(before.view, after.view)]
