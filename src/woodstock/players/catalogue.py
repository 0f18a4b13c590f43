"""Which players there are.

>>> {"first-legal", "random", "uct"} <= {kind.name for kind in builtin()}
True
>>> type(builtin().build("random:seed=7")).__name__
'RandomPlayer'
"""

from __future__ import annotations

from woodstock.players.registry import Registry


def builtin() -> Registry:
    """All players that come with WoodStock."""
    from woodstock.players import fcucb, flagship, levels, macucb, macucb2016, minimax, searches, simple

    modules = (flagship, levels, simple, macucb, fcucb, macucb2016, searches, minimax)
    return Registry.of(*(kind for module in modules for kind in module.kinds()))
