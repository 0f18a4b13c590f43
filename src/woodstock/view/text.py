"""A view as text for a terminal: no wider than it is told, no word broken, owners told apart without colour."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, zip_longest
from textwrap import wrap

from woodstock.gdl.order import natural
from woodstock.view.model import UNKNOWN, Grid, Piece, Place, Shape, Slot, Strip, View
from woodstock.view.pieces import label_of
from woodstock.view.plain import cut, padded, width_of

Paint = Callable[[str, str], str]
"""A text in a colour."""
EMPTY = "."
WIDTH = 80
GAP = "    "
MOST_DOTS = 12


def unpainted(text: str, colour: str) -> str:
    return text


def draw_text(view: View, *, width: int = WIDTH, paint: Paint = unpainted) -> str:
    """The whole view: boards side by side as far as they fit, then everything else."""
    blocks = [grid_lines(grid, view, width, paint) for grid in view.grids]
    parts = [*in_blocks(view.grids, blocks, width)]
    for strip in view.strips:
        parts += strip_lines(strip, view, width, paint)
    parts += [" ".join(reversed(stack.items[1:])) + f" | {stack.items[0]}" for stack in view.stacks]
    if view.rest:
        shown = [str(fluent) for fluent in view.shortened]
        parts += wrapped(shown, width) if view.is_drawn or sum(map(len, shown)) > width else [" ".join(shown)]
    return "\n".join(line.rstrip() for line in parts)


def wrapped(words: Iterable[str], width: int) -> list[str]:
    """Words in lines, none of them broken: a fluent counts as a word."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return lines


def in_blocks(grids: Sequence[Grid], blocks: Sequence[list[str]], width: int) -> list[str]:
    """Boards beside and above each other: by their places in a larger one, or one after the other."""
    if not grids:
        return []
    rows: list[list[list[str]]] = []
    placed = [(grid.block, lines) for grid, lines in zip(grids, blocks)]
    if all(block is not None for block, _ in placed):
        ordered = sorted(placed, key=lambda each: (-(each[0] or (0, 0))[1], (each[0] or (0, 0))[0]))
        rows = [
            [lines for _, lines in group]
            for _, group in groupby(ordered, key=lambda each: (each[0] or (0, 0))[1])
        ]
    for lines in [] if rows else blocks:
        if rows and sum(map(block_width, rows[-1])) + block_width(lines) + len(GAP) * len(rows[-1]) <= width:
            rows[-1].append(lines)
        else:
            rows.append([lines])
    found: list[str] = []
    for number, row in enumerate(rows):
        if number:
            found.append("")
        widths = [block_width(lines) for lines in row]
        for line in zip_longest(*row, fillvalue=""):
            found.append(GAP.join(padded(part, size) for part, size in zip(line, widths)))
    return found


def block_width(lines: Sequence[str]) -> int:
    return max(map(width_of, lines), default=0)


def grid_lines(grid: Grid, view: View, width: int, paint: Paint) -> list[str]:
    if grid.shape is Shape.POINTS:
        return point_lines(grid, view, paint)
    texts = {where: place_text(place, view) for where, place in grid.places.items()}
    longest = max(map(len, texts.values()), default=1)
    margin = max(map(len, grid.rows), default=0)
    room = (width - margin - 2) // max(1, len(grid.columns))
    labels = grid.columns if max(map(len, grid.columns)) < room else tuple(name[-1:] for name in grid.columns)
    size = max(longest, max(map(len, labels), default=1))
    if size + 1 > room > 1:
        size = room - 1
    gap = " " if size < room else ""
    lines = [grid.title] if grid.title else []
    hexagons = grid.shape is not Shape.SQUARE
    step = (size + len(gap) + 1) // 2
    for row in reversed(range(len(grid.rows))):
        cells = [
            painted(grid.places.get(where), f"{texts.get(where, '')[-size:]:>{size}}", view, paint)
            for where in ((column, row) for column in range(len(grid.columns)))
        ]
        shift = shift_of(grid, row, step) if hexagons else 0
        lines.append(f"{grid.rows[row]:>{margin}}  " + " " * shift + gap.join(cells))
    if grid.shape is not Shape.CENTRED_ROWS:
        lines.append(" " * margin + "  " + gap.join(f"{name:>{size}}" for name in labels))
    return [*(cut(line, width) for line in lines), *side_lines(grid, width)]


def side_lines(grid: Grid, width: int) -> list[str]:
    """Whose sides are which, where they matter."""
    owners = dict.fromkeys(grid.sides.values())
    told = [
        f"{owner}: {' and '.join(side for side, whose in grid.sides.items() if whose == owner)}"
        for owner in owners
    ]
    return wrap(", ".join(told), width) if told else []


def shift_of(grid: Grid, row: int, step: int) -> int:
    if grid.shape is Shape.SLANTED:
        return row * step
    if grid.shape is Shape.CENTRED_ROWS:
        lengths = [sum(1 for _, y in grid.places if y == each) for each in range(len(grid.rows))]
        return (max(lengths) - lengths[row]) * step
    return 0


def painted(place: Place | None, text: str, view: View, paint: Paint) -> str:
    """The text of a place in the colour of what lies on top."""
    if place is None or not place.pieces:
        return text
    shown = [piece for piece in place.pieces if not piece.minor] or list(place.pieces)
    return paint(text, colour_of(shown[-1], view))


def colour_of(piece: Piece, view: View) -> str:
    return view.colours.get(piece.owner) or view.colours.get(piece.kind) or ""


def place_text(place: Place, view: View) -> str:
    """The labels of the pieces on a place, those that lie on top last; marks only where there is nothing else."""
    pieces = [piece for piece in place.pieces if not piece.minor] or list(place.pieces)[:1]
    return "".join(label_of(piece, view.labels) + doubt(piece) for piece in pieces) or EMPTY


def doubt(piece: Piece) -> str:
    """The mark of a piece that is only likely to be there."""
    return "" if piece.certain or piece.kind == UNKNOWN else UNKNOWN


def point_lines(grid: Grid, view: View, paint: Paint) -> list[str]:
    """Points as `+`, lines between them, and what is in the spaces."""
    width, height = 4 * len(grid.columns) - 3, 2 * len(grid.rows) - 1
    canvas = [[" "] * width for _ in range(height)]
    for x in range(len(grid.columns)):
        for y in range(len(grid.rows)):
            canvas[2 * y][4 * x] = "+"
    for line in grid.lines:
        (a, b), (c, d) = sorted((line.start, line.end))
        if line.drawn:
            mark = label_of(Piece("", line.owner), view.labels) if line.owner else ""
            for x in range(4 * a, 4 * c + 1):
                canvas[2 * b][x] = "+" if x % 4 == 0 else "-"
            for y in range(2 * b, 2 * d + 1):
                canvas[y][4 * a] = "+" if y % 2 == 0 else "|"
            if mark:
                canvas[b + d][2 * (a + c)] = mark
    for (x, y), place in grid.places.items():
        if place.pieces and 2 * y + 1 < height and 4 * x + 2 < width:
            canvas[2 * y + 1][4 * x + 2] = label_of(place.pieces[-1], view.labels)
    margin = max(map(len, grid.rows))
    lines = [
        f"{grid.rows[y // 2] if y % 2 == 0 else '':>{margin}}  " + "".join(canvas[y])
        for y in reversed(range(height))
    ]
    return [*lines, " " * margin + "  " + "".join(f"{name:<4}" for name in grid.columns)]


def strip_lines(strip: Strip, view: View, width: int, paint: Paint) -> list[str]:
    """One line for each slot where there are few, else all in a row as far as they fit."""
    margin = max((len(slot.label) for slot in strip.slots), default=0)
    entries = [f"{slot.label:>{margin}}  {slot_text(slot)}" for slot in strip.slots]
    if len(entries) <= MOST_DOTS:
        return [strip.title, *entries] if strip.title else entries
    return [strip.title, *wrapped([f"{entry};" for entry in entries], width)]


def slot_text(slot: Slot) -> str:
    pieces = [" ".join(filter(None, (piece.owner, piece.kind))) + doubt(piece) for piece in slot.pieces]
    amounts = [
        f"{number}{f' {owner}' if owner else ''}{' ' + 'o' * number if 0 < number <= MOST_DOTS and not owner else ''}"
        for owner, number in sorted(slot.amounts, key=lambda each: natural(each[0]))
        if number or not owner
    ]
    return ", ".join((*amounts, *pieces)) or "-"
