"""`woodstock replay`: an engine against recorded plays."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from woodstock.cli.loading import EngineName, EngineOption, GameArgument, LimitOption, engine_of, load_game
from woodstock.cli.output import JsonOption, print_json
from woodstock.cli.progress import with_bar


def replay(
    game: GameArgument,
    trace: Annotated[
        Path,
        typer.Argument(
            metavar="TRACE",
            help="Recorded plays (JSON lines, gzipped or not) or match records (ggp.org JSON).",
            show_default=False,
        ),
    ],
    engine: EngineOption = EngineName.AUTO,
    limit: LimitOption = 60.0,
    json: JsonOption = False,
) -> None:
    """Replay recorded plays and compare state, legal moves, terminal and goals at every step.

    Shows the first difference; exit code 1 if there is one.
    """
    from woodstock.arena.record import holds_records, read_records, trace_of
    from woodstock.arena.replay import replay as run
    from woodstock.arena.trace import read_trace

    of_matches = holds_records(trace)
    recorded = None if of_matches else read_trace(trace)
    loaded, _ = load_game(game, engine, limit)
    chosen = engine_of(loaded, engine)
    if recorded is not None:
        plays = [recorded]
    else:
        plays = [trace_of(each, chosen.roles, number) for number, each in enumerate(read_records(trace))]
    compared, difference, match = 0, None, ""
    for play in plays:
        steps = run(chosen, play)
        for _ in with_bar(play.steps or (None,), "replaying"):
            difference = next(steps, None)
            if difference is not None:
                break
            compared += 1
        if difference is not None:
            match = play.file
            break
    if json:
        where = {"match": match} if of_matches else {}
        print_json(
            {
                "game": loaded.name,
                "engine": chosen.name,
                "trace": str(trace),
                "steps": compared,
                "difference": None if difference is None else where | asdict(difference),
            }
        )
    elif difference is None:
        typer.echo(f"{trace}: {compared} steps, no difference ({chosen.name})")
    else:
        shown = f"match {match}, step {difference.step}: {difference.message}" if of_matches else difference
        typer.echo(f"{trace}: {shown} ({chosen.name})")
    if difference is not None:
        raise typer.Exit(1)
