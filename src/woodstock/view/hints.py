"""`view.toml` beside a rulesheet: how its game likes to be drawn. Everything in it may be left out.

```toml
caption = "Red joins left and right, blue bottom and top."
hidden = ["helper"]              # relations that are never shown
slots = ["secret"]               # relations of one argument that is a place in a row
[colours]
red = "#c8453b"
[glyphs]
king = "♚"                       # a character, or disc, cross, ring, square, star
[grid.cell]
shape = "slanted"                # square, slanted, centred rows, centred columns
sides = {left = "red", right = "red", bottom = "blue", top = "blue"}
[counters]
state = ["red", "blue", "raven"] # names for the arguments of a relation of numbers
```
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Annotated

import msgspec

from woodstock.errors import WoodStockError
from woodstock.view.model import Shape

FILE = "view.toml"
Colour = Annotated[str, msgspec.Meta(pattern="^(#[0-9a-fA-F]{3,8}|[a-z]+)$")]
"""A name or a hexadecimal number: nothing that could be more than a colour in a picture."""


class HintsError(WoodStockError):
    """A view.toml that does not say what it may."""


class GridHints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    shape: Shape | None = None
    sides: dict[str, str] = {}


class Hints(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    caption: str = ""
    hidden: tuple[str, ...] = ()
    colours: dict[str, Colour] = {}
    glyphs: dict[str, str] = {}
    grids: dict[str, GridHints] = msgspec.field(name="grid", default={})
    counters: dict[str, tuple[str, ...]] = {}
    slots: tuple[str, ...] = ()

    def grid(self, relation: str) -> GridHints:
        return self.grids.get(relation, GridHints())

    @cached_property
    def shapes(self) -> dict[str, Shape]:
        return {name: grid.shape for name, grid in self.grids.items() if grid.shape is not None}


NO_HINTS = Hints()


def read_hints(folder: Path) -> Hints:
    """The hints in a game's folder, none where it has no such file."""
    path = folder / FILE
    if not path.is_file():
        return NO_HINTS
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Hints)
    except msgspec.MsgspecError as error:
        raise HintsError(f"{path}: {error}; docs/how-to/game.md says what it may hold") from None
