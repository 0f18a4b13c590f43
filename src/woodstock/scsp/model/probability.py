"""Conditional probability tables of stochastic variables, with exact probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from woodstock.scsp.model.cells import Row, Value, row_matches
from woodstock.scsp.model.constraint import Assignment, NetworkError, Variable


@dataclass(frozen=True, slots=True)
class ProbabilityTable:
    """P(variable | scope): the first matching row gives the distribution; values it leaves out have
    probability 0."""

    variable: str
    scope: tuple[str, ...]
    rows: tuple[tuple[Row, tuple[tuple[Value, Fraction], ...]], ...]

    def __post_init__(self) -> None:
        for number, (row, distribution) in enumerate(self.rows, 1):
            if len(row) != len(self.scope):
                raise NetworkError(f"probabilities of {self.variable}, row {number}: wrong number of cells")
            total = sum(p for _, p in distribution)
            if total != 1 or any(p < 0 for _, p in distribution):
                raise NetworkError(
                    f"probabilities of {self.variable}, row {number}: they sum to {total}; make them sum to 1"
                )

    def distribution(self, assignment: Assignment) -> dict[Value, Fraction]:
        values = [assignment[name] for name in self.scope]
        for row, distribution in self.rows:
            if row_matches(row, values):
                return {value: p for value, p in distribution if p}
        return {}


@dataclass(frozen=True, slots=True)
class UniformTable:
    """P(variable | scope), uniform over the values whose condition holds (2016, §3.2): `conditions[i]` is
    `(value, name, required)`, so that `value` may occur if the variable `name` has the value `required`, or
    `(value, None, 0)` if it may always."""

    variable: str
    conditions: tuple[tuple[Value, str | None, Value], ...]

    @property
    def scope(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for _, name, _ in self.conditions if name is not None))

    def distribution(self, assignment: Assignment) -> dict[Value, Fraction]:
        possible = [v for v, name, need in self.conditions if name is None or assignment[name] == need]
        return {value: Fraction(1, len(possible)) for value in possible}


Probability = ProbabilityTable | UniformTable


def uniform(variable: Variable) -> UniformTable:
    return UniformTable(variable.name, tuple((value, None, 0) for value in variable.domain))
