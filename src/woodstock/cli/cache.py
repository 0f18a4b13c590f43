"""`woodstock cache`: the compiled games that are kept."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from woodstock.cli.output import JsonOption, print_json
from woodstock.errors import WoodStockError


class Action(StrEnum):
    SHOW = "show"
    CLEAR = "clear"


def cache(
    action: Annotated[
        Action, typer.Argument(help="show: how much is kept, and where; clear: delete it.")
    ] = Action.SHOW,
    *,
    json: JsonOption = False,
) -> None:
    """Compiled games are kept so that they load at once the next time; see what is kept, or delete it.

    WOODSTOCK_CACHE names another folder, and switches the cache off if it is empty.

    Example: woodstock cache clear
    """
    from woodstock.compile.cache import FOLDER_VARIABLE, user_cache

    kept = user_cache()
    if kept is None:
        raise WoodStockError(f"no games are kept: {FOLDER_VARIABLE} is empty; unset it")
    files = kept.files()
    found = {
        "folder": str(kept.folder),
        "games": len(files),
        "bytes": sum(path.stat().st_size for path in files),
    }
    if action is Action.CLEAR:
        kept.clear()
    if json:
        print_json(found)
    else:
        verb = "deleted from" if action is Action.CLEAR else "in"
        typer.echo(f"{len(files)} games, {found['bytes']:,} bytes {verb} {kept.folder}")
