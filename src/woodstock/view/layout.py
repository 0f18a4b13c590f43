"""How a game is drawn: found once from the fluents that are possible, so that it is the same from the first state on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from woodstock.gdl.order import natural
from woodstock.gdl.terms import Function, Term
from woodstock.view.coordinates import axis, is_letter
from woodstock.view.hints import NO_HINTS, Hints
from woodstock.view.model import Grid, Line, Piece, Place, Shape, View
from woodstock.view.pieces import Owners, colours, glyphs, labels
from woodstock.view.plan import DIRECTIONS, GridPlan, plan_grids
from woodstock.view.reading import Reading, Sample, read_relation
from woodstock.view.strips import Strips, plan_strips

Key = tuple[str, int]
CHEQUERED = (8, 10)


@dataclass(frozen=True)
class Layout:
    """Which relations are drawn where; `view` gives the picture of a state."""

    roles: tuple[str, ...]
    grids: tuple[GridPlan, ...]
    strips: Strips
    hints: Hints = field(default=NO_HINTS)
    helpers: frozenset[Key] = frozenset()
    """Relations that are never shown."""

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Every piece that can be anywhere."""
        found: set[Piece] = set()
        for plan in self.grids:
            for reading in (plan.main, *plan.overlays):
                owners = Owners(self.roles, reading.contents)
                pieces = (owners.piece(words, kind_of(reading, plan)) for words in reading.contents)
                named = [piece for piece in pieces if piece]
                if plan.owners and reading is plan.main:
                    named += [replace(piece, owner=role) for piece in named for role in self.roles]
                found.update(named)
        return tuple(
            sorted(found | set(self.strips.pieces(self.roles)), key=lambda piece: (piece.kind, piece.owner))
        )

    @cached_property
    def _dress(self) -> View:
        """What all pictures of the game share."""
        kinds = self.pieces
        return View(
            labels=labels(kinds),
            colours=colours(self.roles, kinds, self.hints.colours),
            glyphs=glyphs(kinds, self.hints.glyphs),
            caption=self.hints.caption,
        )

    def view(self, fluents: Iterable[Term]) -> View:
        """The picture of the state in which these fluents hold."""
        by_relation: dict[Key, list[Function]] = defaultdict(list)
        rest: list[Term] = []
        for fluent in fluents:
            if isinstance(fluent, Function) and (fluent.name, len(fluent.args)) in self._drawn:
                by_relation[fluent.name, len(fluent.args)].append(fluent)
            elif not (isinstance(fluent, Function) and key_of_term(fluent) in self.helpers):
                rest.append(fluent)
        grids = tuple(grid for plan in self.grids for grid in self._grids(plan, by_relation))
        strips, stacks = self.strips.view(by_relation, self.roles)
        return replace(
            self._dress, grids=grids, strips=strips, stacks=stacks, rest=tuple(sorted(rest, key=natural))
        )

    @cached_property
    def _drawn(self) -> frozenset[Key]:
        readings = [reading for plan in self.grids for reading in plan.readings]
        return frozenset(key_of(reading) for reading in (*readings, *self.strips.readings))

    def _grids(self, plan: GridPlan, fluents: Mapping[Key, Sequence[Function]]) -> Iterable[Grid]:
        hint = self.hints.grid(plan.main.relation)
        boards = sorted(plan.boards, key=lambda words: tuple(map(natural, words)))
        axes = [axis(words[place] for words in boards) for place in range(len(boards[0]))] if boards else []
        for board in boards:
            block = None
            if len(board) == 2 and all(axes):
                block = ((axes[0] or ()).index(board[0]), (axes[1] or ()).index(board[1]))
            title = " ".join((plan.main.relation, *board)) if len(self.grids) > 1 or board else ""
            yield Grid(
                title,
                plan.columns,
                plan.rows,
                self._places(plan, board, fluents),
                plan.shape,
                self._lines(plan, fluents),
                hint.sides,
                block,
                is_chequered(plan),
            )

    def _places(
        self, plan: GridPlan, board: tuple[str, ...], fluents: Mapping[Key, Sequence[Function]]
    ) -> dict[tuple[int, int], Place]:
        found: dict[tuple[int, int], list[Piece]] = defaultdict(list)
        owner: dict[tuple[int, int], str] = {}
        walls: dict[tuple[int, int], set[str]] = defaultdict(set)

        def on_board(readings: Iterable[Reading]) -> Iterable[tuple[Reading, Function, tuple[int, int]]]:
            for reading in readings:
                for fluent in sorted(fluents.get(key_of(reading), ()), key=natural):
                    where = plan.at(*reading.where(fluent))
                    if where is not None and reading.words(fluent, reading.board) in (board, ()):
                        yield reading, fluent, where

        for reading, fluent, where in on_board(plan.owners):
            owner[where] = " ".join(reading.words(fluent, reading.content))
        for reading, _, where in on_board(plan.walls):
            walls[where].add(next(side for side in DIRECTIONS if reading.relation.endswith(side)))
        pieced = [each for each in (plan.main, *plan.overlays) if each not in plan.lines]
        for reading, fluent, where in on_board(pieced):
            piece = self._piece(plan, reading, fluent)
            if piece is not None:
                named = replace(piece, owner=piece.owner or owner.get(where, ""))
                found[where].append(named)
        known = dict(plan.boards[board])
        return {
            where: Place(name, tuple(found[where]), frozenset(walls[where])) for where, name in known.items()
        }

    def _piece(self, plan: GridPlan, reading: Reading, fluent: Function) -> Piece | None:
        owners = self._owners[key_of(reading)]
        minor = reading is not plan.main and not reading.initial and plan.shape is not Shape.POINTS
        words = reading.words(fluent, reading.content)
        return owners.piece(words, kind_of(reading, plan), minor=minor and not is_part(reading, plan))

    @cached_property
    def _owners(self) -> dict[Key, Owners]:
        readings = (reading for plan in self.grids for reading in (plan.main, *plan.overlays))
        return {key_of(reading): Owners(self.roles, reading.contents) for reading in readings}

    def _lines(self, plan: GridPlan, fluents: Mapping[Key, Sequence[Function]]) -> tuple[Line, ...]:
        lines: list[Line] = []
        for reading in plan.lines:
            held = set(fluents.get(key_of(reading), ()))
            short = all(is_short(plan, reading, member) for member in reading.members)
            for member in reading.members:
                if member not in held and not short:
                    continue
                start, end = ends_of(plan, reading, member)
                owner = " ".join(reading.words(member, reading.content))
                lines.append(Line(start, end, owner, member in held, reading.words(member, reading.place)))
        return tuple(lines)


def ends_of(plan: GridPlan, reading: Reading, fluent: Function) -> tuple[tuple[int, int], tuple[int, int]]:
    a, b, c, d = reading.words(fluent, reading.place)
    across, up = plan.numbers
    return (across[a], up[b]), (across[c], up[d])


def is_short(plan: GridPlan, reading: Reading, fluent: Function) -> bool:
    (a, b), (c, d) = ends_of(plan, reading, fluent)
    return abs(a - c) + abs(b - d) == 1


def is_part(reading: Reading, plan: GridPlan) -> bool:
    """Whether a relation has places of its own on a board that several share."""
    return not reading.is_location and bool(reading.content) and not plan.main.is_location


def kind_of(reading: Reading, plan: GridPlan) -> str:
    """What a piece is called where its relation says no more than whose it is."""
    return (
        "" if reading is plan.main and reading.content else "" if is_owned_part(reading) else reading.relation
    )


def is_owned_part(reading: Reading) -> bool:
    return bool(reading.content) and not reading.is_location


def key_of(reading: Reading) -> Key:
    return reading.relation, len(reading.members[0].args)


def is_chequered(plan: GridPlan) -> bool:
    sizes = len(plan.columns), len(plan.rows)
    return (
        plan.shape is Shape.SQUARE
        and sizes[0] == sizes[1]
        and sizes[0] in CHEQUERED
        and all(is_letter(column) for column in plan.columns)
    )


def find_layout(
    possible: Iterable[Term],
    initial: Iterable[Term] = (),
    roles: Sequence[str] = (),
    samples: Callable[[], Iterable[Sample]] = lambda: (),
    hints: Hints = NO_HINTS,
) -> Layout:
    """How to draw a game whose states are made of these fluents; `samples` gives states of plays, asked in doubt."""
    groups: dict[Key, list[Function]] = defaultdict(list)
    first: dict[Key, list[Function]] = defaultdict(list)
    known = list(initial)
    hidden: set[Key] = set()
    for fluent in dict.fromkeys((*known, *possible)):
        if isinstance(fluent, Function):
            if fluent.name in hints.hidden:
                hidden.add(key_of_term(fluent))
            else:
                groups[key_of_term(fluent)].append(fluent)
    for fluent in known:
        if isinstance(fluent, Function):
            first[fluent.name, len(fluent.args)].append(fluent)
    plays: list[Sample] = []

    def seen() -> Iterable[Sample]:
        if not plays:
            plays.extend((frozenset(known), *samples()))
        return plays

    readings = [
        read_relation(key[0], sorted(members, key=natural), first[key], roles, seen)
        for key, members in sorted(groups.items())
    ]
    grids = tuple(plan_grids(readings, roles, hints.shapes))
    helpers = frozenset(hidden) | frozenset(key_of(each) for each in helpers_of(readings, grids))
    return Layout(tuple(roles), grids, plan_strips(readings, roles, bool(grids), hints), hints, helpers)


def key_of_term(fluent: Function) -> Key:
    return fluent.name, len(fluent.args)


def helpers_of(readings: Sequence[Reading], grids: Sequence[GridPlan]) -> Iterable[Reading]:
    """Relations that number the places of a board (`connected 3 a 1`), and those that speak of these numbers."""
    drawn = {reading.relation for plan in grids for reading in plan.readings}
    boards = [{*plan.columns} | {*plan.rows} for plan in grids]
    numbering: list[set[str]] = []
    for reading in readings:
        if reading.relation in drawn or len(reading.members[0].args) != 3:
            continue
        first, *others = (reading.values(place) for place in range(3))
        if axis(first) and any(all(other <= board for other in others) for board in boards):
            numbering.append(first)
            yield reading
    for reading in readings:
        if (
            len(reading.members[0].args) == 2
            and reading.relation not in drawn
            and reading.values(0) in numbering
        ):
            yield reading
