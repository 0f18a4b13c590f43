"""`woodstock play`: people against players in the terminal, or players that are watched."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from woodstock.cli.loading import (
    CacheOption,
    EngineName,
    EngineOption,
    GameArgument,
    LimitOption,
    load_game,
)
from woodstock.cli.output import JsonOption
from woodstock.cli.seating import DEFAULT_PLAYER, NOBODY, PERSON, at_terminal, by_role, reach

if TYPE_CHECKING:
    from woodstock.cli.session.saving import Kept
    from woodstock.game import Game, Role
    from woodstock.players import Value

SEEDS = 1_000_000


def play(
    game: GameArgument,
    *,
    role: Annotated[
        list[str] | None,
        typer.Option(
            "--role",
            "-r",
            help="Your role, repeatable for several people, or `none` to watch.",
            show_default="the first without a player",
        ),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            "-p",
            help="Who plays the other roles: SPEC, `person` or http://HOST:PORT in their order, or ROLE=SPEC. "
            "One alone plays all.",
            show_default=DEFAULT_PLAYER,
        ),
    ] = None,
    level: Annotated[
        int | None,
        typer.Option(min=1, max=10, help="How strong the other players are, instead of --player."),
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", "-w", help="Let players play all roles, and watch.")
    ] = False,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a match that was saved.")
    ] = None,
    play_clock: Annotated[float, typer.Option(min=0, help="Seconds a move, for players.")] = 1.0,
    start_clock: Annotated[float, typer.Option(min=0, help="Seconds before the first move.")] = 1.0,
    my_clock: Annotated[
        float | None,
        typer.Option(min=1, help="Seconds a move, for people; then a random move is played."),
    ] = None,
    simulations: Annotated[
        int | None, typer.Option(min=1, help="Simulations a move instead of time: repeatable.")
    ] = None,
    ponder: Annotated[
        bool | None,
        typer.Option(
            "--ponder/--no-ponder",
            help="Search in the opponents' time.",
            show_default="while you think, not among players",
        ),
    ] = None,
    memory: Annotated[
        int | None, typer.Option(min=64, help="Megabytes of each player's search tree.")
    ] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="Search threads of each player.")] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Decides everything random.", show_default="a fresh one")
    ] = None,
    delay: Annotated[float, typer.Option(min=0.0, help="Seconds to show each position when watching.")] = 0.0,
    steps: Annotated[int, typer.Option(min=1, help="Give up after so many steps.")] = 1000,
    engine: EngineOption = EngineName.AUTO,
    limit: LimitOption = 60.0,
    cache: CacheOption = True,
    json: JsonOption = False,
) -> None:
    """Play a game against players in the terminal, or watch them; --json prints the record at the end.

    In the game, type a move by its number, its text or its places; help lists what else you can type.

    Example: woodstock play connect_four --role yellow --level 3
    """
    from rich.console import Console

    from woodstock.arena.seat import Clocks
    from woodstock.cli.session.saving import resumed
    from woodstock.cli.session.sitting import Sitting

    loaded, _ = load_game(game, engine, limit, cached=cache)
    kept = resumed(loaded, resume) if resume else None
    others = player or ([f"level:{level}"] if level else [])
    seats = who_sits(loaded, role or [], others, watch=watch, kept=kept)
    reach([name for name in seats.values() if name != PERSON])
    people = [each for each, name in seats.items() if name == PERSON]
    pondering = bool(people) if ponder is None else ponder
    given: dict[str, Value | None] = {"ponder": pondering, "memory": memory, "threads": threads}
    clocks = Clocks(
        start=start_clock, play=None if simulations else play_clock, grace=0.5, simulations=simulations
    )
    console = Console(stderr=json, quiet=json and not people)
    chosen = seed if seed is not None else kept.seed if kept else secrets.randbelow(SEEDS)
    sitting = Sitting(
        game=loaded,
        source=game,
        seats=seats,
        clocks=clocks,
        steps=steps,
        defaults={key: value for key, value in given.items() if value is not None},
        console=console,
        delay=delay,
        my_clock=my_clock,
        file=resume,
        played=kept.moves if kept else (),
    )
    record, again = sitting.run(chosen)
    while again:
        chosen = secrets.randbelow(SEEDS) if seed is None else chosen + 1
        record, again = sitting.anew().run(chosen)
    if json:
        sys.stdout.write(record.to_json().decode() + "\n")
        return
    if not record.is_completed and len(record.moves) >= steps:
        console.print(f"not over after {steps} steps", highlight=False)
    console.print(f"The seed was {chosen}: --seed {chosen} has it again.", style="dim", highlight=False)


def who_sits(
    game: Game, roles: list[str], players: list[str], *, watch: bool, kept: Kept | None
) -> dict[Role, str]:
    """Who plays each role, a player's spec or a person: as given, else as the match was left."""
    if kept and not (roles or players or watch):
        return kept.seats(game)
    if watch or roles == [NOBODY]:
        return dict(zip(game.players, by_role(game, players or [DEFAULT_PLAYER])))
    return at_terminal(game, roles, players)
