"""A mutex group: fluents that exclude each other."""

from __future__ import annotations

from dataclasses import dataclass

from woodstock import _core


@dataclass(frozen=True, slots=True, order=True)
class Group:
    """Fluents (by number) of which exactly one holds, or at most one if `optional`."""

    fluents: tuple[int, ...]
    optional: bool = False

    @property
    def members(self) -> list[int]:
        """The form the stage template takes: NO_FLUENT stands for "none of them"."""
        return [*self.fluents, _core.NO_FLUENT] if self.optional else list(self.fluents)

    def allows(self, count: int) -> bool:
        return count == 1 or (self.optional and count == 0)
