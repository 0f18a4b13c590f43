"""XCSP3: networks as files (RIA 2017 §4.1).

`write_csp` gives the CSP part in XCSP3-core (integers, tables with `*`), which any XCSP3 solver reads: stochastic
variables become plain ones. `write_scsp` gives the whole network: stochastic variables, `<stages>` and the threshold
as in the full format, sets of values in rows as `{a,b}`, and two blocks of our own, `<probabilities>` for conditional
tables and `<utilities>` for soft constraints. Names stand in `note` attributes, as JSON, so that reading a file back
(`read`, in `xcsp_reader`) gives an equal network.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from xml.sax.saxutils import escape, quoteattr

from woodstock.scsp.model.cells import Cell, Except, OneOf, Row, Value, Wildcard
from woodstock.scsp.model.constraint import Constraint, Variable
from woodstock.scsp.model.network import Network
from woodstock.scsp.model.probability import Probability, ProbabilityTable
from woodstock.scsp.xcsp.plain import plain_rows


def write_csp(network: Network) -> str:
    """The hard constraints in XCSP3-core. Where sets of values would take many rows, variables that classify values
    are added (`plain_rows`); what they add is determined, so solutions correspond one to one."""
    return "\n".join(_Writer(plain_rows(network), stochastic=False).lines()) + "\n"


def write_scsp(network: Network) -> str:
    """The whole network."""
    return "\n".join(_Writer(network, stochastic=True).lines()) + "\n"


class _Writer:
    def __init__(self, network: Network, *, stochastic: bool) -> None:
        self._network = network
        self._stochastic = stochastic
        self._ids = {variable.name: f"x{i}" for i, variable in enumerate(network.variables)}
        self._numbers = {v.name: {value: i for i, value in enumerate(v.domain)} for v in network.variables}

    def lines(self) -> Iterator[str]:
        network = self._network
        if self._stochastic:
            threshold = " ".join(map(str, network.threshold))
            note = json.dumps({"name": network.name, "objective": network.objective.value})
            yield (f'<instance format="XCSP3" type="SCSP" threshold="{threshold}" note={quoteattr(note)}>')
        else:
            yield '<instance format="XCSP3" type="CSP">'
        yield "  <variables>"
        for variable in network.variables:
            yield f"    {self._variable(variable)}"
        yield "  </variables>"
        yield "  <constraints>"
        for constraint in network.hard:
            yield from self._extension(constraint)
        yield "  </constraints>"
        if self._stochastic:
            yield from self._stages()
            yield from self._probabilities()
            yield from self._utilities()
        yield "</instance>"

    def _variable(self, variable: Variable) -> str:
        note = json.dumps({"name": variable.name, "values": list(variable.domain)}, ensure_ascii=False)
        kind = ""
        domain = f"0..{len(variable.domain) - 1}" if len(variable.domain) > 1 else "0"
        if self._stochastic and variable.stochastic:
            kind = ' type="stochastic"'
            table = self._network.probability_of(variable.name)
            share = Fraction(1, len(variable.domain))
            marginal = {} if table.scope else table.distribution({})
            domain = " ".join(
                f"{i}:{marginal.get(value, Fraction(0)) if not table.scope else share}"
                for i, value in enumerate(variable.domain)
            )
        return f"<var id={quoteattr(self._ids[variable.name])}{kind} note={quoteattr(note)}> {domain} </var>"

    def _cells(self, row: Row, scope: tuple[str, ...]) -> list[str]:
        return [self._cell(cell, name) for cell, name in zip(row, scope)]

    def _cell(self, cell: Cell, name: str) -> str:
        numbers = self._numbers[name]
        if isinstance(cell, Wildcard):
            return "*"
        if isinstance(cell, (Except, OneOf)):
            inner = ",".join(str(numbers[value]) for value in cell.values)
            return f"{{{inner}}}" if isinstance(cell, OneOf) else f"!{{{inner}}}"
        return str(numbers[cell])

    def _extension(self, constraint: Constraint) -> Iterator[str]:
        scope = " ".join(self._ids[name] for name in constraint.scope)
        yield f"    <extension note={quoteattr(constraint.name)}>"
        yield f"      <list> {scope} </list>"
        rows = [self._cells(row, constraint.scope) for row in constraint.rows]
        if len(constraint.scope) == 1:
            text = " ".join(cells[0] for cells in rows)
            if not self._stochastic and "*" in text:
                text = " ".join(str(i) for i in range(len(self._network[constraint.scope[0]].domain)))
        else:
            text = "".join(f"({','.join(cells)})" for cells in rows)
        yield f"      <supports> {text} </supports>"
        yield "    </extension>"

    def _stages(self) -> Iterator[str]:
        yield "  <stages>"
        for stage in self._network.stages:
            if stage.decision or not stage.stochastic:
                yield f"    <decision> {' '.join(self._ids[name] for name in stage.decision)} </decision>"
            if stage.stochastic:
                yield f"    <stochastic> {' '.join(self._ids[name] for name in stage.stochastic)} </stochastic>"
        yield "  </stages>"

    def _probabilities(self) -> Iterator[str]:
        if not self._network.probabilities:
            return
        yield "  <probabilities>"
        for table in self._network.probabilities:
            yield from self._probability(table)
        yield "  </probabilities>"

    def _probability(self, table: Probability) -> Iterator[str]:
        name = self._ids[table.variable]
        numbers = self._numbers[table.variable]
        if isinstance(table, ProbabilityTable):
            yield f'    <table of="{name}">'
            yield f"      <list> {' '.join(self._ids[other] for other in table.scope)} </list>"
            for row, distribution in table.rows:
                cells = ",".join(self._cells(row, table.scope))
                shares = " ".join(f"{numbers[value]}:{p}" for value, p in distribution)
                yield f'      <row when="({cells})"> {shares} </row>'
            yield "    </table>"
            return
        yield f'    <uniform of="{name}">'
        for value, other, needed in table.conditions:
            when = ""
            if other is not None:
                when = f' when="{self._ids[other]}={self._numbers[other][needed]}"'
            yield f"      <value{when}> {numbers[value]} </value>"
        yield "    </uniform>"

    def _utilities(self) -> Iterator[str]:
        if not self._network.soft:
            return
        yield "  <utilities>"
        for constraint in self._network.soft:
            assert constraint.utilities is not None
            yield f"    <utility note={quoteattr(constraint.name)}>"
            yield f"      <list> {' '.join(self._ids[name] for name in constraint.scope)} </list>"
            for row, gains in zip(constraint.rows, constraint.utilities):
                cells = escape(",".join(self._cells(row, constraint.scope)))
                yield f'      <row when="({cells})"> {" ".join(map(str, gains))} </row>'
            yield "    </utility>"
        yield "  </utilities>"


def value_names(note: str | None, count: int) -> tuple[str | None, tuple[Value, ...]]:
    """The name and value names a note gives, or none and the numbers."""
    try:
        parsed = json.loads(note) if note else {}
    except (ValueError, RecursionError):
        parsed = {}
    values = parsed.get("values") if isinstance(parsed, dict) else None
    if isinstance(values, list) and len(values) == count and all(isinstance(v, (str, int)) for v in values):
        return str(parsed.get("name", "")) or None, tuple(values)
    return None, tuple(range(count))
