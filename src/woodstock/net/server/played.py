"""A match as the server saw it, for whoever keeps records."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from woodstock.net.server.session import Session


@dataclass(frozen=True, slots=True)
class Played:
    match: str
    role: str
    start_clock: float
    play_clock: float
    begun: float
    """Seconds since 1970."""
    roles: tuple[str, ...] = ()
    moves: tuple[tuple[str, ...], ...] = ()
    """Joint moves where the rules tell them, else nothing."""
    states: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    """What was answered."""
    goals: tuple[int, ...] = ()
    """Of all roles, if the match came to its end."""


def played(session: Session) -> Played:
    """What is known of a match; of one that was given up only what its messages told."""
    told = tuple(tuple(step.seen) for step in session.history if step.seen)
    outcome, message = session.farewell.outcome, session.message
    return Played(
        message.match,
        message.role,
        message.start_clock,
        message.play_clock,
        session.begun,
        tuple(outcome.roles),
        tuple(map(tuple, outcome.moves)) if outcome.roles else told,
        tuple(outcome.states),
        session.answers,
        tuple(outcome.goals.values()),
    )


def keep_played(session: Session, keep: Callable[[Played], None], log: logging.Logger) -> None:
    """What goes wrong with a record costs no match, and not the care for silent ones."""
    try:
        keep(played(session))
    except Exception:
        log.exception("%s: the record is not kept", session.message.match)
