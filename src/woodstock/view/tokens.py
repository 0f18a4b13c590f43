"""Pieces as shapes: discs with letters, crosses and rings, numbers, chess pieces, stars."""

from __future__ import annotations

from xml.sax.saxutils import escape

from woodstock.view.model import UNKNOWN, Piece, View
from woodstock.view.palette import INK, NEUTRAL, TONES, fill_of, ink_on
from woodstock.view.picture import Picture
from woodstock.view.pieces import label_of

SHAPES = frozenset({"disc", "cross", "ring", "square", "star", "dot"})
MOST_LETTERS = 9
Spot = tuple[float, float, float]
"""Where a piece is drawn, and how large."""
ARROWS = {"n": "↑", "ne": "↗", "e": "→", "se": "↘", "s": "↓", "sw": "↙", "w": "←", "nw": "↖"}


def draw_piece(picture: Picture, piece: Piece, view: View, at: Spot) -> None:
    """One piece, with its name as a tooltip."""
    x, y, size = at
    fill = fill_of(piece, view)
    name = escape(" ".join(filter(None, (piece.owner, piece.kind))))
    glyph = view.glyphs.get(piece.kind, view.glyphs.get(piece.owner, "") if not piece.kind else "")
    faded = "" if piece.certain else ' opacity="0.45"'
    picture.add(f'<g class="piece"{faded}><title>{name}</title>')
    if piece.kind == UNKNOWN:
        picture.text(x, y, UNKNOWN, size=size * 0.5, fill="#8d7b5c", weight="bold")
    elif glyph in SHAPES or (not glyph and is_plain_disc(piece)):
        draw_shape(picture, glyph or "disc", fill, label_of(piece, view.labels), at)
    elif glyph:
        outline = f'stroke="{INK}" stroke-width="1"' if ink_on(fill) == INK else 'stroke="none"'
        picture.add(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size * 0.74:.1f}" text-anchor="middle" '
            f'dy="0.35em" fill="{fill if fill != NEUTRAL else INK}" {outline}>{escape(glyph)}</text>'
        )
    elif piece.kind in TONES:
        draw_shape(picture, "disc", TONES[piece.kind], label_of(piece, view.labels), at)
    elif piece.kind.isdecimal():
        draw_number(picture, piece, fill, at)
    else:
        draw_word(picture, piece, view, at)
    picture.add("</g>")


def is_plain_disc(piece: Piece) -> bool:
    return bool(piece.owner) and (not piece.kind or piece.kind == piece.owner)


def draw_number(picture: Picture, piece: Piece, fill: str, at: Spot) -> None:
    x, y, size = at
    if piece.owner:
        picture.add(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size * 0.4:.1f}" fill="{fill}" stroke="{INK}"/>')
    ink = ink_on(fill) if piece.owner else INK
    picture.text(x, y, piece.kind, size=size * 0.46, fill=ink, weight="bold")


def draw_word(picture: Picture, piece: Piece, view: View, at: Spot) -> None:
    """A rounded tile with the word, as large as it fits; the beginning of a long one."""
    x, y, size = at
    fill = fill_of(piece, view)
    word = piece.kind if piece.owner else ARROWS.get(piece.kind, piece.kind)
    word = word if len(word) <= MOST_LETTERS else label_of(piece, view.labels)
    half = size * 0.43
    picture.add(
        f'<rect x="{x - half:.1f}" y="{y - half:.1f}" width="{2 * half:.1f}" height="{2 * half:.1f}" '
        f'rx="{size * (0.4 if piece.owner else 0.12):.1f}" fill="{fill}" stroke="{INK}" stroke-width="0.8"/>'
    )
    room = 1.2 if piece.owner else 1.45  # a disc has less of it than a tile
    letters = min(size * 0.44, 2 * half * room / max(1, len(word)))
    picture.text(x, y, word, size=letters, fill=ink_on(fill), weight="bold")


def draw_shape(picture: Picture, shape: str, fill: str, label: str, at: Spot) -> None:
    x, y, size = at
    radius = size * 0.4
    match shape:
        case "cross":
            arm = radius * 0.72
            for one, other in ((-arm, arm), (arm, -arm)):
                picture.add(
                    f'<line x1="{x + one:.1f}" y1="{y - arm:.1f}" x2="{x + other:.1f}" y2="{y + arm:.1f}" '
                    f'stroke="{fill}" stroke-width="{size * 0.13:.1f}" stroke-linecap="round"/>'
                )
        case "ring":
            picture.add(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius * 0.76:.1f}" fill="none" stroke="{fill}" '
                f'stroke-width="{size * 0.12:.1f}"/>'
            )
        case "square":
            picture.add(
                f'<rect x="{x - size * 0.45:.1f}" y="{y - size * 0.45:.1f}" width="{size * 0.9:.1f}" '
                f'height="{size * 0.9:.1f}" fill="{fill}" stroke="{INK}"/>'
            )
        case "dot":
            picture.add(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size * 0.14:.1f}" fill="{fill}" stroke="{INK}"/>'
            )
        case "star":
            picture.text(x, y, "★", size=size * 0.7, fill=fill)
        case _:
            picture.add(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{fill}" stroke="{INK}" stroke-width="1.2"/>'
            )
            picture.text(
                x, y, label, size=min(size * 0.3, size * 1.1 / max(1, len(label))), fill=ink_on(fill)
            )
