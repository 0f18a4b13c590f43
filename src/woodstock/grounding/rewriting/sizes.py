"""How large relations and joins are going to be, estimated before grounding.

Every argument of every relation has a set of terms that may stand there (`domains.py`). The size of a relation given
by facts is their number, else the product of its positions; a join is estimated as databases do, positions being
independent. Estimates decide whether a rewriting pays, never what is true.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import prod

from woodstock.gdl.terms import Atom, Symbol, Variable
from woodstock.grounding.rewriting.domains import WHOLE, Domains, Key, key_and_arguments
from woodstock.grounding.rewriting.normal import BodyLiteral, Literal, NormalRule

STATE = frozenset(("true", "does"))
STATIC_WEIGHT = 0.05  # static instances cost time, but vanish from the ground program
MANY = 1000  # how many terms an argument counts for where functions may stand


class Sizes:
    """Estimates for the rules given; `dynamic` tells which relations depend on the state."""

    def __init__(self, rules: Sequence[NormalRule], reachable: Sequence[Atom] | None = None) -> None:
        """`reachable`: all fluents and moves that may ever hold or be made, where that is known."""
        self.domains = Domains(rules, reachable)
        self._facts: dict[Key, int] = defaultdict(int)
        derived: set[Key] = set()
        for rule in rules:
            key, _ = key_and_arguments(rule.head)
            if rule.body:
                derived.add(key)
            else:
                self._facts[key] += 1
        for key in derived:
            self._facts.pop(key, None)
        self._relation_size: dict[Key, float] = defaultdict(float)
        for atom in reachable or ():
            self._relation_size[key_and_arguments(atom)[0]] += 1
        self._declared_widths: dict[Key, list[int]] = {}
        self._dynamic = relations_above(rules, STATE)

    def is_dynamic(self, literal: BodyLiteral) -> bool:
        return isinstance(literal, Literal) and self.depends_on_state(literal.atom.name)

    def depends_on_state(self, relation: str) -> bool:
        return relation in self._dynamic

    def declare(self, atom: Atom, size: float, domains: dict[str, int], dynamic: bool) -> None:
        """Make an auxiliary relation known, with its estimated size."""
        key, args = key_and_arguments(atom)
        self._relation_size[key] = size
        self._declared_widths[key] = [
            max(domains.get(a.name, 1), 1) if isinstance(a, Variable) else 1 for a in args
        ]
        if dynamic:
            self._dynamic.add(atom.name)

    def join(self, body: Iterable[BodyLiteral]) -> float:
        """The estimated number of instances of a body."""
        size = 1.0
        spans: dict[str, list[int]] = defaultdict(list)
        for literal in body:
            if not isinstance(literal, Literal) or not literal.positive:
                continue
            key, args = key_and_arguments(literal.atom)
            widths = self._widths(key, len(args))
            size *= self.relation(key, widths)
            for arg, width in zip(args, widths, strict=True):
                if isinstance(arg, Variable):
                    spans[arg.name].append(width)
                elif isinstance(arg, Symbol):
                    size /= width
        for widths in spans.values():
            size *= min(widths) / prod(widths)
        return max(size, 1.0)

    def cost(self, body: Sequence[BodyLiteral]) -> float:
        """The estimated literals of the ground rules with this body, heads included."""
        dynamic = sum(map(self.is_dynamic, body))
        return self.join(body) * (dynamic + 1 if dynamic else STATIC_WEIGHT)

    def relation(self, key: Key, widths: list[int]) -> float:
        if key in self._relation_size:
            return self._relation_size[key]
        return float(self._facts[key]) if self._facts.get(key) else float(prod(widths))

    def spans(self, body: Iterable[BodyLiteral]) -> dict[str, int]:
        """The number of symbols each variable of a body ranges over."""
        result: dict[str, int] = {}
        for literal in body:
            if isinstance(literal, Literal) and literal.positive:
                key, args = key_and_arguments(literal.atom)
                for arg, width in zip(args, self._widths(key, len(args)), strict=True):
                    if isinstance(arg, Variable):
                        result[arg.name] = min(width, result.get(arg.name, width))
        return result

    def size_of(self, key: Key) -> float:
        return self.relation(key, self._widths(key, len(self.domains.of(key) or ())))

    def _widths(self, key: Key, count: int) -> list[int]:
        if key in self._declared_widths:
            return self._declared_widths[key]
        sets = self.domains.of(key)
        if key[2] == WHOLE or sets is None:
            return [MANY if key[2] == WHOLE else 1] * count
        return [
            max(sum(isinstance(each, str) for each in held), 1)
            + MANY * any(not isinstance(each, str) for each in held)
            for held in sets
        ]


def relations_above(rules: Sequence[NormalRule], names: Iterable[str]) -> set[str]:
    """Names of the relations that depend on some relations, themselves among them."""
    above = set(names)
    changed = True
    while changed:
        changed = False
        for rule in rules:
            if rule.head.name not in above and any(
                isinstance(literal, Literal) and literal.atom.name in above for literal in rule.body
            ):
                above.add(rule.head.name)
                changed = True
    return above
