"""`woodstock perft`: counts of joint moves by depth."""

from __future__ import annotations

import time
from functools import partial
from typing import Annotated

import typer

from woodstock.cli.loading import EngineName, EngineOption, GameArgument, LimitOption, engine_of, load_game
from woodstock.cli.output import JsonOption, print_json
from woodstock.cli.progress import wait_with_bar


def perft(
    game: GameArgument,
    *,
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, help="How deep to count.")] = 3,
    engine: EngineOption = EngineName.AUTO,
    limit: LimitOption = 60.0,
    json: JsonOption = False,
) -> None:
    """Count the sequences of joint moves from the initial state, for every depth up to the given one."""
    from woodstock.engines.perft import perft as count

    loaded, _ = load_game(game, engine, limit)
    chosen = engine_of(loaded, engine)
    rows = []
    for level in range(1, depth + 1):
        start = time.perf_counter()
        sequences = wait_with_bar(partial(count, chosen, level), f"depth {level}")
        rows.append({"depth": level, "joint_moves": sequences, "seconds": time.perf_counter() - start})
        if not json:
            typer.echo(f"{level:3} {sequences:>20,}")
    if json:
        print_json({"game": loaded.name, "engine": chosen.name, "depths": rows})
