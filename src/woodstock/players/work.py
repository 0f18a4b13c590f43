"""How a search's time divides: solving stages, playouts, symmetries (Koriche et al. 2016, §5.2; 2016 (JFPC), §5).

>>> print(Work(solving=0.9, sampling=0.1))
solving 90 %, playouts 10 % of 1.00 s
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from woodstock import _core


@dataclass(frozen=True, slots=True)
class Work:
    """Seconds that threads worked, waiting not counted."""

    solving: float = 0.0
    sampling: float = 0.0
    symmetry: float = 0.0

    @classmethod
    def of(cls, *reports: _core.SearchReport) -> Self:
        """Of searches that measure it; nothing of others."""
        parts = [report.work for report in reports]
        return cls(
            sum(part.solving for part in parts),
            sum(part.sampling for part in parts),
            sum(part.symmetry for part in parts),
        )

    @property
    def seconds(self) -> float:
        return self.solving + self.sampling + self.symmetry

    def __str__(self) -> str:
        parts = (("solving", self.solving), ("playouts", self.sampling), ("symmetry", self.symmetry))
        shares = (f"{name} {part / self.seconds:.0%}".replace("%", " %") for name, part in parts if part)
        return f"{', '.join(shares)} of {self.seconds:.2f} s"
