"""Pictures of a few shapes, written as SVG or, in pixels, as PNG (which has digits, but no other letters)."""

from __future__ import annotations

import struct
import zlib
from colorsys import hls_to_rgb
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape

from woodstock.errors import WoodStockError

GOLDEN_ANGLE = 137.508  # degrees between one colour and the next: neighbours differ
# Digits, five rows of three pixels each.
FONT = (
    ("111", "101", "101", "101", "111"),
    ("010", "110", "010", "010", "111"),
    ("111", "001", "111", "100", "111"),
    ("111", "001", "111", "001", "111"),
    ("101", "101", "111", "001", "001"),
    ("111", "100", "111", "001", "111"),
    ("111", "100", "111", "101", "111"),
    ("111", "001", "001", "010", "010"),
    ("111", "101", "111", "101", "111"),
    ("111", "101", "111", "001", "111"),
)
PIXEL = 2  # of a digit


class NoSuchPicture(WoodStockError):
    """A kind of file that pictures are not written to."""


def colour_of(number: int) -> tuple[int, int, int]:
    """A light colour for each number."""
    red, green, blue = hls_to_rgb(number * GOLDEN_ANGLE % 360 / 360, 0.75, 0.6)
    return round(255 * red), round(255 * green), round(255 * blue)


@dataclass(frozen=True, slots=True)
class Box:
    x: float
    y: float
    side: float
    colour: int


@dataclass(frozen=True, slots=True)
class Line:
    x: float
    y: float
    to_x: float
    to_y: float


@dataclass(frozen=True, slots=True)
class Text:
    """Centred at a point."""

    x: float
    y: float
    text: str


@dataclass
class Drawing:
    """Shapes, those added later in front."""

    title: str
    width: int
    height: int
    shapes: list[Box | Line | Text] = field(default_factory=list)

    def write(self, path: Path) -> None:
        """As what the file's name says: .svg or .png."""
        if path.suffix == ".svg":
            path.write_text(self.svg())
        elif path.suffix == ".png":
            path.write_bytes(self.png())
        else:
            raise NoSuchPicture(f"{path}: pictures are written to .svg or .png files")

    def svg(self) -> str:
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
            'font-family="sans-serif" font-size="12" text-anchor="middle">',
            f"<title>{escape(self.title)}</title>",
        ]
        for shape in self.shapes:
            match shape:
                case Box(x, y, side, colour):
                    fill = "#{:02x}{:02x}{:02x}".format(*colour_of(colour))
                    parts.append(
                        f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" fill="{fill}" stroke="black"/>'
                    )
                case Line(x, y, to_x, to_y):
                    parts.append(f'<line x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}" stroke="#999"/>')
                case Text(x, y, text):
                    parts.append(f'<text x="{x:g}" y="{y + 4:g}">{escape(text)}</text>')
        return "\n".join([*parts, "</svg>", ""])

    def png(self) -> bytes:
        pixels = _Pixels(self.width, self.height)
        for shape in self.shapes:
            match shape:
                case Box(x, y, side, colour):
                    pixels.fill(x, y, side, side, (0, 0, 0))
                    pixels.fill(x + 1, y + 1, side - 2, side - 2, colour_of(colour))
                case Line(x, y, to_x, to_y):
                    pixels.line(x, y, to_x, to_y, (153, 153, 153))
                case Text(x, y, text):
                    pixels.digits(x, y, text)
        return pixels.png()


class _Pixels:
    def __init__(self, width: int, height: int) -> None:
        self._width, self._height = width, height
        self._rows = [bytearray(b"\xff" * 3 * width) for _ in range(height)]

    def fill(self, x: float, y: float, width: float, height: float, colour: tuple[int, int, int]) -> None:
        left, right = max(0, round(x)), min(self._width, round(x + width))
        for row in self._rows[max(0, round(y)) : max(0, round(y + height))]:
            row[3 * left : 3 * right] = bytes(colour) * max(0, right - left)

    def line(self, x: float, y: float, to_x: float, to_y: float, colour: tuple[int, int, int]) -> None:
        steps = max(1, round(max(abs(to_x - x), abs(to_y - y))))
        for step in range(steps + 1):
            self.fill(x + (to_x - x) * step / steps, y + (to_y - y) * step / steps, 1, 1, colour)

    def digits(self, x: float, y: float, text: str) -> None:
        if not text.isdecimal():
            return
        left, top = x - 2 * PIXEL * len(text) + PIXEL / 2, y - 2.5 * PIXEL
        for place, digit in enumerate(text):
            for down, row in enumerate(FONT[int(digit)]):
                for across, on in enumerate(row):
                    if on == "1":
                        at = left + PIXEL * (4 * place + across)
                        self.fill(at, top + PIXEL * down, PIXEL, PIXEL, (0, 0, 0))

    def png(self) -> bytes:
        """The format of ISO/IEC 15948: signature, header, pixels row by row without filters, end."""

        def chunk(kind: bytes, data: bytes) -> bytes:
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

        header = struct.pack(">IIBBBBB", self._width, self._height, 8, 2, 0, 0, 0)
        data = zlib.compress(b"".join(b"\x00" + row for row in self._rows))
        return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")
