"""`woodstock simulate`: random games in bulk."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from woodstock.cli.loading import (
    EngineName,
    EngineOption,
    GameArgument,
    LimitOption,
    SeedOption,
    engine_of,
    load_game,
)
from woodstock.cli.output import JsonOption, print_json
from woodstock.cli.progress import wait_with_bar

if TYPE_CHECKING:
    from woodstock.engines.simulation import Simulation
    from woodstock.game import Game


def simulate(
    game: GameArgument,
    *,
    engine: EngineOption = EngineName.AUTO,
    seconds: Annotated[
        float | None, typer.Option(min=0.0, help="Play for so long.  [default: 2, without --playouts]")
    ] = None,
    playouts: Annotated[int | None, typer.Option(min=1, help="Play so many games.")] = None,
    seed: SeedOption = 0,
    threads: Annotated[int, typer.Option(min=1, help="How many threads play; the result is the same.")] = 1,
    limit: LimitOption = 60.0,
    json: JsonOption = False,
) -> None:
    """Play random games and measure: playouts and steps per second, mean length and goals, time and memory."""
    from woodstock.engines.simulation import simulate as run

    loaded, load_seconds = load_game(game, engine, limit)
    refuse_if_stuck(loaded)
    if seconds is None and playouts is None:
        seconds = 2.0
    fastest = EngineName.LANES if engine is EngineName.AUTO and loaded.compiled else engine
    chosen = engine_of(loaded, fastest)
    result = wait_with_bar(
        lambda: run(chosen, playouts=playouts, seconds=seconds, seed=seed, threads=threads),
        f"playing {loaded.name}",
        seconds,
    )
    if json:
        print_json({"game": loaded.name, **asdict(result), "load_seconds": load_seconds})
    else:
        draw(loaded.name, load_seconds, result)


def refuse_if_stuck(game: Game) -> None:
    """There is nothing to measure where the first state allows no move."""
    from woodstock.errors import WoodStockError

    first = game.initial_state()
    stuck = [] if first.terminal else [role.name for role in game.roles if not first.legal(role)]
    if stuck:
        raise WoodStockError(
            f"{game.name} cannot be played: {', '.join(stuck)} has no legal move in the first state, which is not "
            "terminal; add a move that is always legal, or end the game there"
        )


def draw(game: str, load_seconds: float, result: Simulation) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    per_second = 1 / result.seconds if result.seconds else 0.0
    per_cpu_second = 1 / result.cpu_seconds if result.cpu_seconds else 0.0
    goals = (
        f"{role} {'none' if mean is None else format(mean, '.2f')}"
        for role, mean in result.mean_goals.items()
    )
    console.print(Text(f"{game} on {result.engine}", style="bold"))
    table = Table(show_header=False, box=None, pad_edge=False)
    for name, count in (("playouts", result.playouts), ("steps", result.steps)):
        rates = f"{count * per_second:,.0f} per second, {count * per_cpu_second:,.0f} per CPU second"
        table.add_row(name, f"{count:,}", rates)
    table.add_row("mean length", f"{result.mean_length:.2f}", "steps")
    table.add_row("mean goals", "", ", ".join(goals))
    table.add_row(
        "time",
        f"{result.seconds:.2f} s",
        f"{result.cpu_seconds:.2f} CPU s, loading {load_seconds:.2f} s",
    )
    table.add_row("peak memory", f"{result.peak_memory_mb:,.0f} MB")
    console.print(table)
