"""What was learned of a game, and what a search makes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from woodstock import _core


@dataclass(frozen=True, slots=True)
class Lore:
    """An evaluation, and which moves playouts should prefer, if that was learned."""

    evaluation: _core.LinearEvaluation
    preferred: _core.PreferredPlay | None
    worth: int
    """Playouts of a state that the evaluation counts for beside them."""


Way = Callable[[Lore, int], _core.Search]
"""A new search for the role of that number, given what was learned."""
