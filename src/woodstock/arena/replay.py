"""Replaying recorded plays: an engine must see at every step what the recording says."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from woodstock.arena.trace import Step, Trace
from woodstock.engines.engine import Engine
from woodstock.gdl.order import natural
from woodstock.gdl.terms import Term

P = TypeVar("P", bound=Hashable)
MOST_SHOWN = 6


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the engine and the recording part; `what` is state, legal, move, terminal, goals or roles."""

    playout: int
    step: int
    what: str
    message: str

    def __str__(self) -> str:
        return f"playout {self.playout}, step {self.step}: {self.message}"


def replay(engine: Engine[P], trace: Trace) -> Iterator[Difference | None]:
    """For every step in turn None, or the difference that ends the replay."""
    if tuple(engine.roles) != trace.roles:
        message = f"the roles are {', '.join(engine.roles)}, recorded {', '.join(trace.roles)}"
        yield Difference(0, 0, "roles", message)
        return
    position = engine.initial()
    for step in trace.steps:
        if step.number == 0:
            position = engine.initial()
        what, message = compare(engine, position, step, trace.without_goal)
        yield Difference(step.playout, step.number, what, message) if message else None
        if message:
            return
        if step.joint:
            position, _ = engine.play(position, step.joint)


def compare(engine: Engine[P], position: P, step: Step, without_goal: int | None) -> tuple[str, str]:
    """What the engine sees otherwise than the recording, and how; empty if nothing."""
    if step.fluents is not None and (message := uneven("the state", engine.fluents(position), step.fluents)):
        return "state", message
    if step.terminal is not None and engine.terminal(position) != step.terminal:
        return (
            "terminal",
            "the state is not terminal" if step.terminal else "the state is terminal, recorded not",
        )
    for index, role in enumerate(engine.roles):
        legal = engine.legal(position, index) if role in step.legal or step.joint else ()
        if role in step.legal and (message := uneven(f"the legal moves of {role}", legal, step.legal[role])):
            return "legal", message
        if step.joint and step.joint[index] not in legal:
            few = listed(frozenset(legal)) or "none"
            return "move", f"{step.joint[index]} is no legal move of {role}; legal are {few}"
        if role in step.goals:
            found = engine.goals(position, index)
            if len(found) != 1 and without_goal is not None:
                found = (without_goal,)
            if found != (step.goals[role],):
                values = ", ".join(map(str, found)) or "none"
                return "goals", f"the goal of {role} is {values}, recorded {step.goals[role]}"
    return "", ""


def uneven(what: str, found: Collection[Term], recorded: frozenset[Term]) -> str:
    """How the two sets differ; empty if they do not."""
    parts = []
    if missing := recorded.difference(found):
        parts.append(f"lacks {listed(missing)}")
    if extra := frozenset(found) - recorded:
        parts.append(f"has {listed(extra)} too much")
    return f"{what} {' and '.join(parts)}" if parts else ""


def listed(terms: frozenset[Term]) -> str:
    shown = ", ".join(str(term) for term in sorted(terms, key=natural)[:MOST_SHOWN])
    return shown if len(terms) <= MOST_SHOWN else f"{shown} and {len(terms) - MOST_SHOWN} more"
