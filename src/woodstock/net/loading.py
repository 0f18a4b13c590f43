# mypy: disable-error-code="import-not-found, import-untyped"
"""Games from the rules of a START message: at once on the reference engine, later compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from woodstock.errors import WoodStockError
from woodstock.gdl import Rulesheet

if TYPE_CHECKING:
    from woodstock.game import Game, Role


class RoleError(WoodStockError):
    """A role that the rules do not have."""


def quickly_loaded(rulesheet: Rulesheet) -> Game:
    """The game on the reference engine, after the rules were checked."""
    from woodstock.game import Game

    return Game(rulesheet, engine="reference")


def loaded(game: Game) -> tuple[Game, str]:
    """The game on the fastest engine it can have, and a note on which that is."""
    from woodstock.game import Game

    best = Game(game.rulesheet, engine="auto")
    return best, f"engine {best.engine}"


def role_named(game: Game, name: str) -> Role:
    for role in game.roles:
        if role.name == name.lower():
            return role
    raise RoleError(f"the rules have no role {name}; they have {', '.join(role.name for role in game.roles)}")
