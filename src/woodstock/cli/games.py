"""`woodstock games`: the games that come with WoodStock."""

from __future__ import annotations

from woodstock.cli.output import JsonOption, print_json


def games(*, json: JsonOption = False) -> None:
    """List the bundled games: names that every other command takes."""
    from rich.console import Console
    from rich.table import Table

    from woodstock.games.library import bundled, description_of

    found = {name: description_of(name) for name in bundled()}
    if json:
        print_json([{"name": name, "description": text} for name, text in found.items()])
        return
    table = Table(box=None, pad_edge=False, show_header=False)
    for name, text in found.items():
        table.add_row(name, text)
    Console(highlight=False).print(table)
