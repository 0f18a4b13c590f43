"""The engine that an option names, for a game that is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from woodstock.cli.loading import EngineName

if TYPE_CHECKING:
    from woodstock.engine import Engine
    from woodstock.game import Game


def engine_of(game: Game, name: EngineName) -> Engine[Any]:
    if name is EngineName.LANES and game.compiled is not None:
        from woodstock.lane_engine import LaneEngine

        return LaneEngine(game.compiled)
    return game.engine
