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
    """Where the engine and the recording part; `what` is state, legal, terminal, goals or roles."""

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
        difference = compared(engine, position, step)
        yield difference
        if difference is not None:
            return
        if step.joint:
            position, _ = engine.play(position, step.joint)


def compared(engine: Engine[P], position: P, step: Step) -> Difference | None:
    what, message = "state", uneven("the state", engine.fluents(position), step.fluents)
    if not message and engine.terminal(position) != step.terminal:
        what = "terminal"
        message = "the state is terminal, recorded not" if not step.terminal else "the state is not terminal"
    for index, role in enumerate(engine.roles):
        if not message and role in step.legal:
            what = "legal"
            message = uneven(f"the legal moves of {role}", engine.legal(position, index), step.legal[role])
        if not message and role in step.goals:
            what = "goals"
            found, recorded = engine.goals(position, index), step.goals[role]
            if found != (recorded,):
                values = ", ".join(map(str, found)) or "none"
                message = f"the goal of {role} is {values}, recorded {recorded}"
    return Difference(step.playout, step.number, what, message) if message else None


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
