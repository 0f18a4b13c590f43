"""Who plays which role: `SPEC` in the order of the roles and `ROLE=SPEC`, and whether those elsewhere can be reached."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from woodstock.errors import WoodStockError

if TYPE_CHECKING:
    from woodstock.game import Game

DEFAULT_PLAYER = "woodstock"
SECONDS_TO_ANSWER = 5.0


class PlayersError(WoodStockError):
    """Players that do not fit the game's roles, or cannot be reached."""


def by_role(game: Game, players: Sequence[str]) -> list[str]:
    """The players in role order, from `SPEC` and `ROLE=SPEC` in any mixture."""
    roles = [role.name for role in game.roles if not role.is_chance]
    named, ordered = told_apart(roles, players)
    if len(ordered) == 1 and not named:
        ordered *= len(roles)
    if len(named) + len(ordered) != len(roles):
        raise PlayersError(
            f"{game.name} has {len(roles)} roles ({', '.join(roles)}), {len(players)} players are given; "
            f"write --player {roles[0]}=SPEC for each"
        )
    waiting = iter(ordered)
    return [named[role] if role in named else next(waiting) for role in roles]


def told_apart(roles: Sequence[str], players: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """The players with a role of their own (`ROLE=SPEC`), and those who take what is left (`SPEC`)."""
    named: dict[str, str] = {}
    ordered: list[str] = []
    for text in players:
        role, equals, spec = text.partition("=")
        if not equals or ":" in role:
            ordered.append(text)
        elif role.lower() not in roles:
            raise PlayersError(f"no role {role}; roles are {', '.join(roles)}")
        elif role.lower() in named:
            raise PlayersError(f"role {role} has two players")
        else:
            named[role.lower()] = spec
    return named, ordered


def reach(players: Sequence[str]) -> None:
    """Make sure that the players elsewhere are there and free, before a match begins."""
    import asyncio
    from urllib.parse import urlsplit

    from woodstock.arena.match import is_elsewhere
    from woodstock.arena.remote_seat import ask_info

    elsewhere = [player for player in players if is_elsewhere(player)]
    for url in sorted(set(elsewhere)):
        if not urlsplit(url).hostname:
            raise PlayersError(f"{url} is no address; write http://HOST:PORT")
        if elsewhere.count(url) > 1:
            raise PlayersError(f"{url} cannot have two roles of one match; start a second server")
        if asyncio.run(ask_info(url, SECONDS_TO_ANSWER)).status == "busy":
            raise PlayersError(f"{url} is busy; wait for its match to end")
