"""Reading XCSP3: our own SCSP and CSP files, and ordinary CSP files whose constraints are tables.

Variables and arrays, `<extension>` with supports or conflicts, short tuples, `<group>` and `<block>` are read.
Anything else is refused with file, line and what to do.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from fractions import Fraction
from math import prod
from pathlib import Path

from woodstock.gdl.numbers import MOST_DIGITS, whole_number

from .cells import STAR, Cell, Except, OneOf, Row, Value, row_matches
from .constraint import Constraint, NetworkError, Variable
from .network import Network, Objective, Stage
from .probability import Probability, ProbabilityTable, UniformTable
from .xcsp import value_names
from .xml_tree import Element, XmlError, parse_xml

CONFLICT_LIMIT = 1_000_000  # tuples a table of conflicts may range over


MOST_VALUES = 1_000_000  # in one domain
MOST_CELLS = 1_000_000  # of all arrays, or named by one list


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


class _Reader:
    def __init__(self, file: str) -> None:
        self._file = file
        self._variables: dict[str, Variable] = {}  # by id
        self._numbers: dict[str, dict[int, Value]] = {}  # by id: what the file's values stand for
        self._arrays: dict[str, tuple[int, ...]] = {}
        self._constraints: list[Constraint] = []
        self._domains: dict[str, list[int]] = {}
        self._cells = 0

    def _error(self, element: Element, message: str) -> XmlError:
        return XmlError(self._file, element.line, message)

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

    def _fraction(self, element: Element, text: str) -> Fraction:
        mantissa, _, exponent = text.lower().partition("e")
        try:
            if len(mantissa) <= MOST_DIGITS and abs(int(exponent or 0)) <= MOST_DIGITS:
                return Fraction(text)
        except (ValueError, ZeroDivisionError):
            pass
        raise self._error(element, f"{text[:40]!r} is not a number of reasonable length")

    def _number(self, element: Element, text: str) -> int:
        number = whole_number(text.strip().removeprefix("+"))
        if number is None:
            shown = text if len(text) <= 40 else f"{text[:40]}…"
            raise self._error(element, f"{shown!r} is not an integer; only integer values are read")
        return number

    def _range(self, element: Element, first: int, last: int) -> range:
        """The integers from first to last, if they are few enough to be listed."""
        if last - first >= MOST_VALUES:
            raise self._error(
                element, f"{first}..{last} are more than the {MOST_VALUES:,} values that a variable may have"
            )
        return range(first, last + 1)

    # ── variables ─────────────────────────────────────────────────────────────────────────────────────────────

    def _read_variables(self, element: Element) -> None:
        name = element.attributes.get("id")
        if name is None or name in self._variables or name in self._arrays:
            raise self._error(element, f"<{element.name}> needs an id of its own")
        if element.name == "var":
            self._add(element, name, self._domain(element), element.attributes.get("note"))
            return
        if element.name != "array":
            raise self._error(element, f"<{element.name}> is not supported; expected <var> or <array>")
        size = element.attributes.get("size", "").replace("]", " ").replace("[", " ").split()
        self._arrays[name] = tuple(self._number(element, word) for word in size)
        self._cells += prod(max(length, 0) for length in self._arrays[name])
        if self._cells > MOST_CELLS:
            raise self._error(element, f"the arrays have more than {MOST_CELLS:,} variables; give fewer")
        cells = list(itertools.product(*map(range, self._arrays[name])))
        parts = element.all("domain")
        domains: dict[str, list[int]] = {}
        for part in parts:
            for target in part.attributes.get("for", "").split():
                every = [f"{name}{_index(cell)}" for cell in cells] if target == "others" else None
                for cell_name in every or self._names(part, target):
                    if every is None or cell_name not in domains:
                        domains[cell_name] = self._domain(part)
        shared = None if parts else self._domain(element)
        for cell in cells:
            cell_name = f"{name}{_index(cell)}"
            domain = shared if shared is not None else domains.get(cell_name)
            if domain is not None:
                self._add(element, cell_name, domain, None)

    def _domain(self, element: Element) -> list[int]:
        other = element.attributes.get("as")
        if other is not None:
            if other not in self._domains:
                raise self._error(element, f"as={other!r} names an unknown variable")
            return self._domains[other]
        values: list[int] = []
        for word in element.text.split():
            first, dots, last = word.split(":")[0].partition("..")
            low = self._number(element, first)
            values.extend(self._range(element, low, self._number(element, last)) if dots else [low])
            if len(values) > MOST_VALUES:
                raise self._error(element, f"the domain has more than {MOST_VALUES:,} values")
        if not values:
            raise self._error(element, "the domain is empty")
        self._domains[element.attributes.get("id", "")] = values
        return values

    def _add(self, element: Element, name: str, domain: list[int], note: str | None) -> None:
        given, values = value_names(note, len(domain))
        named = values if given is not None else tuple(domain)
        stochastic = element.attributes.get("type") == "stochastic"
        self._variables[name] = Variable(given or name, named, stochastic)
        self._numbers[name] = dict(zip(domain, named))

    # ── constraints ───────────────────────────────────────────────────────────────────────────────────────────

    def _names(self, element: Element, text: str) -> Iterator[str]:
        """The ids a list stands for: x, a[1], a[], a[0..2][1]."""
        for word in text.split():
            head, bracket, rest = word.partition("[")
            if not bracket:
                if head in self._arrays:
                    yield from self._names(element, head + "[]" * len(self._arrays[head]))
                else:
                    yield word
                continue
            if head not in self._arrays:
                raise self._error(element, f"unknown array {head}")
            parts = rest.removesuffix("]").split("][")
            ranges = []
            for part, size in zip(parts, self._arrays[head]):
                first, dots, last = part.partition("..")
                if not part:
                    ranges.append(range(size))
                elif dots:
                    ranges.append(
                        self._range(element, self._number(element, first), self._number(element, last))
                    )
                else:
                    ranges.append(range(self._number(element, first), self._number(element, first) + 1))
            if prod(map(len, ranges)) > MOST_CELLS:
                raise self._error(element, f"{word} names more than {MOST_CELLS:,} variables")
            for cell in itertools.product(*ranges):
                yield f"{head}{_index(cell)}"

    def _scope(self, element: Element, text: str) -> list[str]:
        ids = list(self._names(element, text))
        for name in ids:
            if name not in self._variables:
                raise self._error(element, f"unknown variable {name}; declare it in <variables>")
        return ids

    def _one(self, element: Element, text: str) -> str:
        ids = self._scope(element, text)
        if len(ids) != 1:
            raise self._error(element, f"{text!r} is not one variable")
        return ids[0]

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

    def _value(self, element: Element, x: str, word: str) -> Cell:
        word = word.strip()
        if word == "*":
            return STAR
        if word.endswith("}"):
            inner = word.removeprefix("!").removeprefix("{").removesuffix("}")
            values = [self._plain_value(element, x, part) for part in inner.split(",") if part]
            return Except(*values) if word.startswith("!") else OneOf(*values)
        return self._plain_value(element, x, word)

    def _plain_value(self, element: Element, x: str, word: str) -> Value:
        number = self._number(element, word)
        if number not in self._numbers[x]:
            raise self._error(element, f"{number} is not in the domain of {x}")
        return self._numbers[x][number]

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


def _index(cell: tuple[int, ...]) -> str:
    return "".join(f"[{position}]" for position in cell)


def _split_cells(text: str) -> list[str]:
    """Cells of a tuple: commas inside braces do not part them."""
    cells, depth, start = [], 0, 0
    for position, character in enumerate(text):
        depth += (character == "{") - (character == "}")
        if character == "," and depth == 0:
            cells.append(text[start:position])
            start = position + 1
    return [*cells, text[start:]]
