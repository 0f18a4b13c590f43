"""Why a move was played or suggested, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from woodstock.players.preparation import COULD_NOT_RUN

if TYPE_CHECKING:
    from woodstock.game import Move, Role, State
    from woodstock.players import Decision

_MOST_ALTERNATIVES = 8
_MOST_LINE = 8


@dataclass(frozen=True, slots=True)
class Reason:
    """A decision, whose it is, and the state it was made in."""

    step: int
    state: State
    role: Role
    player: str
    decision: Decision
    is_hint: bool = False

    def lines(self) -> Iterator[str]:
        """The whole explanation."""
        decision = self.decision
        verb = "suggests" if self.is_hint else "played"
        yield f"{self.player} {verb} {decision.move} for {self.role} at step {self.step + 1}"
        if not (decision.values or decision.samples or decision.alternatives):
            yield "  It gives no reasons."
            return
        if decision.values:
            certainty = "proven" if decision.proven else "estimated"
            yield f"  value    {values_text(decision.values)} ({certainty})"
        yield f"  effort   {effort_text(decision)}"
        if decision.work.seconds:
            yield f"  time     {decision.work}"
        if decision.note:
            yield f"  goes by  {decision.note}"
        if decision.line:
            yield f"  expects  {line_text(self.state, decision.line)}"
        label = "moves"
        for other in decision.alternatives[:_MOST_ALTERNATIVES]:
            proven = ", proven" if other.proven else ""
            samples = f"  {other.samples:,} samples{proven}" if other.samples else proven[1:]
            yield f"  {label:<8} {other.value:5.1f}  {other.move}{samples}"
            label = ""
        if (rest := len(decision.alternatives) - _MOST_ALTERNATIVES) > 0:
            yield f"           and {rest} more"


def brief(role: Role, decision: Decision) -> str:
    """A decision's value and effort in a few words, empty where there are none."""
    value = decision.values.get(role)
    parts = [] if value is None else [f"value {value:.0f}{' proven' if decision.proven else ''}"]
    if decision.samples:
        parts.append(f"{decision.samples:,} samples")
    if decision.depth:
        parts.append(f"depth {decision.depth}")
    if decision.note.startswith(COULD_NOT_RUN):
        parts.append(decision.note)
    return ", ".join(parts)


def values_text(values: Mapping[Role, float]) -> str:
    return ", ".join(f"{role} {value:.1f}" for role, value in values.items())


def effort_text(decision: Decision) -> str:
    return (
        f"{decision.samples:,} samples, {decision.nodes:,} nodes, depth {decision.depth}, "
        f"{decision.seconds:.2f} s"
    )


def line_text(state: State, line: tuple[tuple[Move, ...], ...]) -> str:
    """The expected moves, leaving out those of roles that have no choice."""
    steps = []
    known: State | None = state
    for joint in line[:_MOST_LINE]:
        roles = state.game.roles
        if known is not None and all(move in known.legal(role) for role, move in zip(roles, joint)):
            steps.append(moves_text(known, dict(zip(roles, joint))))
            known = known.play(joint)
        else:  # a line from another of the states that are possible
            known = None
            steps.append(" ".join(map(str, joint)))
    return " → ".join(steps) + (" → …" if len(line) > _MOST_LINE else "")


def moves_text(before: State, moves: Mapping[Role, Move]) -> str:
    """Who moved how: the roles that had a choice, or all if nobody had one."""
    choosing = {role: move for role, move in moves.items() if len(before.legal(role)) > 1}
    return ", ".join(f"{role} {move}" for role, move in (choosing or moves).items())
