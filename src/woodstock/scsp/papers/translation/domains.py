"""Domain extraction (2014 §4.3): which constants can stand at which argument, by arc consistency on the flat rules.

The constants of a position are those written there, and those that reach it through a variable of some rule and have a
support: a value of every other position of that rule that shares the variable. So the raven of the small orchard, which
`succ` takes from 1 to 0, never has 2 pieces, though `succ` has a row for two fruits (Table 2). The domain of a fluent is
the product over its positions, that of a role's action the union of such products over its moves.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import prod

from woodstock.gdl.terms import Symbol
from woodstock.scsp.model.constraint import NetworkError
from woodstock.scsp.papers.translation.elimination import FlatAtom, FlatRule, Plain
from woodstock.scsp.papers.translation.statics import Rows
from woodstock.scsp.papers.translation.values import Ground

Shape = str | tuple[str, int]
"""A constant, or a function with its number of arguments: the terms it makes are told by its own positions."""
Position = tuple[str, str, int, int]  # relation or function, its name, its number of arguments, which of them
Sets = dict[str, set[Shape]]

MOST_DEPTH = 8
SKIPPED = frozenset({"base", "input", "sees", "goal", "terminal"})


@dataclass
class Domains:
    """Shapes per position; values are built from them when asked for."""

    roles: tuple[str, ...]
    rows: Rows
    positions: dict[Position, set[Shape]] = field(default_factory=dict)
    actions: dict[str, set[Shape]] = field(default_factory=dict)

    @property
    def fluents(self) -> list[tuple[str, int]]:
        """Names and numbers of arguments of the fluents."""
        shapes = self.positions.get(("relation", "true", 1, 0), set())
        return sorted((shape, 0) if isinstance(shape, str) else shape for shape in shapes)

    def arguments(self, kind: str, name: str, arity: int) -> list[set[Shape]]:
        return [self.positions.get((kind, name, arity, index), set()) for index in range(arity)]

    def count(self, kind: str, name: str, arity: int) -> int:
        """How many tuples of arguments there are."""
        return prod(self.count_of(shapes) for shapes in self.arguments(kind, name, arity))

    def count_of(self, shapes: Iterable[Shape], depth: int = 0) -> int:
        self._check(depth)
        return sum(
            1
            if isinstance(s, str)
            else prod(self.count_of(held, depth + 1) for held in self.arguments("function", *s))
            for s in shapes
        )

    def tuples(self, kind: str, name: str, arity: int) -> list[tuple[Ground, ...]]:
        """The product over the positions of a relation or a function."""
        return list(itertools.product(*(self.values(held) for held in self.arguments(kind, name, arity))))

    def values(self, shapes: Iterable[Shape], depth: int = 0) -> list[Ground]:
        self._check(depth)
        found: list[Ground] = []
        for shape in sorted(shapes, key=str):
            if isinstance(shape, str):
                found.append(shape)
                continue
            parts = [self.values(held, depth + 1) for held in self.arguments("function", *shape)]
            found += ((shape[0], *args) for args in itertools.product(*parts))
        return found

    @staticmethod
    def _check(depth: int) -> None:
        if depth > MOST_DEPTH:
            raise NetworkError(
                f"terms nest deeper than {MOST_DEPTH}: the domains of 2014's translation have no end; "
                "use `woodstock network` without --translation"
            )


def extract_domains(rules: Sequence[FlatRule], rows: Rows) -> Domains:
    """The least sets in which every rule's heads find what its body supports."""
    roles = tuple(dict.fromkeys(str(row[0]) for row in sorted(rows[("role", 1)])))
    domains = Domains(roles, rows, actions={role: set() for role in roles})
    for (name, arity), held in rows.items():
        for row in held:
            for index, value in enumerate(row):
                _add_value(domains, ("relation", name, arity, index), value)
    kept = [rule for rule in rules if not _is_settled(rule.heads[0], rows)]
    while any(_propagate(rule, domains) for rule in kept):
        pass
    return domains


def _is_settled(head: FlatAtom, rows: Rows) -> bool:
    return head.name in SKIPPED or (head.name, len(head.args)) in rows


def _add_value(domains: Domains, position: Position, value: Ground) -> None:
    held = domains.positions.setdefault(position, set())
    if isinstance(value, str):
        held.add(value)
        return
    name, arity = str(value[0]), len(value) - 1
    held.add((name, arity))
    for index, part in enumerate(value[1:]):
        _add_value(domains, ("function", name, arity, index), part)


def _propagate(rule: FlatRule, domains: Domains) -> bool:
    """Adds what the rule's heads can hold; whether that was anything new."""
    sets: Sets = {}
    while True:
        before = {name: len(held) for name, held in sets.items()}
        if not all(_filter(atom, domains, sets) for atom in rule.body if not (atom.negated or atom.denied)):
            return False
        for left, right, differ in rule.apart:
            _keep_apart(left, right, differ, sets)
        if not all(sets.values()):
            return False
        if before == {name: len(held) for name, held in sets.items()}:
            break
    for atom in rule.heads:
        if atom.function:
            sets[atom.args[-1].name] = {(atom.name, len(atom.args) - 1)}
    return any(_add_head(atom, domains, sets) for atom in rule.heads)


def _filter(atom: FlatAtom, domains: Domains, sets: Sets) -> bool:
    """Keeps of each variable what the atom supports; whether it holds for anything."""
    if atom.function:
        *args, name = atom.args
        shapes = domains.arguments("function", atom.name, len(args))
        return _restrict(name, {(atom.name, len(args))}, sets) and all(
            _restrict(arg, held, sets) for arg, held in zip(args, shapes)
        )
    if atom.name == "does":
        role, move = atom.args
        if not _restrict(role, set(domains.roles), sets):
            return False
        movers = [role.name] if isinstance(role, Symbol) else sorted(map(str, sets[role.name]))
        return _restrict(move, set().union(*(domains.actions.get(mover, set()) for mover in movers)), sets)
    rows = domains.rows.get((atom.name, len(atom.args)))
    if rows is not None:
        return _supported(atom, rows, sets)
    shapes = domains.arguments("relation", atom.name, len(atom.args))
    return all(_restrict(arg, held, sets) for arg, held in zip(atom.args, shapes))


def _supported(atom: FlatAtom, rows: set[tuple[Ground, ...]], sets: Sets) -> bool:
    """Arc consistency on a table: values without a row go."""
    kept: list[set[Shape]] = [set() for _ in atom.args]
    for row in rows:
        shapes: list[Shape] = [v if isinstance(v, str) else (str(v[0]), len(v) - 1) for v in row]
        same: dict[str, Shape] = {}
        if all(
            arg.name == shape
            if isinstance(arg, Symbol)
            else shape in sets.get(arg.name, (shape,)) and same.setdefault(arg.name, shape) == shape
            for arg, shape in zip(atom.args, shapes)
        ):
            for held, shape in zip(kept, shapes):
                held.add(shape)
    return all(_restrict(arg, held, sets) for arg, held in zip(atom.args, kept))


def _restrict(arg: Plain, held: set[Shape], sets: Sets) -> bool:
    if isinstance(arg, Symbol):
        return arg.name in held
    known = sets.get(arg.name)
    sets[arg.name] = set(held) if known is None else known & held
    return bool(sets[arg.name])


def _keep_apart(left: Plain, right: Plain, differ: bool, sets: Sets) -> None:
    """`distinct` from a constant takes it away; two variables are apart in rows, not in their positions."""
    for one, other in ((left, right), (right, left)):
        if differ and isinstance(one, Symbol) and not isinstance(other, Symbol) and other.name in sets:
            sets[other.name].discard(one.name)


def _add_head(atom: FlatAtom, domains: Domains, sets: Sets) -> bool:
    if atom.name == "legal" and not atom.function:
        role, move = atom.args
        movers = {role.name} if isinstance(role, Symbol) else set(map(str, sets[role.name]))
        return any(_grow(domains.actions[m], move, sets) for m in movers if m in domains.actions)
    kind, args = "relation", atom.args
    if atom.function:
        kind, args = "function", atom.args[:-1]
    name = "true" if atom.name in ("init", "next") and not atom.function else atom.name
    return any(
        _grow(domains.positions.setdefault((kind, name, len(args), i), set()), arg, sets)
        for i, arg in enumerate(args)
    )


def _grow(held: set[Shape], arg: Plain, sets: Sets) -> bool:
    before = len(held)
    held |= {arg.name} if isinstance(arg, Symbol) else sets.get(arg.name, set())
    return len(held) > before
