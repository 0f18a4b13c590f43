"""Names for random rulesheets, those among them that an implementation is likely to use for itself."""

from random import Random

INTERNAL = [
    "bind",
    "part",
    "some",
    "any",
    "witness",
    "asked",
    "either",
    "two",
    "before",
    "excepted",
    "candidate",
    "auxiliary",
    "demand",
    "all",
    "symbols",
    "same",
    "x_a",
    "y_0",
    "choice",
    "shallow",
    "base_",
    "true1",
    "v0",
    "c1",
    "p1",
]
PLAIN = [
    "edge",
    "link",
    "path",
    "near",
    "safe",
    "won",
    "open",
    "ready",
    "line",
    "held",
    "free",
    "reach",
    "threat",
    "pair_up",
    "twin",
    "odd",
]
ODD = ["++", "a-b", "_", "<", "=", "x.y", "not_", "or1", "0", "1"]
FLUENTS = ["at", "on", "cell", "lit", "step", "box", "full", "mark", "control"]
MOVES = ["go", "put", "take", "wait", "shift", "pass1", "act"]
FUNCTIONS = ["f", "pair", "g", "s"]
CONSTANTS = ["a", "b", "c", "d", "e", "k", "m", "q", "w", "z", "noop", "true"]
KEYWORDS = ["role", "legal", "terminal", "does"]  # to GDL plain names inside a fluent or a move
NUMERALS = ["1", "2", "3", "01", "00", "10", "0", "7"]
ROLES = ["white", "black", "red", "x", "o", "r", "zed", "abe"]
VARIABLES = ["?x", "?y", "?z", "?u", "?v", "?w", "?v0", "?v1", "?f", "?m", "?r", "?x1", "?_"]


class Names:
    """Hands out names; a name may serve as relation, fluent, move and constant at once, as GDL allows."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self._relations: list[str] = []

    def relation(self) -> str:
        """Mostly a new name, now and then one that is used with another arity already (the caller sees to that)."""
        pools = (PLAIN, PLAIN, INTERNAL, FLUENTS, ODD)
        free = [name for name in self.rng.choice(pools) if name not in self._relations]
        name = self.rng.choice(free) if free else f"h{len(self._relations)}"
        self._relations.append(name)
        return name

    def some(self, pool: list[str], count: int) -> list[str]:
        return self.rng.sample(pool, min(count, len(pool)))
