"""What has a place but no board: pits with numbers of things, doors in a row, hands, and things on top of each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from woodstock.gdl.order import natural
from woodstock.gdl.terms import Function
from woodstock.view.coordinates import amount, axis, is_amount, prefixed
from woodstock.view.hints import Hints
from woodstock.view.model import Piece, Slot, Stack, Strip
from woodstock.view.pieces import Owners
from woodstock.view.reading import Reading, Sort, number_in

Key = tuple[str, int]
Held = Mapping[Key, Sequence[Function]]
LEAST_SLOTS = 3
MOST_SLOTS = 32
LEAST_PITS = 2
CLOCKS = ("step", "round", "time", "turn")
MOST_COUNTER = 12


@dataclass(frozen=True)
class Row:
    """Slots with the same labels, and the relations that say what is in them."""

    labels: tuple[str, ...]
    readings: tuple[Reading, ...]


@dataclass(frozen=True)
class Strips:
    rows: tuple[Row, ...] = ()
    piles: tuple[Reading, ...] = ()
    counters: tuple[tuple[Reading, tuple[str, ...]], ...] = ()
    """Relations whose arguments are one number each, with the names that hints give those."""

    @property
    def readings(self) -> tuple[Reading, ...]:
        named = tuple(reading for reading, _ in self.counters)
        return (*(reading for row in self.rows for reading in row.readings), *self.piles, *named)

    def pieces(self, roles: Sequence[str]) -> Iterable[Piece]:
        for row in self.rows:
            for reading in row.readings:
                owners = Owners(roles, reading.contents)
                for words in reading.contents:
                    piece = owners.piece(words, reading.relation)
                    if piece is not None and reading.sort is not Sort.AMOUNTS:
                        yield piece

    def view(self, fluents: Held, roles: Sequence[str]) -> tuple[tuple[Strip, ...], tuple[Stack, ...]]:
        strips = [self._strip(row, fluents, roles) for row in self.rows]
        strips += [counted(reading, names, fluents) for reading, names in self.counters]
        return tuple(strips), tuple(stack for pile in self.piles for stack in stacks_of(pile, fluents))

    def _strip(self, row: Row, fluents: Held, roles: Sequence[str]) -> Strip:
        pieces: dict[str, list[Piece]] = defaultdict(list)
        amounts: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for reading in row.readings:
            owners = Owners(roles, reading.contents)
            for fluent in sorted(held(reading, fluents), key=natural):
                label = reading.words(fluent, reading.place)[0]
                content = reading.words(fluent, reading.content)
                if reading.number is not None:
                    amounts[label].append((" ".join(content), number_in(reading, fluent)))
                elif piece := owners.piece(content, reading.relation):
                    pieces[label].append(piece)
        slots = (Slot(label, tuple(pieces[label]), tuple(amounts[label])) for label in row.labels)
        return Strip(" ".join(reading.relation for reading in row.readings), tuple(slots))


def held(reading: Reading, fluents: Held) -> Sequence[Function]:
    return fluents.get((reading.relation, len(reading.members[0].args)), ())


def counted(reading: Reading, names: Sequence[str], fluents: Held) -> Strip:
    """The arguments of the one fluent of a relation, each a number of its own."""
    slots = []
    for fluent in held(reading, fluents):
        for name, argument in zip(names, fluent.args):
            slots.append(Slot(name, (), (("", amount(str(argument))),)))
    return Strip(reading.relation, tuple(slots))


def stacks_of(reading: Reading, fluents: Held) -> Iterable[Stack]:
    """Everything that stands on nothing, and what is on it."""
    under = {str(fluent.args[0]): str(fluent.args[1]) for fluent in held(reading, fluents)}
    above = {lower: upper for upper, lower in under.items()}
    for thing in sorted(reading.values(0) | reading.values(1), key=natural):
        if thing in under:
            continue
        items = [thing]
        while items[-1] in above and len(items) <= len(above):
            items.append(above[items[-1]])
        yield Stack(tuple(items))


def plan_strips(readings: Sequence[Reading], roles: Sequence[str], has_grids: bool, hints: Hints) -> Strips:
    """Pits, rows and stacks: only where there is no board, beside which they would be its helpers."""
    counters = tuple(
        (each, hints.counters[each.relation]) for each in readings if each.relation in hints.counters
    )
    if has_grids:
        return Strips(counters=counters)
    free = [each for each in readings if each.relation not in hints.counters]
    piles = tuple(each for each in free if each.sort is Sort.STACK)
    if piles:
        return Strips(piles=piles, counters=counters)
    pits = [each for each in free if each.sort is Sort.AMOUNTS and is_row(each.values(each.place[0]), roles)]
    pits = [each for each in pits if len(each.values(each.place[0])) >= LEAST_PITS]
    rows = [row_of(pit, free) for pit in pits]
    return Strips(tuple(rows) if rows else tuple(slot_rows(free, roles, hints.slots)), counters=counters)


def row_of(pit: Reading, readings: Sequence[Reading]) -> Row:
    """Pits with the relations that say something else of the same pits."""
    labels = pit.values(pit.place[0])
    beside = [each for each in readings if each.sort is Sort.SLOTS and each.values(each.place[0]) == labels]
    return Row(in_order(labels), (pit, *beside))


def is_row(labels: set[str], roles: Sequence[str]) -> bool:
    return not labels & set(roles)


def slot_rows(readings: Sequence[Reading], roles: Sequence[str], wanted: Sequence[str]) -> Iterable[Row]:
    """Relations about the same few places in a row, and what every role holds."""
    slots = [each for each in readings if each.sort is Sort.SLOTS and not is_counter(each)]
    groups: dict[frozenset[str], list[Reading]] = defaultdict(list)
    for reading in slots:
        groups[frozenset(reading.values(reading.place[0]))].append(reading)
    merged = merge_named(groups)
    for labels, members in merged.items():
        with_content = [each for each in members if each.content]
        if labels <= set(roles):
            holding = [each for each in with_content if not is_amount(each.values(each.content[0]))]
            if holding:
                yield Row(tuple(sorted(labels, key=natural)), tuple(holding))
        elif any(each.relation in wanted for each in members) or (
            LEAST_SLOTS <= len(labels) <= MOST_SLOTS
            and (len(members) - len(with_content) > 1 or (with_content and axis(labels)))
        ):
            yield Row(in_order(labels), tuple(members))


def is_counter(reading: Reading) -> bool:
    """Whether a relation counts steps, or something else that has a large number."""
    values = reading.values(reading.place[0])
    large = is_amount(values) and len(values) > MOST_COUNTER and len(reading.initial) == 1
    return not reading.content and (large or reading.relation.startswith(CLOCKS))


def in_order(labels: Iterable[str]) -> tuple[str, ...]:
    """Labels by their prefixes and then by number: p2 before p10."""
    return tuple(sorted(labels, key=lambda label: prefixed(label) or (label, 0)))


def merge_named(groups: Mapping[frozenset[str], list[Reading]]) -> dict[frozenset[str], list[Reading]]:
    """Groups of one: a place more than another group has, such as a hand, makes no other row."""
    merged: dict[frozenset[str], list[Reading]] = {}
    for labels, members in sorted(groups.items(), key=lambda entry: -len(entry[0])):
        larger = next((other for other in merged if labels < other and not is_amount(labels)), None)
        merged.setdefault(larger or labels, []).extend(members)
    return merged
