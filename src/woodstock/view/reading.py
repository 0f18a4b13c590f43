"""How the fluents of one relation are read: which arguments tell the place, and which what is there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from woodstock.gdl.terms import Function, Symbol, Term
from woodstock.view.coordinates import amount, axis, is_amount, is_split, split

Sample = frozenset[Term]
DICE = ("die", "dice")


class Sort(Enum):
    GRID = "grid"
    LINES = "lines"
    AMOUNTS = "amounts"
    """A number for every key."""
    SLOTS = "slots"
    """Something at one of a few places in a row."""
    STACK = "stack"
    LIST = "list"


@dataclass(frozen=True)
class Reading:
    """One relation: the arguments that tell board and place, those that tell what is there, and the rest of it."""

    relation: str
    sort: Sort
    members: tuple[Function, ...]
    """Every fluent of the relation that is possible."""
    initial: tuple[Function, ...]
    board: tuple[int, ...] = ()
    place: tuple[int, ...] = ()
    """Column and row; one argument where both are in one word."""
    content: tuple[int, ...] = ()
    number: int | None = None

    @property
    def is_location(self) -> bool:
        """Whether the relation says where things are rather than what is on each place."""
        return bool(self.content) and bool(self.place) and self.content[0] < self.place[0]

    def words(self, fluent: Function, places: Sequence[int]) -> tuple[str, ...]:
        return tuple(str(fluent.args[place]) for place in places)

    def where(self, fluent: Function) -> tuple[str, str]:
        """Column and row of a fluent, as words."""
        found = self.words(fluent, self.place)
        return (split(found[0]) or ("", "")) if len(found) == 1 else (found[0], found[1])

    def values(self, place: int) -> set[str]:
        return {str(member.args[place]) for member in self.members}

    @property
    def contents(self) -> set[tuple[str, ...]]:
        return {self.words(member, self.content) for member in self.members}

    @property
    def places(self) -> set[tuple[tuple[str, ...], tuple[str, str]]]:
        return {(self.words(member, self.board), self.where(member)) for member in self.members}


def read_relation(
    relation: str,
    members: Sequence[Function],
    initial: Sequence[Function],
    roles: Sequence[str],
    samples: Callable[[], Iterable[Sample]],
) -> Reading:
    """How to read a relation, from what is possible of it, what holds at first and, in doubt, from plays."""
    arity = len(members[0].args)
    values = [{str(member.args[place]) for member in members} for place in range(arity)]
    flat = all(isinstance(argument, Symbol) for member in members for argument in member.args)
    is_role = [found <= set(roles) for found in values]
    axes = [place for place in range(arity) if not is_role[place] and axis(values[place]) and flat]
    whole = Reading(relation, Sort.LIST, tuple(members), tuple(initial))

    def sort(kind: Sort, **places: object) -> Reading:
        return Reading(relation, kind, whole.members, whole.initial, **places)  # type: ignore[arg-type]

    def others(*taken: int) -> tuple[int, ...]:
        return tuple(place for place in range(arity) if place not in taken)

    if not flat and not axes:
        return whole
    if relation.startswith(DICE) or relation.endswith(DICE):
        return whole
    if arity == 1:
        return sort(Sort.SLOTS, place=(0,))
    for place in range(arity):
        if is_split(values[place]) and not is_role[place]:
            return sort(Sort.GRID, place=(place,), content=others(place))
    if arity == 2 and is_piled(members, values):
        return sort(Sort.STACK, place=(0,), content=(1,))
    number = next(
        (place for place in reversed(axes) if is_number_of(place, members, initial, values, samples)), None
    )
    keys = [place for place in axes if place != number]
    if number is not None and len(keys) < 2:
        rest = others(number)
        named = keys or [each for each in rest if not is_role[each]] or list(rest)
        content = tuple(each for each in rest if each != named[0])
        return sort(Sort.AMOUNTS, place=(named[0],), content=content, number=number)
    if len(keys) == 4 and are_lines(members, keys):
        return sort(Sort.LINES, place=tuple(keys), content=others(*keys))
    if len(keys) == 3 and (number is not None or is_one_per_place(members, keys, arity, samples)):
        keys = keys[:2]
    if len(keys) == 4:
        return sort(Sort.GRID, board=tuple(keys[:2]), place=tuple(keys[2:]), content=others(*keys))
    if len(keys) == 3:
        sizes = [len(values[place]) for place in keys]
        board = keys[0] if sizes[1] == sizes[2] != sizes[0] else keys[2]
        pair = tuple(each for each in keys if each != board)
        return sort(Sort.GRID, board=(board,), place=pair, content=others(*keys))
    if len(keys) == 2:
        return sort(Sort.GRID, place=tuple(keys), content=others(*keys))
    if arity == 2:
        key = keys[0] if keys else 0
        return sort(Sort.SLOTS, place=(key,), content=others(key))
    return whole


def is_piled(members: Sequence[Function], values: Sequence[set[str]]) -> bool:
    """Whether things lie on each other: some are on both sides, none on itself."""
    both = values[0] & values[1]
    itself = any(member.args[0] == member.args[1] for member in members)
    return (len(both) > 1 and not itself and not is_amount(both)) or is_discs(values, itself)


def is_discs(values: Sequence[set[str]], itself: bool) -> bool:
    """Discs with numbers on each other: `disc1` on `disc2`, unlike the numbers 1 and 2."""
    both = values[0] & values[1]
    return len(both) > 1 and not itself and not any(word.isdecimal() or len(word) < 3 for word in both)


def is_number_of(
    place: int,
    members: Sequence[Function],
    initial: Sequence[Function],
    values: Sequence[set[str]],
    samples: Callable[[], Iterable[Sample]],
) -> bool:
    """Whether an argument is a number that everything else has exactly one of, at first and in plays."""
    if not is_amount(values[place]) or not initial:
        return False
    keys = {without(member, place) for member in members}
    if len(keys) == len(members):
        return False
    of_relation = set(members)

    def is_total(held: Iterable[Term]) -> bool:
        counts = Counter(without(each, place) for each in held if isinstance(each, Function))
        return max(counts.values(), default=0) == 1 and set(counts) == keys

    return is_total(initial) and all(is_total(of_relation & sample) for sample in samples())


def without(fluent: Function, place: int) -> tuple[Term, ...]:
    return (*fluent.args[:place], *fluent.args[place + 1 :])


def are_lines(members: Sequence[Function], keys: Sequence[int]) -> bool:
    """Whether two pairs of coordinates always are the ends of a line along a row or a column."""
    ends = [tuple(str(member.args[place]) for place in keys) for member in members]
    return all((a == c) != (b == d) for a, b, c, d in ends)


def is_one_per_place(
    members: Sequence[Function], keys: Sequence[int], arity: int, samples: Callable[[], Iterable[Sample]]
) -> bool:
    """Whether in plays no place of the first two coordinates has two things: then the third is no coordinate."""
    relation = members[0].name
    for sample in samples():
        found = [
            tuple(fluent.args[place] for place in keys[:2])
            for fluent in sample
            if isinstance(fluent, Function) and fluent.name == relation and len(fluent.args) == arity
        ]
        if len(set(found)) < len(found):
            return False
    return True


def number_in(reading: Reading, fluent: Function) -> int:
    assert reading.number is not None
    return amount(str(fluent.args[reading.number]))
