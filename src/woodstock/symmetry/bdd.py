"""Binary decision diagrams with complemented edges: for functions that a solver cannot compare, counts above all.

Whether forty of sixty-four squares are black has a diagram of some thousand nodes in whatever order they are counted.
An edge is twice a node, and one more where it is complemented; edge 0 is true, edge 1 false.
"""

from __future__ import annotations

from woodstock.errors import WoodStockError

TRUE, FALSE = 0, 1


class TooLarge(WoodStockError):
    """A diagram with more nodes than there may be."""


class Diagrams:
    """All diagrams over one order of variables: equal functions are equal edges."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._variable = [1 << 30]  # per node; the terminal comes last
        self._low = [0]
        self._high = [0]
        self._known: dict[tuple[int, int, int], int] = {}
        self._products: dict[tuple[int, int], int] = {}

    def variable(self, number: int) -> int:
        return self._node(number, FALSE, TRUE)

    def _node(self, variable: int, low: int, high: int) -> int:
        if low == high:
            return low
        flip = high & 1
        key = (variable, low ^ flip, high ^ flip)
        node = self._known.get(key)
        if node is None:
            node = self._known[key] = len(self._variable)
            if node > self._most:
                raise TooLarge(f"more than {self._most:,} nodes")
            self._variable.append(variable)
            self._low.append(low ^ flip)
            self._high.append(high ^ flip)
        return 2 * node + flip

    def both(self, one: int, other: int) -> int:
        """The conjunction of two functions; a disjunction is the complement of that of complements."""
        if FALSE in (one, other) or one == other ^ 1:
            return FALSE
        if one in (TRUE, other):
            return other
        if other == TRUE:
            return one
        key = (one, other) if one < other else (other, one)
        found = self._products.get(key)
        if found is None:
            a, b = one >> 1, other >> 1
            first, second = self._variable[a], self._variable[b]
            top = min(first, second)
            flip, flop = one & 1, other & 1
            low, high = (self._low[a] ^ flip, self._high[a] ^ flip) if first == top else (one, one)
            bottom, upper = (self._low[b] ^ flop, self._high[b] ^ flop) if second == top else (other, other)
            found = self._node(top, self.both(low, bottom), self.both(high, upper))
            self._products[key] = found
        return found
