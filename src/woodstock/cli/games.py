"""`woodstock games`: the games that come with WoodStock."""

from __future__ import annotations

from textwrap import shorten
from typing import Annotated

import typer

from woodstock.cli.output import JsonOption, print_json

WIDTH = 80


def games(
    *,
    long: Annotated[bool, typer.Option("--long", "-l", help="With the whole descriptions.")] = False,
    json: JsonOption = False,
) -> None:
    """List the bundled games: names that every other command takes."""
    from rich.console import Console
    from rich.table import Table

    from woodstock.games.library import bundled, description_of

    found = {name: description_of(name) for name in bundled()}
    if json:
        print_json([{"name": name, "description": text} for name, text in found.items()])
        return
    console = Console(highlight=False)
    room = min(console.width, WIDTH) - max(map(len, found)) - 2
    table = Table(box=None, pad_edge=False, show_header=False)
    for name, text in found.items():
        table.add_row(name, text if long else shorten(text, room, placeholder=" …"))
    console.print(table)
    more = "" if long else "; games --long tells more"
    console.print(f"Play one with: woodstock play NAME{more}.", style="dim")
