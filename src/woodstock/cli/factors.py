"""`woodstock factors`: the boards that a game is made of, and what of it does not matter."""

from __future__ import annotations

import typer

from woodstock.cli.loading import EngineName, GameArgument, LimitOption, load_game
from woodstock.cli.output import JsonOption, print_json


def factors(game: GameArgument, *, limit: LimitOption = 60.0, json: JsonOption = False) -> None:
    """Show whether a game falls into boards that are played at the same time, and what of it does not matter."""
    from woodstock.factoring import find_factors
    from woodstock.factoring.words import as_json, in_words

    loaded, _ = load_game(game, EngineName.AUTO, limit)
    compiled = loaded.require_compiled("known boards")
    found = find_factors(compiled.circuit)
    if json:
        print_json(as_json(found, compiled, loaded.name))
    else:
        typer.echo(in_words(found, compiled, loaded.name))
