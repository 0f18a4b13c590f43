"""`woodstock players`: which players there are and what can be set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from woodstock.cli.output import JsonOption, print_json

if TYPE_CHECKING:
    from woodstock.players import Kind, Option


def players(json: JsonOption = False) -> None:
    """List the players with their options.

    A player is named like `uct` or `uct:c=0.7,threads=2`; a class of your own like `mymodule.MyPlayer`.
    """
    from woodstock.players import builtin

    kinds = sorted(builtin(), key=lambda kind: kind.name)
    if json:
        print_json([kind_json(kind) for kind in kinds])
        return
    from rich.console import Console
    from rich.table import Table

    console = Console()
    for kind in kinds:
        console.print(f"[bold]{kind.name}[/]  {kind.summary}", highlight=False)
        if kind.source:
            console.print(f"  [dim]{kind.source}[/]", highlight=False)
        if kind.options:
            table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
            for option in kind.options:
                table.add_row(f"{option.name}={shown(option.default)}", accepted(option), option.help)
            console.print(table)


def accepted(option: Option) -> str:
    """What values an option takes."""
    if option.choices:
        return "|".join(option.choices)
    bounds = ""
    if option.minimum is not None or option.maximum is not None:
        low = "" if option.minimum is None else f"{option.minimum:g}"
        high = "" if option.maximum is None else f"{option.maximum:g}"
        bounds = f" {low}–{high}" if high else f" ≥ {low}"
    return option.type.__name__ + bounds


def shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def kind_json(kind: Kind) -> dict[str, Any]:
    return {
        "name": kind.name,
        "summary": kind.summary,
        "source": kind.source,
        "options": [
            {
                "name": option.name,
                "type": option.type.__name__,
                "default": option.default,
                "choices": list(option.choices),
                "minimum": option.minimum,
                "maximum": option.maximum,
                "help": option.help,
            }
            for option in kind.options
        ],
    }
