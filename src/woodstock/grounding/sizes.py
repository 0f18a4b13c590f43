"""How large relations and joins are going to be, estimated before grounding.

Every argument position of every relation gets the set of symbols that may stand there (a fixpoint over the rules,
each variable ranging over the intersection of the positions that bind it). The size of a relation given by facts is
their number, else the product of its positions; a join is estimated as databases do, positions being independent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import prod

from woodstock.gdl.terms import Atom, Function, Symbol, Term, Variable
from woodstock.grounding.normal import BodyLiteral, Literal, NormalRule
from woodstock.grounding.worklist import Worklist

Key = tuple[str, str, int]

_FLUENT_RELATIONS = frozenset(("true", "next", "init", "base"))
_MOVE_RELATIONS = frozenset(("does", "legal", "input"))
_STATE = frozenset(("true", "does"))
STATIC_WEIGHT = 0.05  # static instances cost time, but vanish from the ground program
_COMPOUND = "compound term"  # stands for any nested term: names have no blank


def key_and_arguments(atom: Atom) -> tuple[Key, tuple[Term, ...]]:
    """The relation of an atom and its arguments; fluents and moves are told apart by their own names."""
    if isinstance(atom, Symbol):
        return ("", atom.name, 0), ()
    args = atom.args
    before: tuple[Term, ...] = ()
    if atom.name in _FLUENT_RELATIONS and len(args) == 1:
        kind, inner = "fluent", args[0]
    elif atom.name in _MOVE_RELATIONS and len(args) == 2:
        kind, inner, before = "move", args[1], args[:1]
    else:
        return ("", atom.name, len(args)), args
    if isinstance(inner, Function):
        return (kind, inner.name, len(inner.args)), (*before, *inner.args)
    if isinstance(inner, Symbol):
        return (kind, inner.name, 0), before
    return (kind, "", -1), (*before, inner)  # a variable stands for the whole fluent or move


class Sizes:
    """Estimates for the rules given; `dynamic` tells which relations depend on the state."""

    def __init__(self, rules: Sequence[NormalRule], observed: Iterable[Atom] = ()) -> None:
        """`observed`: all fluents and moves that are reachable, where that is known."""
        self._facts: dict[Key, int] = defaultdict(int)
        self._domains: dict[Key, list[set[str]]] = {}
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
        self._declared_domains: dict[Key, list[int]] = {}
        for atom in observed:
            self._observe(atom)
        self._observed = frozenset(self._relation_size)
        self._spread([rule for rule in rules if key_and_arguments(rule.head)[0] not in self._observed])
        self._dynamic = _dynamic_relations(rules)

    def is_dynamic(self, literal: BodyLiteral) -> bool:
        return isinstance(literal, Literal) and (literal.atom.name in self._dynamic)

    def declare(self, atom: Atom, size: float, domains: dict[str, int], dynamic: bool) -> None:
        """Make an auxiliary relation known, with its estimated size."""
        key, args = key_and_arguments(atom)
        self._relation_size[key] = size
        self._domains[key] = []
        self._declared_domains[key] = [domains.get(a.name, 1) if isinstance(a, Variable) else 1 for a in args]
        if dynamic:
            self._dynamic.add(atom.name)

    def _observe(self, atom: Atom) -> None:
        key, args = key_and_arguments(atom)
        self._relation_size[key] += 1
        for arg, domain in zip(args, self._domains.setdefault(key, [set() for _ in args]), strict=True):
            domain.add(arg.name if isinstance(arg, Symbol) else _COMPOUND)

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

    def domains(self, key: Key, count: int = 0) -> list[set[str]]:
        """The symbols that may stand at each position of a relation."""
        known = self._domains.get(key)
        return [set() for _ in range(count)] if known is None else known

    def size_of(self, key: Key) -> float:
        return self.relation(key, self._widths(key, len(self.domains(key))))

    def _widths(self, key: Key, count: int) -> list[int]:
        if key in self._declared_domains:
            return self._declared_domains[key]
        domains = self._domains.get(key)
        if domains is None or len(domains) != count:
            return [1000] * count if key[2] < 0 else [1] * count
        return [max(len(domain), 1) + (1000 if _COMPOUND in domain else 0) for domain in domains]

    def _spread(self, rules: Sequence[NormalRule]) -> None:
        """The least sets of symbols that the rules put at each position."""
        users: dict[Key, list[NormalRule]] = defaultdict(list)
        for rule in rules:
            for literal in rule.body:
                if isinstance(literal, Literal) and literal.positive:
                    users[key_and_arguments(literal.atom)[0]].append(rule)
        pending = Worklist(rules)
        for rule in pending:
            ranges = self.ranges(rule)
            if ranges is None:
                continue
            key, args = key_and_arguments(rule.head)
            new = key not in self._domains
            domains = self._domains.setdefault(key, [set() for _ in args])
            grown = new
            for arg, domain in zip(args, domains, strict=True):
                before = len(domain)
                if isinstance(arg, Variable):
                    domain |= ranges.get(arg.name, set())
                else:
                    domain.add(arg.name if isinstance(arg, Symbol) else _COMPOUND)
                grown = grown or len(domain) > before
            if grown:
                pending.add(users[key])

    def ranges(self, rule: NormalRule) -> dict[str, set[str]] | None:
        """What each variable may be; None while some positive literal has no instance."""
        ranges: dict[str, set[str]] = {}
        head_key, head_args = key_and_arguments(rule.head)
        if head_key in self._observed:
            for arg, domain in zip(head_args, self._domains[head_key], strict=True):
                if isinstance(arg, Variable):
                    ranges[arg.name] = ranges.get(arg.name, domain) & domain
        for literal in rule.body:
            if not isinstance(literal, Literal) or not literal.positive:
                continue
            key, args = key_and_arguments(literal.atom)
            if key[2] < 0 or key in self._declared_domains:
                continue
            domains = self._domains.get(key)
            if domains is None:
                return None
            for arg, domain in zip(args, domains, strict=True):
                if isinstance(arg, Variable):
                    known = ranges.get(arg.name)
                    ranges[arg.name] = domain if known is None else known & domain
                    if not ranges[arg.name]:
                        return None
                elif isinstance(arg, Symbol) and arg.name not in domain:
                    return None
        return ranges


def _dynamic_relations(rules: Sequence[NormalRule]) -> set[str]:
    """Names of relations that depend on the state or on moves."""
    dynamic = set(_STATE)
    changed = True
    while changed:
        changed = False
        for rule in rules:
            if rule.head.name not in dynamic and any(
                isinstance(literal, Literal) and literal.atom.name in dynamic for literal in rule.body
            ):
                dynamic.add(rule.head.name)
                changed = True
    return dynamic
