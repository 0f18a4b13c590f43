"""The variables and arrays that an XCSP3 file declares, and how the rest of the file speaks of them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from math import prod

from woodstock.gdl.numbers import MOST_DIGITS, whole_number
from woodstock.scsp.model.cells import STAR, Cell, Except, OneOf, Value
from woodstock.scsp.model.constraint import Variable
from woodstock.scsp.xcsp.writer import value_names
from woodstock.scsp.xcsp.xml_tree import Element, XmlError

MOST_VALUES = 1_000_000  # in one domain
MOST_CELLS = 1_000_000  # of all arrays, or named by one list


class Declared:
    """What was declared so far."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._variables: dict[str, Variable] = {}  # by id
        self._numbers: dict[str, dict[int, Value]] = {}  # by id: what the file's values stand for
        self._arrays: dict[str, tuple[int, ...]] = {}
        self._domains: dict[str, list[int]] = {}
        self._cells = 0

    def _error(self, element: Element, message: str) -> XmlError:
        return XmlError(self._file, element.line, message)

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


def _index(cell: tuple[int, ...]) -> str:
    return "".join(f"[{position}]" for position in cell)
