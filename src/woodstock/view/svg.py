"""A view as an SVG picture: the same boards, strips and stacks as in a text. No library is needed.

Names from a rulesheet are only ever text in it: they are escaped, and colours are taken from a list or checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from woodstock.gdl.terms import Function, Term
from woodstock.view.model import Grid, Piece, Shape, Stack, Strip, View
from woodstock.view.palette import INK, NEUTRAL, PAPER, SHADE, TONES, fill_of, ink_on
from woodstock.view.picture import Picture
from woodstock.view.pieces import colour_in
from woodstock.view.placing import Placing
from woodstock.view.tokens import draw_piece

CELL = 48.0
GAP = 28.0
MARGIN = 12.0
WIDE = 900.0
LETTER = 7.4
"""About the width of a letter of 13 pixels."""
MOST_SEEDS = 12
CHIP_GAP = 6.0
DICE = "⚀⚁⚂⚃⚄⚅"


def draw_svg(view: View, *, title: str = "") -> str:
    """The whole view as the text of an SVG file."""
    parts = arrange([draw_grid(grid, view) for grid in view.grids], view.grids)
    parts += [draw_strip(strip, view) for strip in view.strips]
    if view.stacks:
        parts.append(draw_stacks(view.stacks))
    if view.rest or view.caption:
        parts.append(draw_rest(view.shortened, view))
    width = max((part.width for part in parts), default=200.0) + 2 * MARGIN
    height, body = MARGIN, []
    for part in parts:
        body.append(part.moved((width - part.width) / 2, height))
        height += part.height + MARGIN
    named = f"<title>{escape(title)}</title>" if title else ""
    style = "font-family:system-ui,'DejaVu Sans',sans-serif"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" role="img" style="{style}">{named}'
        f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>{"".join(body)}</svg>\n'
    )


def arrange(pictures: Sequence[Picture], grids: Sequence[Grid]) -> list[Picture]:
    """Boards in the places that they have in a larger one, or in rows."""
    if len(pictures) < 2:
        return list(pictures)
    wide, high = max(each.width for each in pictures), max(each.height for each in pictures)
    whole = Picture(0, 0)
    if all(grid.block is not None for grid in grids):
        top = max(grid.block[1] for grid in grids if grid.block)
        for picture, grid in zip(pictures, grids):
            column, row = grid.block or (0, 0)
            whole.put(picture, column * (wide + MARGIN), (top - row) * (high + MARGIN))
        return [whole]
    across = max(1, min(len(pictures), int(WIDE // (wide + GAP))))
    across = 2 if len(pictures) == 4 and across > 2 else across
    for number, picture in enumerate(pictures):
        whole.put(picture, (number % across) * (wide + GAP), (number // across) * (high + GAP))
    return [whole]


def draw_grid(grid: Grid, view: View) -> Picture:
    placing = Placing(grid, CELL)
    picture = Picture(placing.width, placing.height)
    if grid.title:
        picture.text(placing.width / 2, 12, grid.title, size=13, weight="bold")
    for where, place in grid.places.items():
        name = quoteattr(" ".join(place.name))
        dark = grid.chequered and sum(where) % 2 == 0
        if grid.shape is not Shape.POINTS:
            picture.add(
                f'<polygon class="place" data-place={name} points="{placing.outline(where)}" '
                f'fill="{SHADE if dark else "#f4ead5"}" stroke="#8d7b5c" stroke-width="1"/>'
            )
    for where, place in grid.places.items():
        for side in place.walls:
            (a, b), (c, d) = placing.wall(where, side)
            picture.add(
                f'<line x1="{a:.1f}" y1="{b:.1f}" x2="{c:.1f}" y2="{d:.1f}" stroke="{INK}" stroke-width="5"/>'
            )
    draw_sides(grid, view, placing, picture)
    draw_lines(grid, view, placing, picture)
    for where, place in grid.places.items():
        solid = [piece for piece in place.pieces if not piece.minor]
        marks = [piece for piece in place.pieces if piece.minor]
        x, y = placing.centre(where)
        for number, piece in enumerate(solid[-4:]):
            shift = (number - (len(solid[-4:]) - 1) / 2) * CELL * 0.3
            scale = 1.0 if len(solid) == 1 else 0.72
            draw_piece(picture, piece, view, (x + shift, y, CELL * scale))
        for number, piece in enumerate(() if solid else marks[:2]):
            shift = (number - (len(marks[:2]) - 1) / 2) * CELL * 0.46
            draw_piece(picture, piece, view, (x + shift, y, CELL * 0.52))
        for number, piece in enumerate(marks[:3] if solid else ()):
            fill = fill_of(piece, view)
            picture.add(
                f'<circle cx="{x + CELL * (0.34 - 0.16 * number):.1f}" cy="{y - CELL * 0.34:.1f}" r="4.5" fill="{fill}" '
                f'stroke="{INK}"><title>{escape(" ".join((piece.owner, piece.kind)).strip())}</title></circle>'
            )
    for number, column in enumerate(grid.columns):
        at = placing.column_label(number)
        if at and len(column) <= 4:
            picture.text(*at, column, size=12, fill="#5b5140")
    for number, row in enumerate(grid.rows):
        at = placing.row_label(number)
        if at and len(row) <= 4:
            picture.text(*at, row, size=12, fill="#5b5140")
    return picture


def draw_sides(grid: Grid, view: View, placing: Placing, picture: Picture) -> None:
    """The sides that somebody has to join."""
    for side, owner in grid.sides.items():
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in placing.side(side))
        fill = fill_of(Piece("", owner), view)
        picture.add(
            f'<polyline points="{points}" fill="none" stroke="{fill}" stroke-width="7" stroke-linecap="round" '
            f'stroke-linejoin="round"><title>{escape(owner)}</title></polyline>'
        )


def draw_lines(grid: Grid, view: View, placing: Placing, picture: Picture) -> None:
    for line in sorted(grid.lines, key=lambda each: each.drawn):
        (a, b), (c, d) = placing.point(line.start), placing.point(line.end)
        fill = fill_of(Piece("", line.owner), view) if line.owner else INK
        style = f'stroke="{fill}" stroke-width="7"' if line.drawn else 'stroke="#d8cdb6" stroke-width="4"'
        picture.add(
            f'<line class="line" data-place={quoteattr(" ".join(line.name))} x1="{a:.1f}" y1="{b:.1f}" x2="{c:.1f}" '
            f'y2="{d:.1f}" {style} stroke-linecap="round"/>'
        )
    if grid.shape is Shape.POINTS:
        for where in grid.places:
            x, y = placing.point(where)
            picture.add(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{INK}"/>')


def draw_strip(strip: Strip, view: View) -> Picture:
    """Slots in a row: a box each with its number, seeds or pieces, and its label below."""
    names = [
        [" ".join(filter(None, (piece.owner, piece.kind))) for piece in slot.pieces] for slot in strip.slots
    ]
    words = [*(slot.label for slot in strip.slots), *(name for each in names for name in each)]
    wide = max(56.0, max(map(len, words), default=0) * LETTER + 16)
    across = max(1, min(len(strip.slots), int(WIDE // (wide + 8))))
    high = 92.0
    rows = -(-len(strip.slots) // across) if strip.slots else 0
    picture = Picture(across * (wide + 8), rows * high + 20)
    picture.text(picture.width / 2, 10, strip.title, size=13, weight="bold")
    for number, slot in enumerate(strip.slots):
        x, y = (number % across) * (wide + 8) + 4, 20 + (number // across) * high
        colour = view.colours.get(slot.label, "")
        picture.add(
            f'<rect class="place" data-place={quoteattr(slot.label)} x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="66" '
            f'rx="10" fill="#f4ead5" stroke="{colour or "#8d7b5c"}" stroke-width="{3 if colour else 1}"/>'
        )
        picture.text(x + wide / 2, y + 80, slot.label, size=12, fill="#5b5140")
        shown = [each for each in slot.amounts if each[1] or len(slot.amounts) == 1]
        for place, (owner, amount) in enumerate(shown):
            middle = y + 33 + (place - (len(shown) - 1) / 2) * 26
            owned, at = bool(owner), (x + wide / 2, middle)
            draw_amount(
                picture, owner or slot.label, amount, view, at=at, owned=owned, small=bool(slot.pieces)
            )
        for place, name in enumerate(names[number]):
            fill = fill_of(slot.pieces[place], view)
            middle = y + (54 if shown else 33) + (place - (len(names[number]) - 1) / 2) * 18
            picture.text(x + wide / 2, middle, name, size=13, fill=INK if ink_on(fill) == INK else fill)
    return picture


def draw_amount(
    picture: Picture,
    owner: str,
    amount: int,
    view: View,
    *,
    at: tuple[float, float],
    owned: bool,
    small: bool,
) -> None:
    """A number, and as many seeds where they can be counted."""
    x, y = at
    fill = fill_of(Piece("", owner), view)
    fill = fill if fill != NEUTRAL else (colour_in(owner) and TONES[colour_in(owner)]) or "#b5843c"
    if owned:
        picture.add(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="12" fill="{fill}" stroke="{INK}"/>')
        picture.text(x, y, str(amount), size=13, fill=ink_on(fill), weight="bold")
        return
    picture.text(x, y - (0 if amount > MOST_SEEDS or small else 16), str(amount), size=18, weight="bold")
    if amount <= MOST_SEEDS and not small:
        for number in range(amount):
            seed_x = x + (number % 4 - (min(amount, 4) - 1) / 2) * 11
            picture.add(
                f'<circle cx="{seed_x:.1f}" cy="{y + 2 + (number // 4) * 11:.1f}" r="4.5" fill="{fill}" stroke="{INK}" '
                f'stroke-width="0.7"/>'
            )


def draw_stacks(stacks: Sequence[Stack]) -> Picture:
    """Things on top of each other, the lowest as the base."""
    names = [item for stack in stacks for item in stack.items]
    wide = max(70.0, max(map(len, names)) * LETTER + 20)
    tall = max(len(stack.items) for stack in stacks)
    order = sorted(set(names))
    picture = Picture(len(stacks) * (wide + 14), tall * 28 + 6)
    for number, stack in enumerate(stacks):
        for level, item in enumerate(stack.items):
            share = 1.0 if level == 0 else 0.55 + 0.4 * order.index(item) / max(1, len(order) - 1)
            x, y = number * (wide + 14) + 7 + wide * (1 - share) / 2, (tall - level - 1) * 28 + 2
            picture.add(
                f'<rect class="place" data-place={quoteattr(item)} x="{x:.1f}" y="{y:.1f}" width="{wide * share:.1f}" '
                f'height="26" rx="5" fill="{"#d8cdb6" if level == 0 else "#e3b869"}" stroke="{INK}"/>'
            )
            picture.text(number * (wide + 14) + 7 + wide / 2, y + 13, item, size=13)
    return picture


def draw_rest(rest: Sequence[Term], view: View) -> Picture:
    """Everything else as chips with words, and the caption."""
    picture = Picture(0, 0)
    texts = [chip_text(fluent) for fluent in rest]
    rows = chip_rows([len(text) * LETTER + 18 for text in texts])
    whole = max((sum(row) + CHIP_GAP * (len(row) - 1) for row in rows), default=0.0)
    whole = max(whole, len(view.caption) * LETTER)
    places = [
        (
            (whole - sum(row) - CHIP_GAP * (len(row) - 1)) / 2 + sum(row[:n]) + CHIP_GAP * n,
            30.0 * number,
            wide,
        )
        for number, row in enumerate(rows)
        for n, wide in enumerate(row)
    ]
    for text, (x, y, wide) in zip(texts, places):
        named = next((word for word in text.split() if word in view.colours), "")
        colour = fill_of(Piece("", named), view) if named else "#8d7b5c"
        colour = colour if ink_on(colour) != INK or not named else "#8d7b5c"
        picture.add(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="24" rx="12" fill="#fff" stroke="{colour}" '
            f'stroke-width="1.5"/>'
        )
        picture.text(x + wide / 2, y + 12, text, size=13)
        picture.grow(whole, y + 26)
    if view.caption:
        y = picture.height + 12
        picture.grow(len(view.caption) * LETTER, y + 10)
        picture.text(picture.width / 2, y, view.caption, size=13, fill="#5b5140")
    return picture


def chip_rows(widths: Sequence[float]) -> list[list[float]]:
    """Chips in rows, as many in each as fit."""
    rows: list[list[float]] = []
    for wide in widths:
        if rows and sum(rows[-1]) + CHIP_GAP * len(rows[-1]) + wide <= WIDE * 0.62:
            rows[-1].append(wide)
        else:
            rows.append([wide])
    return rows


def chip_text(fluent: Term) -> str:
    """A fluent in words, dice as dice."""
    if not isinstance(fluent, Function):
        return str(fluent)
    words = [str(argument) for argument in fluent.args]
    if "die" in fluent.name or "dice" in fluent.name:
        words = [
            f"{DICE[int(word) - 1]} {word}" if word in "123456" and len(word) == 1 else word for word in words
        ]
    return " ".join((fluent.name, *words))
