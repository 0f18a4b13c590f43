"""`woodstock replay`: an engine against recorded plays."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from woodstock.cli.loading import EngineName, EngineOption, GameArgument, LimitOption, engine_of, load_game
from woodstock.cli.output import JsonOption, print_json
from woodstock.cli.progress import counted


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
    from woodstock.arena.record import holds_records
    from woodstock.arena.replay import replay as run
    from woodstock.arena.trace import read_trace

    if holds_records(trace):
        replay_records(game, trace, engine, limit, json=json)
        return
    recorded = read_trace(trace)
    loaded, _ = load_game(game, engine, limit)
    chosen = engine_of(loaded, engine)
    steps = run(chosen, recorded)
    compared, difference = 0, None
    for _ in counted(recorded.steps or (None,), "replaying"):
        found = next(steps, None)
        if found is not None:
            difference = found
            break
        compared += 1
    if json:
        result = None
        if difference is not None:
            result = {
                "playout": difference.playout,
                "step": difference.step,
                "what": difference.what,
                "message": difference.message,
            }
        print_json(
            {
                "game": loaded.name,
                "engine": chosen.name,
                "trace": str(trace),
                "steps": compared,
                "difference": result,
            }
        )
    elif difference is None:
        typer.echo(f"{trace}: {compared} steps, no difference ({chosen.name})")
    else:
        typer.echo(f"{trace}: {difference} ({chosen.name})")
    if difference is not None:
        raise typer.Exit(1)


def replay_records(game: str, file: Path, engine: EngineName, limit: float, *, json: bool) -> None:
    """Replay match records and compare states, moves and goals; exit code 1 at the first difference."""
    from woodstock.arena.record import read_records
    from woodstock.arena.record import replay as run

    loaded, _ = load_game(game, engine, limit)
    steps, difference, match = 0, None, ""
    for record in read_records(file):
        match = record.match_id
        _, difference = run(loaded, record)
        if difference is not None:
            break
        steps += len(record.moves)
    message = (
        ""
        if difference is None
        else f"match {match}, step {difference.step}, {difference.what}: "
        f"recorded {difference.recorded}; replayed {difference.replayed}"
    )
    if json:
        result = None
        if difference is not None:
            result = {"match": match, "step": difference.step, "what": difference.what, "message": message}
        engine_name = loaded.engine.name
        print_json(
            {
                "game": loaded.name,
                "engine": engine_name,
                "trace": str(file),
                "steps": steps,
                "difference": result,
            }
        )
    else:
        typer.echo(f"{file}: {message or f'{steps} steps, no difference'} ({loaded.engine.name})")
    if difference is not None:
        raise typer.Exit(1)
