"""Who plays which role: `SPEC` in the order of the roles and `ROLE=SPEC`, and whether those elsewhere can be reached."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from woodstock.errors import WoodStockError

if TYPE_CHECKING:
    from woodstock.game import Game, Role

DEFAULT_PLAYER = "woodstock"
PERSON, NOBODY = "person", "none"
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


def at_terminal(game: Game, names: Sequence[str], players: Sequence[str]) -> dict[Role, str]:
    """Who plays each role where people sit at the terminal: `person`, or a player."""
    people = chosen_people(game, names, players)
    others = iter(opponents(game, people, players))
    return {role: PERSON if role in people else next(others) for role in game.players}


def chosen_people(game: Game, names: Sequence[str], players: Sequence[str]) -> list[Role]:
    """The people's roles: those that are named, or the first one without a player of its own."""
    roles = [role.name for role in game.players]
    named, _ = told_apart(roles, players)
    chosen = [name.lower() for name in names] + [role for role, spec in named.items() if spec == PERSON]
    if not chosen:
        chosen = [role for role in roles if role not in named][:1]
    if not chosen:
        raise PlayersError("every role has a player; add --watch to let them play, or leave one out")
    for name in chosen:
        if name not in roles:
            raise PlayersError(f"no role {name}; roles are {', '.join(roles)}, or {NOBODY} to watch")
        if named.get(name, PERSON) != PERSON:
            raise PlayersError(f"role {name} is yours and has the player {named[name]}; choose one of both")
    return [role for role in game.players if role.name in chosen]


def opponents(game: Game, people: Sequence[Role], players: Sequence[str]) -> list[str]:
    """The other roles' players in role order."""
    roles = [role.name for role in game.players if role not in people]
    named, ordered = told_apart([role.name for role in game.players], players)
    free = [role for role in roles if role not in named]
    if not ordered:
        ordered = [DEFAULT_PLAYER]
    if len(ordered) == 1:
        ordered *= len(free)
    if roles and len(ordered) != len(free):
        raise PlayersError(
            f"{', '.join(free) or 'nobody'} without a player, {len(ordered)} given; write --player ROLE=SPEC for each"
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
