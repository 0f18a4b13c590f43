"""`woodstock match`: players against each other, with the board and their values on the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from woodstock.cli.contest import Contest, PlayClock, PlayerOption, StartClock, takes_contest
from woodstock.cli.loading import GameArgument

if TYPE_CHECKING:
    from woodstock.arena.match import Watcher
    from woodstock.arena.record import Record
    from woodstock.game import Game
    from woodstock.players import Value


@takes_contest
def match(
    game: GameArgument,
    player: PlayerOption,
    *,
    play_clock: PlayClock = 1.0,
    start_clock: StartClock = 5.0,
    simulations: Annotated[
        int | None, typer.Option(help="Simulations a move instead of time: repeatable.", min=1)
    ] = None,
    ponder: Annotated[
        bool, typer.Option("--ponder/--no-ponder", help="Search in the opponents' time.")
    ] = False,
    memory: Annotated[
        int | None, typer.Option(help="Megabytes of each player's search tree.", min=64)
    ] = None,
    threads: Annotated[int | None, typer.Option(help="Search threads of each player.", min=1)] = None,
    contest: Contest,
) -> None:
    """Play matches between players here or elsewhere and say who is better.

    Example: woodstock match connect_four -p mac-ucb -p uct --games 20 --swap
    """
    from woodstock.arena.match import play_match
    from woodstock.arena.seat import Clocks

    clocks = Clocks(
        start=start_clock, play=None if simulations else play_clock, grace=0.5, simulations=simulations
    )
    given = {"memory": memory, "threads": threads}
    defaults: Mapping[str, Value] = {"ponder": ponder} | {
        key: value for key, value in given.items() if value is not None
    }

    def play(game: Game, players: Sequence[str], seed: int, watch: Watcher | None) -> Record:
        return play_match(game, players, clocks=clocks, seed=seed, watch=watch, defaults=defaults)

    contest.run(game, player, play)
