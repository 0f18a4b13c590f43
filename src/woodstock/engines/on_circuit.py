"""What the engines on a compiled game have in common: their positions are the core's states."""

from __future__ import annotations

from collections.abc import Iterable

from woodstock import _core
from woodstock.compile.compiled import Compiled
from woodstock.gdl.terms import Term


class OnCircuit:
    name = ""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled

    def __str__(self) -> str:
        return self.name

    @property
    def roles(self) -> tuple[str, ...]:
        return self.compiled.roles

    def position(self, fluents: Iterable[Term]) -> _core.State:
        return self.compiled.state(fluents)

    def fluents(self, position: _core.State) -> frozenset[Term]:
        return self.compiled.terms(position)

    def hash(self, position: _core.State) -> int:
        return position.hash
