"""Every output of a completion as a set of cubes that depends as little as possible on how the rules are written.

An output whose cone has few inputs becomes the prime implicants of its truth table: two rules that say the same in
different words are one (the syntactic bias of 004 §3.2 is gone). A larger one keeps the structure of its definition,
with conjunctions and disjunctions flattened and subsumed cubes left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from woodstock.compile.completion import Completion
from woodstock.deadline import Deadline
from woodstock.symmetry.possible import Possible
from woodstock.symmetry.primes import full, pattern, primes

MOST_INPUTS = 10
MOST_PRIMES = 300
MOST_FLATTENED = 64
MOST_COMPARED = 150

Cubes = frozenset[frozenset[int]]
"""A disjunction of conjunctions of literals: twice a node, and one more where it is negated."""

TRUE: Cubes = frozenset([frozenset()])
FALSE: Cubes = frozenset()


class Constants(Protocol):
    """`Possible` is one."""

    def constant(self, atom: int) -> bool | None:
        """The one value an atom has; None if it may have both."""


class Cones:
    """Nodes are the inputs, by atom, and after them whatever definitions had to stay."""

    def __init__(
        self, completion: Completion, possible: Constants | None = None, deadline: Deadline | None = None
    ) -> None:
        deadline = deadline or Deadline()
        self._definitions = completion.definitions
        self._possible = possible or Possible(completion)
        atoms = completion.atoms
        self._inputs = frozenset((*atoms.fluents, *atoms.moves))
        self.nodes: dict[Cubes, int] = {}  # what stayed, with its number
        self._first_node = self._definitions.atom_count
        self._bodies: dict[int, list[list[int]]] = {}
        self._support: dict[int, frozenset[int] | None] = {}
        self._cubes: dict[int, Cubes] = {}
        for atom in deadline.over(self._definitions.order):
            self._simplify(atom)
        for atom in deadline.over(self._definitions.order):  # inputs before users: no deep recursion
            if atom in self._support and self._support[atom] is None:
                self.of(atom)

    def is_input(self, node: int) -> bool:
        return node in self._inputs

    def _simplify(self, atom: int) -> None:
        """Bodies without constants, and the inputs below where they are few."""
        if self._possible.constant(atom) is not None:
            return
        bodies = []
        support: frozenset[int] | None = frozenset()
        for body in self._definitions.bodies(atom):
            left = []
            for literal in body:
                value = self._possible.constant(abs(literal) - 1)
                if value is None:
                    left.append(literal)
                elif value != (literal > 0):
                    break
            else:
                bodies.append(left)
                for literal in left:
                    if support is None:
                        break
                    below = abs(literal) - 1
                    more = frozenset([below]) if below in self._inputs else self._support.get(below)
                    support = None if more is None else support | more
                    if support is not None and len(support) > MOST_INPUTS:
                        support = None
        self._bodies[atom] = bodies
        self._support[atom] = support

    def of(self, atom: int) -> Cubes:
        """The cubes of an atom, over inputs and nodes."""
        found = self._cubes.get(atom)
        if found is None:
            found = self._cubes[atom] = self._build(atom)
        return found

    def of_any(self, atoms: Iterable[int]) -> Cubes:
        """The disjunction of atoms."""
        return frozenset().union(*map(self.of, atoms))

    def _build(self, atom: int) -> Cubes:
        value = self._possible.constant(atom)
        if value is not None:
            return TRUE if value else FALSE
        if atom in self._inputs:
            return frozenset([frozenset([2 * atom])])
        small = self._canonical(atom)
        return small if small is not None else self._structure(atom)

    def _canonical(self, atom: int) -> Cubes | None:
        support = self._support[atom]
        if support is None:
            return None
        inputs = sorted(support)
        width = len(inputs)
        tables = {each: pattern(place, width) for place, each in enumerate(inputs)}
        found = primes(self._table(atom, tables, full(width)), width)
        if len(found) > MOST_PRIMES:
            return None
        return frozenset(frozenset(2 * inputs[i] + (not value) for i, value in cube) for cube in found)

    def _table(self, atom: int, tables: dict[int, int], everything: int) -> int:
        found = tables.get(atom)
        if found is not None:
            return found
        todo = [atom]
        while todo:
            top = todo[-1]
            if top in tables:
                todo.pop()
                continue
            missing = {abs(literal) - 1 for body in self._bodies[top] for literal in body} - tables.keys()
            if missing:
                todo.extend(missing)
                continue
            table = 0
            for body in self._bodies[top]:
                term = everything
                for literal in body:
                    below = tables[abs(literal) - 1]
                    term &= below if literal > 0 else everything ^ below
                table |= term
            tables[todo.pop()] = table
        return tables[atom]

    def _structure(self, atom: int) -> Cubes:
        cubes: set[frozenset[int]] = set()
        for body in self._bodies[atom]:
            if len(body) == 1 and body[0] > 0:
                whole = self.of(body[0] - 1)
                if len(whole) <= MOST_FLATTENED:
                    cubes |= whole
                    continue
            literals: set[int] = set()
            for literal in body:
                literals.update(self._literals(literal))
            if not any(literal ^ 1 in literals for literal in literals):
                cubes.add(frozenset(literals))
        if len(cubes) <= MOST_COMPARED:
            cubes = {cube for cube in cubes if not any(other < cube for other in cubes)}
        return frozenset(cubes)

    def _literals(self, literal: int) -> Iterable[int]:
        """A literal as a conjunction: of its own parts where it is one, else of a single node."""
        below = self.of(abs(literal) - 1)
        if literal > 0 and len(below) == 1:
            return next(iter(below))
        if literal < 0 and all(len(cube) == 1 for cube in below):
            return [next(iter(cube)) ^ 1 for cube in below]
        node = self.nodes.setdefault(below, self._first_node + len(self.nodes))
        return [2 * node + (literal < 0)]
