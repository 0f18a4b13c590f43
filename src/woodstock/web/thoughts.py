"""What a player thought, as the page shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from woodstock.players.player import Decision

MOST_MOVES = 8
MOST_LINE = 8


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
