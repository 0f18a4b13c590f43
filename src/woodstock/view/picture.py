"""A piece of an SVG picture: elements and the room that they take."""

from __future__ import annotations

from xml.sax.saxutils import escape


class Picture:
    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self._elements: list[str] = []

    def add(self, element: str) -> None:
        self._elements.append(element)

    def grow(self, width: float, height: float) -> None:
        self.width, self.height = max(self.width, width), max(self.height, height)

    def put(self, other: Picture, x: float, y: float) -> None:
        self.add(other.moved(x, y))
        self.grow(x + other.width, y + other.height)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 14,
        fill: str = "#2b261d",
        weight: str = "normal",
    ) -> None:
        self.add(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="middle" dy="0.35em" '
            f'fill="{fill}" font-weight="{weight}">{escape(text)}</text>'
        )

    def moved(self, x: float, y: float) -> str:
        return f'<g transform="translate({x:.1f} {y:.1f})">{"".join(self._elements)}</g>'
