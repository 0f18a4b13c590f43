"""What grounding may take."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on grounding, given by the caller: a match has a start clock."""

    seconds: float = 60.0
    literals: int = 40_000_000
    atoms: int = 5_000_000
    depth: int = 100  # of nested terms, as deep as the readers go
    spent: float = 0.0  # of the seconds, by earlier passes

    @property
    def left(self) -> float:
        return max(self.seconds - self.spent, 0.0)
