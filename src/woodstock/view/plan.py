"""The grids of a game: which relations are drawn on which board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from woodstock.view.coordinates import axis, is_amount, is_letter
from woodstock.view.model import Shape
from woodstock.view.reading import Reading, Sort
from woodstock.view.shape import shape_of

DIRECTIONS = ("north", "east", "south", "west")
MOST_PLACES = 2500
Where = tuple[int, int]


@dataclass(frozen=True)
class GridPlan:
    """A board: its axes, the places that exist on each of its boards, and the relations drawn on it."""

    main: Reading
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    boards: Mapping[tuple[str, ...], Mapping[Where, tuple[str, ...]]]
    """By the words of the board: every place with the words that name it."""
    shape: Shape
    swapped: bool = False
    overlays: tuple[Reading, ...] = ()
    owners: tuple[Reading, ...] = ()
    walls: tuple[Reading, ...] = ()
    lines: tuple[Reading, ...] = ()
    numbers: tuple[dict[str, int], dict[str, int]] = field(default=({}, {}))

    @property
    def readings(self) -> tuple[Reading, ...]:
        return (self.main, *self.overlays, *self.owners, *self.walls, *self.lines)

    def at(self, column: str, row: str) -> Where | None:
        """Where two words lead to, None if beside the board."""
        first, second = (row, column) if self.swapped else (column, row)
        x, y = self.numbers[0].get(first), self.numbers[1].get(second)
        return None if x is None or y is None else (x, y)

    def takes(self, reading: Reading) -> bool:
        """Whether the places of another relation are all on this board."""
        known = {where for places in self.boards.values() for where in places}
        return {board for board, _ in reading.places} <= set(self.boards) and all(
            self.at(*words) in known for _, words in reading.places
        )

    def joined(self, reading: Reading) -> GridPlan | None:
        """The board with the places of a relation like the main one that lie between its own, if they all do."""
        own = {word for words in self.main.contents for word in words}
        found = {plan_name[0]: plan_name[1] for plan_name in self._named(reading)}
        known = self.boards.get((), {})
        if reading.board or not known or None in found or set(found) & set(known):
            return None
        if not own & {word for words in reading.contents for word in words}:
            return None
        places = {where: name for where, name in found.items() if where is not None}
        return replace(self, boards={(): {**known, **places}}, overlays=(*self.overlays, reading))

    def _named(self, reading: Reading) -> Iterable[tuple[Where | None, tuple[str, ...]]]:
        for member in reading.members:
            yield self.at(*reading.where(member)), reading.words(member, reading.place)


def plan_of(main: Reading, shape: Shape | None = None, *, wider: Iterable[Reading] = ()) -> GridPlan | None:
    """The board that a relation makes, with the places that wider ones add; None where it is too large to be one."""
    where = {words for _, words in main.places}
    columns, rows = axis(column for column, _ in where), axis(row for _, row in where)
    if columns is None or rows is None:
        return None
    if len(columns) * len(rows) > MOST_PLACES:
        columns, rows = around_the_start(main, columns, rows)
        if len(columns) * len(rows) > MOST_PLACES or not columns or not rows:
            return None
    one_word = len(main.place) == 1
    swapped = is_rowish(columns, rows) or (one_word and is_ragged(where))
    across, up = (rows, columns) if swapped else (columns, rows)
    up = tuple(reversed(up)) if one_word and is_ragged(where) else up
    plan = GridPlan(
        main,
        across,
        up,
        {},
        Shape.SQUARE,
        swapped,
        numbers=(numbered(across), numbered(up)),
    )
    boards: dict[tuple[str, ...], dict[Where, tuple[str, ...]]] = {}
    for reading in (main, *wider):
        for member in reading.members:
            found = plan.at(*reading.where(member))
            if found is not None:
                name = reading.words(member, sorted((*reading.board, *reading.place)))
                boards.setdefault(reading.words(member, reading.board), {})[found] = name
    if main.is_location and not one_word and () in boards:
        boards[()] = {**free_places(plan), **boards[()]}
    places = {found for board in boards.values() for found in board}
    if shape is None:
        shape = shape_of(places, len(across), len(up), in_one_word=one_word)
    return replace(plan, boards=boards, shape=shape)


def free_places(plan: GridPlan) -> dict[Where, tuple[str, ...]]:
    """All places between the axes: that nothing lies somewhere at first does not mean that nothing can."""
    return {
        (x, y): (row, column) if plan.swapped else (column, row)
        for column, x in plan.numbers[0].items()
        for row, y in plan.numbers[1].items()
    }


def wider_than(main: Reading, readings: Iterable[Reading]) -> list[Reading]:
    """Relations about the places of a board alone that know more of them: one may be where nothing can lie."""
    where = {words for _, words in main.places}
    columns, rows = axis(column for column, _ in where), axis(row for _, row in where)

    def is_wider(other: Reading) -> bool:
        found = {words for _, words in other.places}
        same = axis(column for column, _ in found) == columns and axis(row for _, row in found) == rows
        return same and found > where

    plain = (each for each in readings if each.sort is Sort.GRID and not each.content and not each.board)
    return [
        each for each in plain if not main.board and len(each.place) == len(main.place) and is_wider(each)
    ]


def around_the_start(
    main: Reading, columns: Sequence[str], rows: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The part of a huge board that is in use at first."""
    used = [main.where(fluent) for fluent in main.initial]
    if not used:
        return (), ()
    return between(columns, {column for column, _ in used}), between(rows, {row for _, row in used})


def between(words: Sequence[str], used: set[str]) -> tuple[str, ...]:
    found = [number for number, word in enumerate(words) if word in used]
    return tuple(words[found[0] : found[-1] + 1])


def is_rowish(columns: Sequence[str], rows: Sequence[str]) -> bool:
    """Whether the first coordinate is the row: a number before a letter, or named so."""
    letters = all(is_letter(row) for row in rows) and not any(is_letter(column) for column in columns)
    return letters or (columns[0].startswith("r") and rows[0].startswith("c"))


def is_ragged(where: Iterable[tuple[str, str]]) -> bool:
    """Whether the letters have different numbers of places."""
    lengths: dict[str, int] = {}
    for letter, _ in where:
        lengths[letter] = lengths.get(letter, 0) + 1
    return len(set(lengths.values())) > 1


def numbered(words: Sequence[str]) -> dict[str, int]:
    return {word: number for number, word in enumerate(words)}


def plan_grids(
    readings: Sequence[Reading], roles: Sequence[str], hints: Mapping[str, Shape]
) -> list[GridPlan]:
    """The boards of a game, the largest first, each with the relations that belong on it."""
    waiting = sorted(
        (reading for reading in readings if reading.sort is Sort.GRID),
        key=lambda each: (bool(each.initial), is_strong(each), len(each.places)),
        reverse=True,
    )
    plans: list[GridPlan] = [plan for reading in readings if (plan := plan_of_lines(reading))]
    strong = any(map(is_strong, waiting)) or bool(plans)
    for reading in waiting:
        index = next((n for n, plan in enumerate(plans) if plan.takes(reading)), None)
        spaces = next((n for n, plan in enumerate(plans) if is_in_spaces(reading, plan)), None)
        if index is not None and (joined := overlaid(plans[index], reading, roles)):
            plans[index] = joined
        elif merged := next(
            ((n, found) for n, plan in enumerate(plans) if (found := plan.joined(reading))), None
        ):
            plans[merged[0]] = merged[1]
        elif spaces is not None:
            plans[spaces] = replace(plans[spaces], overlays=(*plans[spaces].overlays, reading))
        elif is_strong(reading) or (not strong and is_filled(reading)):
            plan = plan_of(reading, hints.get(reading.relation), wider=wider_than(reading, waiting))
            plans += [plan] if plan else []
    return plans


def plan_of_lines(reading: Reading) -> GridPlan | None:
    """The points that lines may join."""
    if reading.sort is not Sort.LINES:
        return None
    ends = [reading.words(member, reading.place) for member in reading.members]
    columns = axis(word for end in ends for word in (end[0], end[2]))
    rows = axis(word for end in ends for word in (end[1], end[3]))
    if columns is None or rows is None:
        return None
    places = {(x, y): (column, row) for x, column in enumerate(columns) for y, row in enumerate(rows)}
    numbers = (numbered(columns), numbered(rows))
    return GridPlan(reading, columns, rows, {(): places}, Shape.POINTS, lines=(reading,), numbers=numbers)


def is_in_spaces(reading: Reading, plan: GridPlan) -> bool:
    """Whether a relation is about the spaces between points: one less of them each way."""
    if plan.shape is not Shape.POINTS or reading.board:
        return False
    where = {words for _, words in reading.places}
    return len({column for column, _ in where}) == len(plan.columns) - 1 and (
        len({row for _, row in where}) == len(plan.rows) - 1
    )


def is_strong(reading: Reading) -> bool:
    """Whether a relation makes a board by itself: it has coordinates and a content that is none."""
    return bool(reading.content) and not (
        len(reading.content) == 1 and not reading.board and not reading.is_location and is_vague(reading)
    )


def is_vague(reading: Reading) -> bool:
    """Whether the content might as well be a coordinate: numbers that not every place has."""
    content = reading.values(reading.content[0])
    return reading.number is None and is_amount(content) and not has_all_places(reading)


def has_all_places(reading: Reading) -> bool:
    return {reading.where(fluent) for fluent in reading.initial} == {words for _, words in reading.places}


def is_filled(reading: Reading) -> bool:
    """Whether a relation without a content of its own fills enough to be a board, or could fill all of one."""
    places = {words for _, words in reading.places}
    whole = len({column for column, _ in places}) * len({row for _, row in places})
    if reading.content or reading.board:
        return 4 * len(reading.initial) >= min(16, whole)
    return len(places) == whole


def overlaid(plan: GridPlan, reading: Reading, roles: Sequence[str]) -> GridPlan | None:
    """The board with one more relation on it, None if that needs a board of its own."""
    if not reading.content:
        if reading.board:
            return plan
        if reading.relation.endswith(DIRECTIONS):
            return replace(plan, walls=(*plan.walls, reading))
        return replace(plan, overlays=(*plan.overlays, reading))
    if not is_strong(reading):
        return plan
    owners = {word for words in reading.contents for word in words} <= set(roles)
    main = {word for words in plan.main.contents for word in words}
    if owners and plan.shape is not Shape.POINTS and not reading.is_location and not main & set(roles):
        return replace(plan, owners=(*plan.owners, reading))
    disjoint = not {words for _, words in reading.places} & {words for _, words in plan.main.places}
    own = {word for words in reading.contents for word in words}
    if not reading.is_location and not plan.main.is_location and own & main and not disjoint:
        return None
    return replace(plan, overlays=(*plan.overlays, reading))
