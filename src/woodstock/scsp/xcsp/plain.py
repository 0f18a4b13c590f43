"""Networks whose rows have values and stars only, for solvers that know no sets of values.

A set cell is written out where that takes few rows. Elsewhere its column goes through a new variable that tells apart
only the classes of values the table tells apart (as Compact-Table does inside): `x ≠ a` needs two classes, however
large the domain of x is. The new variables are determined by the old ones, so solutions correspond one to one.
"""

from __future__ import annotations

import itertools
from dataclasses import replace

from woodstock.scsp.model.cells import Cell, Except, OneOf, Row, Value, Wildcard
from woodstock.scsp.model.constraint import Constraint, Variable
from woodstock.scsp.model.network import Network, Stage
from woodstock.scsp.model.packed import values_of

MOST_ROWS = 16
"""That a row may become before its columns are classified."""


def plain_rows(network: Network) -> Network:
    """The network without set cells in hard constraints."""
    classifier = _Classifier(network)
    constraints = [classifier.plain(c) if c.hard else c for c in network.constraints]
    if not classifier.variables:
        return replace(network, constraints=tuple(constraints))
    last = Stage(tuple(variable.name for variable in classifier.variables))
    return replace(
        network,
        variables=(*network.variables, *classifier.variables),
        stages=(*network.stages, last),
        constraints=(*constraints, *classifier.tables),
    )


class _Classifier:
    def __init__(self, network: Network) -> None:
        self._network = network
        self._known: dict[tuple[str, tuple[frozenset[Value], ...]], Variable] = {}
        self.variables: list[Variable] = []
        self.tables: list[Constraint] = []

    def plain(self, constraint: Constraint) -> Constraint:
        domains = [self._network[name].domain for name in constraint.scope]
        if max((_row_count(row, domains) for row in constraint.rows), default=0) <= MOST_ROWS:
            rows = tuple(r for row in constraint.rows for r in _written_out(row, domains))
            return Constraint(constraint.name, constraint.scope, rows)
        scope: list[str] = []
        columns: list[list[tuple[Cell, ...]]] = []  # per column, per row: the cells that replace its cell
        for position, name in enumerate(constraint.scope):
            cells = [row[position] for row in constraint.rows]
            if not any(isinstance(cell, (Except, OneOf)) for cell in cells):
                scope.append(name)
                columns.append([(cell,) for cell in cells])
                continue
            classes = _classes(cells, domains[position])
            variable = self._class_variable(name, classes)
            scope.append(variable.name)
            columns.append([_in_classes(cell, classes, domains[position]) for cell in cells])
        rows = tuple(row for options in zip(*columns) for row in itertools.product(*options))
        return Constraint(constraint.name, tuple(scope), rows)

    def _class_variable(self, name: str, classes: tuple[frozenset[Value], ...]) -> Variable:
        key = (name, classes)
        if key not in self._known:
            variable = Variable(f"class{len(self._known)}({name})", tuple(range(len(classes))))
            rows = tuple(
                (value, number) for number, values in enumerate(classes) for value in sorted(values, key=str)
            )
            self.variables.append(variable)
            self.tables.append(Constraint(variable.name, (name, variable.name), rows))
            self._known[key] = variable
        return self._known[key]


def _row_count(row: Row, domains: list[tuple[Value, ...]]) -> int:
    count = 1
    for cell, domain in zip(row, domains):
        if isinstance(cell, (Except, OneOf)):
            count *= len(values_of(cell, domain))
    return count


def _written_out(row: Row, domains: list[tuple[Value, ...]]) -> list[Row]:
    options: list[tuple[Cell, ...]] = []
    for cell, domain in zip(row, domains):
        if isinstance(cell, (Except, OneOf)):
            held = values_of(cell, domain)
            options.append(tuple(value for value in domain if value in held))
        else:
            options.append((cell,))
    return list(itertools.product(*options))


def _classes(cells: list[Cell], domain: tuple[Value, ...]) -> tuple[frozenset[Value], ...]:
    """The values that every cell treats alike."""
    sets = [values_of(cell, domain) for cell in dict.fromkeys(cells)]
    groups: dict[tuple[bool, ...], list[Value]] = {}
    for value in domain:
        groups.setdefault(tuple(value in held for held in sets), []).append(value)
    return tuple(frozenset(group) for group in groups.values())


def _in_classes(
    cell: Cell, classes: tuple[frozenset[Value], ...], domain: tuple[Value, ...]
) -> tuple[Cell, ...]:
    if isinstance(cell, Wildcard):
        return (cell,)
    held = values_of(cell, domain)
    return tuple(number for number, values in enumerate(classes) if values <= held)
