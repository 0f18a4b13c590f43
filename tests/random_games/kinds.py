"""What may stand at an argument's place: kinds of terms, and the shapes of atoms, fluents and moves over them.

Kinds keep random rules finite. A variable of an atomic kind is only ever bound to symbols, and only such variables
are put into functions, so no rule can build terms that grow from one step to the next.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random


@dataclass(frozen=True)
class Shape:
    """A name with arguments of given kinds: a relation, a fluent, a move or a function."""

    name: str
    kinds: tuple[Kind, ...] = ()

    def of(self, arguments: list[str]) -> str:
        return f"({self.name} {' '.join(arguments)})" if arguments else self.name

    def sample(self, rng: Random) -> str:
        return self.of([kind.sample(rng) for kind in self.kinds])

    @property
    def reach(self) -> int:
        """How many instances there are."""
        product = 1
        for kind in self.kinds:
            product *= kind.reach
        return product


@dataclass(frozen=True)
class Kind:
    """A finite set of ground terms: symbols, instances of shapes, or both. `guard` is a static relation that lists
    them."""

    name: str
    symbols: tuple[str, ...] = ()
    shapes: tuple[Shape, ...] = field(default=())
    guard: str = ""

    @property
    def atomic(self) -> bool:
        return not self.shapes

    @property
    def reach(self) -> int:
        return max(1, len(self.symbols) + sum(shape.reach for shape in self.shapes))

    def sample(self, rng: Random) -> str:
        if self.symbols and (not self.shapes or rng.random() < 0.5):
            return rng.choice(self.symbols)
        return rng.choice(self.shapes).sample(rng)

    def admits(self, other: Kind) -> bool:
        """Whether a variable of the other kind makes sense here."""
        return self == other or (self.atomic and other.atomic) or (other.atomic and bool(self.symbols))
