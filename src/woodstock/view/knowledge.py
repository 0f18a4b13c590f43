"""What a role knows of a state: what is the same in every state that is possible, what is likely, and `?` elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from woodstock.view.model import UNKNOWN, Grid, Piece, Place, Slot, Strip, View

QUESTION = Piece(UNKNOWN, certain=False)


LIKELY = 3 / 4
"""From this probability on a piece is drawn as likely to be there. A closer call (two in three, of the doors of Monty Hall)
is for the person to make: a mark would be advice."""


def known_view(views: Sequence[View], weights: Sequence[float] = (), *, guessed: bool = False) -> View:
    """One view for several states of a game, which are equally likely unless they have weights.

    Of states that were `guessed` nothing is certain, whatever they agree on.
    """
    weights = weights or [1 / len(views)] * len(views)
    views = [doubted(view) for view in views] if guessed else views
    first = views[0]
    rest = set(first.rest).intersection(*(view.rest for view in views[1:]))
    return replace(
        first,
        grids=tuple(
            known_grid([view.grids[number] for view in views], weights) for number in range(len(first.grids))
        ),
        strips=tuple(
            known_strip([view.strips[number] for view in views], weights)
            for number in range(len(first.strips))
        ),
        stacks=tuple(stack for stack in first.stacks if all(stack in view.stacks for view in views)),
        rest=tuple(fluent for fluent in first.rest if fluent in rest),
    )


def doubted(view: View) -> View:
    """The same board with no piece on it certain."""
    grids = [
        replace(
            grid,
            places={
                where: replace(place, pieces=doubted_pieces(place.pieces))
                for where, place in grid.places.items()
            },
        )
        for grid in view.grids
    ]
    strips = [
        replace(strip, slots=tuple(replace(slot, pieces=doubted_pieces(slot.pieces)) for slot in strip.slots))
        for strip in view.strips
    ]
    return replace(view, grids=tuple(grids), strips=tuple(strips))


def doubted_pieces(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return tuple(replace(piece, certain=False) for piece in pieces)


def known_grid(grids: Sequence[Grid], weights: Sequence[float]) -> Grid:
    first = grids[0]
    places = {where: known_place([grid.places[where] for grid in grids], weights) for where in first.places}
    lines = [
        line if all(line in grid.lines for grid in grids) else replace(line, drawn=False, owner="")
        for line in first.lines
    ]
    return replace(first, places=places, lines=tuple(lines))


def known_place(places: Sequence[Place], weights: Sequence[float]) -> Place:
    return replace(places[0], pieces=known_pieces([place.pieces for place in places], weights))


def known_pieces(held: Sequence[tuple[Piece, ...]], weights: Sequence[float]) -> tuple[Piece, ...]:
    """What all agree on; of the rest what is likely, else one question mark for all of it."""
    first = held[0]
    if all(pieces == first for pieces in held):
        return first
    sure = tuple(piece for piece in first if all(piece in pieces for pieces in held))
    chances: dict[tuple[Piece, ...], float] = {}
    for pieces, weight in zip(held, weights, strict=True):
        rest = tuple(
            replace(piece, certain=False) for piece in pieces if piece not in sure and not piece.minor
        )
        chances[rest] = chances.get(rest, 0.0) + weight
    if set(chances) == {()}:  # only marks differ, which are no matter for a sign of doubt
        return sure
    likeliest = max(chances, key=lambda rest: chances[rest])
    likely = likeliest if chances[likeliest] >= LIKELY else ()
    return (*sure, *(likely or (QUESTION,)))


def known_strip(strips: Sequence[Strip], weights: Sequence[float]) -> Strip:
    slots = zip(*(strip.slots for strip in strips))
    return replace(strips[0], slots=tuple(known_slot(each, weights) for each in slots))


def known_slot(slots: Sequence[Slot], weights: Sequence[float]) -> Slot:
    first = slots[0]
    if all(slot == first for slot in slots):
        return first
    amounts = tuple(each for each in first.amounts if all(each in slot.amounts for slot in slots))
    pieces = known_pieces([slot.pieces for slot in slots], weights)
    unknown = () if QUESTION in pieces or len(amounts) == len(first.amounts) else (QUESTION,)
    return Slot(first.label, (*pieces, *unknown), amounts)
