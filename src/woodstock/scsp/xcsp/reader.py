"""Reading XCSP3: our own SCSP and CSP files, and ordinary CSP files whose constraints are tables.

Variables and arrays, `<extension>` with supports or conflicts, short tuples, `<group>` and `<block>` are read.
Anything else is refused with file, line and what to do.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from woodstock.scsp.model.cells import Row, Value, row_matches
from woodstock.scsp.model.constraint import Constraint, NetworkError
from woodstock.scsp.model.network import Network, Objective, Stage
from woodstock.scsp.model.probability import Probability, ProbabilityTable, UniformTable
from woodstock.scsp.xcsp.variables import Declared
from woodstock.scsp.xcsp.xml_tree import Element, XmlError, parse_xml

CONFLICT_LIMIT = 1_000_000  # tuples a table of conflicts may range over


def read_file(path: Path) -> Network:
    """The network in an XCSP3 file, in UTF-8."""
    data = path.read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise XmlError(str(path), line, "this is not UTF-8; save the file in UTF-8") from None
    return read(text, str(path))


def read(text: str, file: str = "") -> Network:
    """The network of an XCSP3 file."""
    return _Reader(file).read(parse_xml(text, file))


class _Reader(Declared):
    def __init__(self, file: str) -> None:
        super().__init__(file)
        self._constraints: list[Constraint] = []

    def read(self, root: Element) -> Network:
        if root.name != "instance":
            raise self._error(root, f"<{root.name}> is not an XCSP3 instance; expected <instance>")
        kind = root.attributes.get("type", "CSP")
        if kind not in ("CSP", "SCSP"):
            raise self._error(root, f"an instance of type {kind} is not supported; CSP and SCSP are")
        listed = root.child("variables")
        if listed is None:
            raise self._error(root, "the instance has no <variables>")
        for element in listed.children:
            self._read_variables(element)
        block = root.child("constraints")
        for element in block.children if block is not None else ():
            self._read_constraint(element)
        utilities = root.child("utilities")
        for element in utilities.children if utilities is not None else ():
            self._constraints.append(self._read_utility(element))
        note = self._json(root.attributes.get("note"))
        threshold = tuple(
            self._fraction(root, word) for word in root.attributes.get("threshold", "0").split()
        )
        try:
            return Network(
                tuple(self._variables.values()),
                self._read_stages(root),
                tuple(self._constraints),
                tuple(self._read_probabilities(root)),
                threshold,
                self._objective(root, note.get("objective", "utility")),
                str(note.get("name", "network")),
            )
        except XmlError:
            raise
        except NetworkError as error:
            raise self._error(root, str(error)) from None

    def _objective(self, element: Element, name: object) -> Objective:
        known = [each.value for each in Objective]
        if name not in known:
            raise self._error(element, f"the objective {name!r} is none of {', '.join(known)}")
        return Objective(name)

    @staticmethod
    def _json(note: str | None) -> dict[str, object]:
        try:
            parsed = json.loads(note) if note else {}
        except (ValueError, RecursionError):
            return {}
        return parsed if isinstance(parsed, dict) else {}

    # ── constraints ───────────────────────────────────────────────────────────────────────────────────────────

    def _read_constraint(self, element: Element, arguments: list[str] | None = None) -> None:
        if element.name == "block":
            for child in element.children:
                self._read_constraint(child)
        elif element.name == "group":
            template = next((child for child in element.children if child.name != "args"), None)
            if template is None:
                raise self._error(element, "<group> has no constraint")
            for args in element.all("args"):
                self._read_constraint(template, self._scope(args, args.text))
        elif element.name == "extension":
            self._read_extension(element, arguments)
        else:
            raise self._error(
                element, f"constraint <{element.name}> is not supported; only tables (<extension>) are"
            )

    def _read_extension(self, element: Element, arguments: list[str] | None) -> None:
        listed = element.child("list")
        supports, conflicts = element.child("supports"), element.child("conflicts")
        table = supports if supports is not None else conflicts
        if listed is None or table is None:
            raise self._error(element, "<extension> needs <list> and <supports> or <conflicts>")
        ids: list[str] = []
        for word in listed.text.split():
            if word == "%...":
                ids.extend((arguments or [])[len(ids) :])
            elif word.startswith("%"):
                position = self._number(listed, word[1:])
                if arguments is None or position >= len(arguments):
                    raise self._error(listed, f"{word} has no argument")
                ids.append(arguments[position])
            else:
                ids.extend(self._scope(listed, word))
        rows = tuple(self._rows(table, ids))
        if conflicts is not None and supports is None:
            rows = self._complement(table, ids, rows)
        name = element.attributes.get("note") or f"extension {len(self._constraints)}"
        try:
            scope = tuple(self._variables[x].name for x in ids)
            self._constraints.append(Constraint(name, scope, rows))
        except NetworkError as error:
            raise self._error(element, str(error)) from None

    def _rows(self, element: Element, ids: list[str]) -> Iterator[Row]:
        text = element.text.strip()
        if len(ids) == 1 and "(" not in text:
            for word in text.split():
                first, dots, last = word.partition("..")
                if dots:
                    for number in self._range(
                        element, self._number(element, first), self._number(element, last)
                    ):
                        yield (self._value(element, ids[0], str(number)),)
                else:
                    yield (self._value(element, ids[0], word),)
            return
        for part in text.split(")")[:-1]:
            words = _split_cells(part.strip().removeprefix("("))
            if len(words) != len(ids):
                raise self._error(element, f"the tuple ({', '.join(words)}) has not {len(ids)} values")
            yield tuple(self._value(element, x, word) for x, word in zip(ids, words))

    def _complement(self, element: Element, ids: list[str], rows: tuple[Row, ...]) -> tuple[Row, ...]:
        size = 1
        for x in ids:
            size *= len(self._variables[x].domain)
        if size > CONFLICT_LIMIT:
            raise self._error(element, f"conflicts over {size:,} tuples are too many; give supports")
        every = itertools.product(*(self._variables[x].domain for x in ids))
        return tuple(values for values in every if not any(row_matches(row, values) for row in rows))

    # ── stages, probabilities, utilities ──────────────────────────────────────────────────────────────────────

    def _read_stages(self, root: Element) -> tuple[Stage, ...]:
        element = root.child("stages")
        if element is None:
            chance = [v.name for v in self._variables.values() if v.stochastic]
            return (
                Stage(tuple(v.name for v in self._variables.values() if not v.stochastic), tuple(chance)),
            )
        stages: list[Stage] = []
        for part in element.children:
            names = tuple(self._variables[x].name for x in self._scope(part, part.text))
            if part.name == "decision":
                stages.append(Stage(names))
            elif part.name == "stochastic":
                if stages and not stages[-1].stochastic:
                    stages[-1] = Stage(stages[-1].decision, names)
                else:
                    stages.append(Stage((), names))
            else:
                raise self._error(part, f"<{part.name}> is not part of <stages>")
        return tuple(stages)

    def _read_probabilities(self, root: Element) -> Iterator[Probability]:
        block = root.child("probabilities")
        done = set()
        for element in block.children if block is not None else ():
            x = self._one(element, element.attributes.get("of", ""))
            done.add(x)
            if element.name == "uniform":
                yield self._read_uniform(element, x)
            elif element.name == "table":
                yield self._read_table(element, x)
            else:
                raise self._error(element, f"<{element.name}> is not part of <probabilities>")
        for element in self._stochastic_elements(root):
            x = element.attributes["id"]
            if x in self._arrays:
                raise self._error(
                    element, "an array of stochastic variables is not read; declare each as a <var>"
                )
            if x not in done:
                yield ProbabilityTable(self._variables[x].name, (), (((), self._shares(element, x)),))

    def _stochastic_elements(self, root: Element) -> Iterator[Element]:
        listed = root.child("variables")
        assert listed is not None
        return (e for e in listed.children if e.attributes.get("type") == "stochastic")

    def _shares(self, element: Element, x: str) -> tuple[tuple[Value, Fraction], ...]:
        shares = []
        for word in element.text.split():
            number, colon, share = word.partition(":")
            if not colon:
                raise self._error(element, f"{word!r} is not value:probability")
            shares.append((self._plain_value(element, x, number), self._fraction(element, share)))
        return tuple(shares)

    def _read_uniform(self, element: Element, x: str) -> UniformTable:
        conditions: list[tuple[Value, str | None, Value]] = []
        for part in element.all("value"):
            value = self._plain_value(part, x, part.text)
            when = part.attributes.get("when")
            if when is None:
                conditions.append((value, None, 0))
            else:
                other, _, number = when.partition("=")
                name = self._one(part, other)
                conditions.append((value, self._variables[name].name, self._plain_value(part, name, number)))
        return UniformTable(self._variables[x].name, tuple(conditions))

    def _read_table(self, element: Element, x: str) -> ProbabilityTable:
        listed = element.child("list")
        ids = self._scope(element, listed.text) if listed is not None else []
        rows = tuple((self._when(row, ids), self._shares(row, x)) for row in element.all("row"))
        return ProbabilityTable(self._variables[x].name, tuple(self._variables[i].name for i in ids), rows)

    def _when(self, element: Element, ids: list[str]) -> Row:
        inner = element.attributes.get("when", "").strip().removeprefix("(").removesuffix(")")
        words = _split_cells(inner) if ids else []
        if len(words) != len(ids):
            raise self._error(element, f"when={inner!r} has not {len(ids)} values")
        return tuple(self._value(element, x, word) for x, word in zip(ids, words))

    def _read_utility(self, element: Element) -> Constraint:
        listed = element.child("list")
        if element.name != "utility" or listed is None:
            raise self._error(element, "expected <utility> with a <list>")
        ids = self._scope(listed, listed.text)
        rows = element.all("row")
        return Constraint(
            element.attributes.get("note", "utility"),
            tuple(self._variables[x].name for x in ids),
            tuple(self._when(row, ids) for row in rows),
            tuple(tuple(self._fraction(row, word) for word in row.text.split()) for row in rows),
        )


def _split_cells(text: str) -> list[str]:
    """Cells of a tuple: commas inside braces do not part them."""
    cells, depth, start = [], 0, 0
    for position, character in enumerate(text):
        depth += (character == "{") - (character == "}")
        if character == "," and depth == 0:
            cells.append(text[start:position])
            start = position + 1
    return [*cells, text[start:]]
