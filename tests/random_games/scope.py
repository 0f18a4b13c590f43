"""The variables of one rule, and terms and literals over them."""

from dataclasses import dataclass, field
from random import Random

from tests.random_games.kinds import Kind, Shape
from tests.random_games.names import VARIABLES


@dataclass
class Scope:
    """Which variables a rule has, of which kind, and how each of them is bound."""

    rng: Random
    most_instances: int
    kinds: dict[str, Kind] = field(default_factory=dict)
    bound: set[str] = field(default_factory=set)  # by a positive literal at a place of its own kind
    wider: set[str] = field(default_factory=set)  # at a place where other terms may stand as well
    uses: dict[str, int] = field(default_factory=dict)  # number of literals, the head among them

    @property
    def instances(self) -> int:
        product = 1
        for kind in self.kinds.values():
            product *= kind.reach
        return product

    def fresh(self, kind: Kind) -> str | None:
        """A new variable, unless the rule would get too many instances."""
        free = [name for name in VARIABLES if name not in self.kinds]
        if not free or self.instances * kind.reach > self.most_instances:
            return None
        name = self.rng.choice(free)
        self.kinds[name] = kind
        return name

    def variable(self, kind: Kind, eager: float) -> str | None:
        """A variable for a place: an old one if possible, a new one with the chance `eager`."""
        old = [name for name, own in self.kinds.items() if kind.admits(own)]
        if old and self.rng.random() >= eager:
            return self.rng.choice(old)
        return self.fresh(kind) or (self.rng.choice(old) if old else None)

    def term(self, kind: Kind, *, eager: float = 0.3, binds: bool = False) -> str:
        chance = self.rng.random()
        if chance < 0.12 or kind.reach == 1:
            return kind.sample(self.rng)
        if kind.shapes and chance < 0.6:
            shape = self.rng.choice(kind.shapes)
            return shape.of([self.term(inner, eager=eager, binds=binds) for inner in shape.kinds])
        name = self.variable(kind, eager)
        if name is None:
            return kind.sample(self.rng)
        own = self.kinds[name]
        if own != kind and not (own.atomic and kind.atomic):
            self.wider.add(name)
        elif binds:
            self.bound.add(name)
        return name

    def atom(self, shape: Shape, *, eager: float = 0.3, binds: bool = False) -> str:
        atom = shape.of([self.term(kind, eager=eager, binds=binds) for kind in shape.kinds])
        self.note(atom)
        return atom

    def note(self, text: str) -> None:
        """Count a literal for each of its variables."""
        for name in set(text.replace("(", " ").replace(")", " ").split()) & self.kinds.keys():
            self.uses[name] = self.uses.get(name, 0) + 1

    def unguarded(self, head: str) -> list[str]:
        """Variables that need a guard: all that nothing binds, but for those that occur once only, below `not`."""
        in_head = set(head.replace("(", " ").replace(")", " ").split())
        return [
            name
            for name in self.kinds
            if name not in self.bound
            and (name in in_head or self.uses.get(name, 0) > 1 or name in self.wider)
        ]
