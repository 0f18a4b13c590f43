"""Colours of pictures: what CSS is told, what can be read on it, and what a terminal shows instead."""

from __future__ import annotations

from woodstock.view.model import Piece, View

PAPER, INK, SHADE = "#fbf7ee", "#2b261d", "#cfa978"
NEUTRAL = "#e9dfc8"
TONES = {
    "red": "#c8453b",
    "blue": "#2f6fb5",
    "green": "#3d9a50",
    "yellow": "#f0c030",
    "black": "#35312b",
    "white": "#fdfcf8",
    "orange": "#e08a2c",
    "purple": "#7d4fb0",
    "pink": "#e58fb0",
    "brown": "#8a5a2b",
    "cyan": "#3bb3c4",
    "magenta": "#c0479a",
    "teal": "#1c8f95",
    "gray": "#8c8c8c",
    "grey": "#8c8c8c",
    "silver": "#c3c7cc",
    "gold": "#d9a520",
    "lime": "#9bc53d",
}
TERMINAL = {
    "red": "31",
    "#c8453b": "31",
    "green": "32",
    "#3d9a50": "32",
    "lime": "92",
    "yellow": "33",
    "gold": "33",
    "orange": "33",
    "#c98a16": "33",
    "blue": "34",
    "#2f6fb5": "94",
    "purple": "35",
    "magenta": "35",
    "pink": "95",
    "#7d4fb0": "35",
    "cyan": "36",
    "teal": "36",
    "#1c8f95": "36",
    "white": "1",
    "black": "2",
    "gray": "90",
    "grey": "90",
    "silver": "37",
}
"""Numbers of ANSI colours; white and black are bold and faint, for nobody knows the background."""


def fill_of(piece: Piece, view: View) -> str:
    colour = view.colours.get(piece.owner) or view.colours.get(piece.kind) or NEUTRAL
    return TONES.get(colour, colour)


def ink_on(fill: str) -> str:
    """Black or white, whichever can be read on a colour."""
    if not fill.startswith("#") or len(fill) != 7:
        return INK
    red, green, blue = (int(fill[place : place + 2], 16) for place in (1, 3, 5))
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#fdfcf8"


def ansi(text: str, colour: str) -> str:
    """The text in a colour of the terminal."""
    code = TERMINAL.get(colour)
    return f"\x1b[{code}m{text}\x1b[0m" if code else text
