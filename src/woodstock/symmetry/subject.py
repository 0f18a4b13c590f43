"""What has symmetries: a game, as far as they are concerned."""

from __future__ import annotations

from typing import Any, Protocol

from woodstock.compile.compiled import Compiled
from woodstock.engines.engine import Engine
from woodstock.gdl import Rulesheet


class Subject(Protocol):
    """`woodstock.game.Game` is one."""

    name: str
    rulesheet: Rulesheet
    engine: Engine[Any]

    @property
    def compiled(self) -> Compiled | None: ...
