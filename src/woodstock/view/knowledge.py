"""What a role knows of a state: what is the same in every state that is possible, and `?` where they differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from woodstock.view.model import UNKNOWN, Grid, Piece, Place, Slot, Strip, View

QUESTION = Piece(UNKNOWN, certain=False)


def known_view(views: Sequence[View]) -> View:
    """One view for several states of a game."""
    first = views[0]
    rest = set(first.rest).intersection(*(view.rest for view in views[1:]))
    return replace(
        first,
        grids=tuple(known_grid([view.grids[number] for view in views]) for number in range(len(first.grids))),
        strips=tuple(
            known_strip([view.strips[number] for view in views]) for number in range(len(first.strips))
        ),
        stacks=tuple(stack for stack in first.stacks if all(stack in view.stacks for view in views)),
        rest=tuple(fluent for fluent in first.rest if fluent in rest),
    )


def known_grid(grids: Sequence[Grid]) -> Grid:
    first = grids[0]
    places = {where: known_place([grid.places[where] for grid in grids]) for where in first.places}
    lines = [
        line if all(line in grid.lines for grid in grids) else replace(line, drawn=False, owner="")
        for line in first.lines
    ]
    return replace(first, places=places, lines=tuple(lines))


def known_place(places: Sequence[Place]) -> Place:
    """What all agree on; one question mark for everything else."""
    first = places[0]
    if all(place.pieces == first.pieces for place in places):
        return first
    sure = tuple(piece for piece in first.pieces if all(piece in place.pieces for place in places))
    return replace(first, pieces=(*sure, QUESTION))


def known_strip(strips: Sequence[Strip]) -> Strip:
    slots = zip(*(strip.slots for strip in strips))
    return replace(strips[0], slots=tuple(known_slot(each) for each in slots))


def known_slot(slots: Sequence[Slot]) -> Slot:
    first = slots[0]
    if all(slot == first for slot in slots):
        return first
    sure = tuple(piece for piece in first.pieces if all(piece in slot.pieces for slot in slots))
    amounts = tuple(each for each in first.amounts if all(each in slot.amounts for slot in slots))
    return Slot(first.label, (*sure, QUESTION), amounts)
