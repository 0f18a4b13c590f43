"""`woodstock referee`: a game manager for players that are reached over HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from woodstock.cli.contest import Contest, PlayClock, PlayerOption, StartClock, takes_contest
from woodstock.cli.loading import GameArgument
from woodstock.errors import WoodStockError

if TYPE_CHECKING:
    from woodstock.arena.match import Watcher
    from woodstock.arena.record import Record
    from woodstock.arena.remote_seat import Dialect
    from woodstock.game import Game

DIALECTS: tuple[Dialect, ...] = ("turns", "percepts")


class DialectError(WoodStockError):
    """An unknown way of telling percepts."""


@takes_contest
def referee(
    game: GameArgument,
    player: PlayerOption,
    *,
    play_clock: PlayClock = 10.0,
    start_clock: StartClock = 30.0,
    grace: Annotated[float, typer.Option(help="Seconds an answer may be late.", min=0)] = 1.0,
    scramble: Annotated[
        bool, typer.Option("--scramble", help="Rename everything in the rules sent.")
    ] = False,
    dialect: Annotated[
        str,
        typer.Option(help="GDL-II messages: `turns` (id turn move percepts) or `percepts` (id percepts)."),
    ] = "turns",
    contest: Contest,
) -> None:
    """Manage matches between HTTP players: clocks enforced, late and illegal moves replaced and recorded.

    Example: woodstock referee tictactoe -p http://127.0.0.1:9147 -p random
    """
    import asyncio
    import logging

    from woodstock.arena.match import referee as play_one
    from woodstock.arena.match import seat_players
    from woodstock.arena.remote_seat import RemoteSeat
    from woodstock.arena.seat import Clocks

    chosen = next((known for known in DIALECTS if known == dialect), None)
    if chosen is None:
        raise DialectError(f"--dialect {dialect}: choose one of {', '.join(DIALECTS)}")
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")
    clocks = Clocks(start=start_clock, play=play_clock, grace=grace)

    def play(game: Game, players: Sequence[str], seed: int, watch: Watcher | None) -> Record:
        seats = seat_players(
            game,
            players,
            seed=seed,
            remote=lambda url: RemoteSeat(url, dialect=chosen, scramble=seed if scramble else None),
        )
        return asyncio.run(play_one(game, seats, clocks=clocks, seed=seed, scrambled=scramble, watch=watch))

    contest.run(game, player, play)
