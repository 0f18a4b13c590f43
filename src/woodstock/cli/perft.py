"""`woodstock perft`: counts of joint moves by depth."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli.loading import EngineName, EngineOption, GameArgument, LimitOption, engine_of, load_game
from woodstock.cli.output import JsonOption, print_json
from woodstock.cli.progress import wait_with_bar

if TYPE_CHECKING:
    from woodstock.engines.engine import Engine
    from woodstock.game import Game


def perft(
    game: GameArgument,
    *,
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, help="How deep to count.")] = 3,
    unique: Annotated[
        bool,
        typer.Option("--unique", help="Count states instead, each once, and each with all its images once."),
    ] = False,
    exchange: Annotated[
        bool, typer.Option("--exchange", help="With --unique: images with the players exchanged count, too.")
    ] = False,
    engine: EngineOption = EngineName.AUTO,
    limit: LimitOption = 60.0,
    json: JsonOption = False,
) -> None:
    """Count the sequences of joint moves from the initial state, for every depth up to the given one."""
    from woodstock.engines.perft import perft as count

    loaded, _ = load_game(game, engine, limit)
    chosen = engine_of(loaded, engine)
    if unique:
        _count_states(loaded, chosen, depth, exchange=exchange, json=json)
        return
    rows = []
    for level in range(1, depth + 1):
        start = time.perf_counter()
        sequences = wait_with_bar(partial(count, chosen, level), f"depth {level}")
        rows.append({"depth": level, "joint_moves": sequences, "seconds": time.perf_counter() - start})
        if not json:
            typer.echo(f"{level:3} {sequences:>20,}")
    if json:
        print_json({"game": loaded.name, "engine": chosen.name, "depths": rows})


def _count_states(game: Game, engine: Engine[Any], depth: int, *, exchange: bool, json: bool) -> None:
    """States by the depth at which they are first met, and how many of them are no images of others."""
    from woodstock.engines.perft import unique
    from woodstock.symmetry.native import canonical

    plain = wait_with_bar(lambda: list(unique(engine, depth)), "states")
    forms = plain
    if game.compiled is not None and engine is game.engine:
        found = wait_with_bar(game.symmetries, "symmetries")
        group = canonical(found.with_exchange if exchange else found.group, exchange=exchange)
        forms = wait_with_bar(lambda: list(unique(engine, depth, group.form)), "states up to symmetry")
    rows = [
        {"depth": level, "states": states, "up_to_symmetry": images}
        for level, (states, images) in enumerate(zip(plain, forms))
    ]
    if json:
        print_json({"game": game.name, "engine": engine.name, "depths": rows})
        return
    typer.echo("depth               states       up to symmetry")
    listed = [(str(level), states, images) for level, (states, images) in enumerate(zip(plain, forms))]
    for level, states, images in (*listed, ("all", sum(plain), sum(forms))):
        typer.echo(f"{level:>5} {states:>20,} {images:>20,}")
