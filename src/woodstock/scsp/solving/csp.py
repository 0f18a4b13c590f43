"""The CSP part of a network on the native solvers: compile once, enumerate solutions lazily.

Hard constraints become tables, names become numbers. Soft constraints and probabilities take no part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from woodstock import _core
from woodstock.scsp.model.cells import Cell, Except, OneOf, Row, Value, Wildcard
from woodstock.scsp.model.constraint import Constraint, Variable
from woodstock.scsp.model.network import Network


@dataclass(frozen=True)
class CompiledNetwork:
    """A native problem with the names its numbers stand for."""

    variables: tuple[Variable, ...]
    csp: _core.Csp
    index: dict[str, int]
    values: tuple[dict[Value, int], ...]

    def decode(self, numbers: Sequence[int]) -> dict[str, Value]:
        return {v.name: v.domain[number] for v, number in zip(self.variables, numbers)}

    def domain(self, propagation: _core.Propagation, name: str) -> tuple[Value, ...]:
        """What is left of a variable's domain."""
        variable = self.variables[self.index[name]]
        return tuple(variable.domain[number] for number in propagation.domain(self.index[name]))

    def assign(self, propagation: _core.Propagation, name: str, value: Value) -> bool:
        number = self.index[name]
        return propagation.assign(number, self.values[number][value])


def compile_network(network: Network) -> CompiledNetwork:
    """The hard constraints of a network as a native problem."""
    return compile_constraints(network.order, network.hard)


def compile_constraints(variables: Sequence[Variable], constraints: Sequence[Constraint]) -> CompiledNetwork:
    csp = _core.Csp()
    index = {variable.name: number for number, variable in enumerate(variables)}
    values = tuple({value: i for i, value in enumerate(variable.domain)} for variable in variables)
    for variable in variables:
        csp.add_variable(len(variable.domain))
    for constraint in constraints:
        scope = [index[name] for name in constraint.scope]
        if not scope:  # a constant: true, or nothing is a solution
            if not constraint.rows:
                csp.add_table([csp.add_variable(1)], [])
            continue
        csp.add_table(scope, *compile_rows(constraint.rows, [values[x] for x in scope]))
    return CompiledNetwork(tuple(variables), csp, index, values)


def compile_rows(
    rows: Iterable[Row], numbers: Sequence[dict[Value, int]]
) -> tuple[list[int], list[tuple[bool, list[int]]]]:
    """Cells and sets of a native table; `numbers` gives per column the numbers of its values."""
    places: dict[tuple[int, Cell], int] = {}
    sets: list[tuple[bool, list[int]]] = []
    cells: list[int] = []
    for row in rows:
        for column, cell in enumerate(row):
            if isinstance(cell, Wildcard):
                cells.append(-1)
            elif isinstance(cell, (Except, OneOf)):
                if (column, cell) not in places:  # columns number the same value differently
                    places[column, cell] = len(sets)
                    members = [numbers[column][value] for value in cell.values]
                    sets.append((isinstance(cell, Except), members))
                cells.append(-2 - places[column, cell])
            else:
                cells.append(numbers[column][cell])
    return cells, sets


def solutions(
    network: Network,
    *,
    first: Sequence[str] = (),
    inference: _core.Inference = _core.Inference.arc_consistency,
    filter: _core.Filter = _core.Filter.compact_table,
) -> Iterator[dict[str, Value]]:
    """Every complete instantiation that all hard constraints allow, as they are found."""
    compiled = compile_network(network)
    propagation = _core.Propagation(compiled.csp, filter)
    search = _core.CspSearch(propagation, [compiled.index[name] for name in first], inference)
    while (numbers := search.next()) is not None:
        yield compiled.decode(numbers)
