"""What a step does to the boards: which place a piece left, and where one came.

>>> from woodstock.gdl import parse_term
>>> from woodstock.view.layout import find_layout
>>> cells = [parse_term(f"(cell {x} {y} {mark})") for x in "12" for y in "12" for mark in "xob"]
>>> board = find_layout(cells)
>>> before = board.view(map(parse_term, ["(cell 1 1 x)", "(cell 2 2 o)"]))
>>> after = board.view(map(parse_term, ["(cell 1 2 x)", "(cell 2 2 o)"]))
>>> changes(before, after)
(Change(source='1 1', target='1 2'),)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from woodstock.view.model import Piece, View

MOST = 4
"""A step that changes more than that cannot be shown by a few arrows."""


@dataclass(frozen=True, slots=True)
class Change:
    """A piece went from a place to another, came from nowhere, or is gone: the other name is empty then."""

    source: str
    target: str


Held = Mapping[str, frozenset[Piece]]


def changes(before: View, after: View) -> tuple[Change, ...]:
    """What is different after a step, by the names of places; nothing where that is too much to tell."""
    old, new = held(before), held(after)
    came = {(name, piece) for name in new for piece in new[name] - old.get(name, frozenset())}
    gone = {(name, piece) for name in old for piece in old[name] - new.get(name, frozenset())}
    found: list[Change] = []
    for target, piece in sorted(came, key=str):
        source = next((name for name, other in sorted(gone, key=str) if other == piece), "")
        gone.discard((source, piece))
        found.append(Change(source, target))
    taken = {change.target for change in found} | {change.source for change in found}
    found += [Change(name, "") for name in sorted({name for name, _ in gone} - taken)]
    settled = [each for each in found if each.source or not old.get(each.target)]
    shown = settled or found  # where pieces only turn into others (reversi), the one that is new says it all
    return tuple(shown) if len(shown) <= MOST else ()


def held(view: View) -> Held:
    """The pieces of every place by its name; a line that is drawn counts as one."""
    return dict(contents(view))


def contents(view: View) -> Iterable[tuple[str, frozenset[Piece]]]:
    for grid in view.grids:
        for place in grid.places.values():
            yield " ".join(place.name), frozenset(piece for piece in place.pieces if not piece.minor)
        for line in grid.lines:
            yield " ".join(line.name), frozenset([Piece("line", line.owner)] if line.drawn else [])
    for strip in view.strips:
        for slot in strip.slots:
            amounts = (Piece(str(amount), owner) for owner, amount in slot.amounts)
            yield slot.label, frozenset((*slot.pieces, *amounts))
