"""Rows of tables as bit sets: one whole number per row, a bit per value of each column. Intersection is `&`, and one
row is within another if `row & ~other` is 0."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from woodstock.scsp.model.cells import STAR, Cell, Except, OneOf, Row, Value, Wildcard
from woodstock.scsp.model.constraint import Constraint

Domain = tuple[Value, ...]


def values_of(cell: Cell, domain: Domain) -> frozenset[Value]:
    match cell:
        case Wildcard():
            return frozenset(domain)
        case Except(values=values):
            return frozenset(domain).difference(values)
        case OneOf(values=values):
            return frozenset(domain).intersection(values)
    return frozenset((cell,)).intersection(domain)


def cell_of(values: frozenset[Value], domain: Domain) -> Cell:
    """The shortest cell for a set of values."""
    if len(values) == len(domain):
        return STAR
    if len(values) == 1:
        return next(iter(values))
    if 2 * len(values) > len(domain):
        return Except(*(value for value in domain if value not in values))
    return OneOf(*(value for value in domain if value in values))


class RowPacker:
    """Packs rows over the columns of some domains, first column lowest."""

    def __init__(self, domains: Sequence[Domain]) -> None:
        self._domains = domains
        self._starts = list(itertools.accumulate(map(len, domains), initial=0))
        self._full = [((1 << len(d)) - 1) << start for d, start in zip(domains, self._starts)]
        self._bits = [{v: 1 << start + i for i, v in enumerate(d)} for d, start in zip(domains, self._starts)]
        self._known: list[dict[Cell, int]] = [{} for _ in domains]

    def cell(self, column: int, cell: Cell) -> int:
        bits = self._known[column].get(cell)
        if bits is None:
            bits = self._pack(column, cell)
            self._known[column][cell] = bits
        return bits

    def _pack(self, column: int, cell: Cell) -> int:
        bits = self._bits[column]
        match cell:
            case Wildcard():
                return self._full[column]
            case Except(values=values):
                return self._full[column] & ~sum(bits.get(value, 0) for value in set(values))
            case OneOf(values=values):
                return sum(bits.get(value, 0) for value in set(values))
        return bits.get(cell, 0)

    def pack(self, row: Row, columns: Sequence[int]) -> int:
        """A row whose cells stand in some of the columns; the others are free."""
        packed = 0
        missing = dict.fromkeys(range(len(self._domains)))
        for column, cell in zip(columns, row):
            packed |= self.cell(column, cell)
            del missing[column]
        for column in missing:
            packed |= self._full[column]
        return packed

    def possible(self, packed: int) -> bool:
        """Whether every column has a value."""
        return all(packed & full for full in self._full)

    def unpack(self, packed: int) -> Row:
        cells = []
        for column, domain in enumerate(self._domains):
            bits = packed & self._full[column]
            held = frozenset(value for value, bit in self._bits[column].items() if bits & bit)
            cells.append(cell_of(held, domain))
        return tuple(cells)

    def below(self, column: int) -> int:
        """A mask of the columns before one."""
        return (1 << self._starts[column]) - 1


def maximal(rows: Iterable[int]) -> list[int]:
    """The rows that no other one contains."""
    kept: list[int] = []
    outside: list[int] = []
    for row in sorted(set(rows), key=int.bit_count, reverse=True):
        if all(row & rest for rest in outside):
            kept.append(row)
            outside.append(~row)
    return kept


def project(constraint: Constraint, names: Iterable[str], domains: dict[str, Domain]) -> Constraint:
    """A hard constraint on some of its variables."""
    gone = [i for i, name in enumerate(constraint.scope) if name not in set(names)]
    kept = [i for i in range(len(constraint.scope)) if i not in gone]
    order = [*kept, *gone]
    packer = RowPacker([domains[constraint.scope[i]] for i in order])
    place = {column: number for number, column in enumerate(order)}
    columns = [place[i] for i in range(len(constraint.scope))]
    packed = (packer.pack(row, columns) for row in constraint.rows)
    mask = packer.below(len(kept))
    scope = tuple(constraint.scope[i] for i in kept)
    narrow = RowPacker([domains[name] for name in scope])
    rows = maximal(row & mask for row in packed if packer.possible(row))
    return Constraint(constraint.name, scope, tuple(map(narrow.unpack, rows)))


def join(
    left: Constraint,
    right: Constraint,
    domains: dict[str, Domain],
    *,
    without: str | None = None,
    most: int | None = None,
    name: str | None = None,
) -> Constraint | None:
    """What both hard constraints allow, on the variables of both but `without`; None if it takes more than `most`
    rows."""
    shared = [n for n in dict.fromkeys(left.scope + right.scope) if n != without]
    scope = [*shared, *((without,) if without is not None else ())]
    packer = RowPacker([domains[n] for n in scope])
    place = {n: number for number, n in enumerate(scope)}
    ours = {packer.pack(row, [place[n] for n in left.scope]) for row in left.rows}
    theirs = {packer.pack(row, [place[n] for n in right.scope]) for row in right.rows}
    if most is not None and len(ours) * len(theirs) > 64 * most:
        return None
    mask = packer.below(len(shared))
    rows: set[int] = set()
    for a in ours:
        rows.update(both & mask for b in theirs if packer.possible(both := a & b))
        if most is not None and len(rows) > 2 * most:  # few of them will be subsumed
            return None
    kept = maximal(rows)
    if most is not None and len(kept) > most:
        return None
    narrow = RowPacker([domains[n] for n in shared])
    return Constraint(name or left.name, tuple(shared), tuple(map(narrow.unpack, kept)))
