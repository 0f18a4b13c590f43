"""Which players there are.

>>> {"first-legal", "random", "uct"} <= {kind.name for kind in builtin()}
True
>>> type(builtin().build("random:seed=7")).__name__
'RandomPlayer'
"""

from __future__ import annotations

from woodstock.players.registry import Registry
from woodstock.players.spec import SpecError, parse_spec

FOLDER_OPTION = "lessons"


def builtin() -> Registry:
    """All players that come with WoodStock."""
    from woodstock.players import fcucb, flagship, levels, macucb, macucb2016, minimax, searches, simple

    modules = (flagship, levels, simple, macucb, fcucb, macucb2016, searches, minimax)
    return Registry.of(*(kind for module in modules for kind in module.kinds()))


def require_builtin(player: str) -> None:
    """Raises `SpecError` unless a spec from elsewhere does no more than choose one of these players: another may name a
    file to run or an address to ask, and an option a folder to write to."""
    spec, players = parse_spec(player), builtin()
    if spec.name not in players.kinds:
        raise SpecError(f"no player {spec.name}; there are {', '.join(players.kinds)}")
    if FOLDER_OPTION in dict(spec.settings):
        raise SpecError(f"the option {FOLDER_OPTION} of {spec.name} cannot be set here")
    players.build(spec)
