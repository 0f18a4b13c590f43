"""Variables and the constraints over them, hard (relations) and soft (utilities), as tables."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from woodstock.errors import WoodStockError
from woodstock.scsp.model.cells import Row, Value, row_matches

Number = Fraction | int | str
Assignment = Mapping[str, Value]


class NetworkError(WoodStockError, ValueError):
    """A network that breaks its own definition; the message names the part and the remedy."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable with a finite named domain; `stochastic` if chance sets it."""

    name: str
    domain: tuple[Value, ...]
    stochastic: bool = False

    def __post_init__(self) -> None:
        if len(set(self.domain)) != len(self.domain):
            raise NetworkError(f"variable {self.name}: a value occurs twice in its domain; name it once")

    def __str__(self) -> str:
        return f"{self.name} ∈ {{{', '.join(map(str, self.domain))}}}{' (chance)' * self.stochastic}"


@dataclass(frozen=True, slots=True)
class Constraint:
    """A table over `scope`. Hard if `utilities` is None: the tuples that match a row are allowed. Soft
    otherwise: `utilities[i]` gives each player's utility of a tuple whose first matching row is `i`, and a
    tuple that matches no row is worth 0 to everyone."""

    name: str
    scope: tuple[str, ...]
    rows: tuple[Row, ...]
    utilities: tuple[tuple[Fraction, ...], ...] | None = None

    def __post_init__(self) -> None:
        if len(set(self.scope)) != len(self.scope):
            raise NetworkError(f"constraint {self.name}: a variable occurs twice in its scope")
        for number, row in enumerate(self.rows, 1):
            if len(row) != len(self.scope):
                raise NetworkError(
                    f"constraint {self.name}, row {number}: {len(row)} cells for {len(self.scope)} variables"
                )
        if self.utilities is not None and len(self.utilities) != len(self.rows):
            raise NetworkError(f"constraint {self.name}: one utility tuple per row is needed")

    @property
    def hard(self) -> bool:
        return self.utilities is None

    def row_of(self, assignment: Assignment) -> int | None:
        """The first row the assignment matches, if any."""
        values = [assignment[name] for name in self.scope]
        return next((i for i, row in enumerate(self.rows) if row_matches(row, values)), None)

    def __str__(self) -> str:
        lines = [f"{self.name}({', '.join(self.scope)})" + ("" if self.hard else " soft")]
        for number, row in enumerate(self.rows):
            gain = "" if self.utilities is None else f" : {', '.join(map(str, self.utilities[number]))}"
            lines.append("  " + " ".join(map(str, row)) + gain)
        return "\n".join(lines)


def tuples(variables: Iterable[Variable]) -> Iterator[tuple[Value, ...]]:
    return itertools.product(*(variable.domain for variable in variables))


def relation(name: str, scope: Sequence[Variable], holds: Callable[..., bool]) -> Constraint:
    """The hard constraint that allows the tuples of `scope` for which `holds`."""
    rows = tuple(values for values in tuples(scope) if holds(*values))
    return Constraint(name, tuple(v.name for v in scope), rows)


def utility(
    name: str, scope: Sequence[Variable], gain: Callable[..., Number | Sequence[Number]]
) -> Constraint:
    """The soft constraint worth `gain` (one number, or one per player)."""
    rows, utilities = [], []
    for values in tuples(scope):
        worth = gain(*values)
        rows.append(values)
        shares = (worth,) if isinstance(worth, (Fraction, int, str)) else worth
        utilities.append(tuple(Fraction(share) for share in shares))
    return Constraint(name, tuple(v.name for v in scope), tuple(rows), tuple(utilities))
