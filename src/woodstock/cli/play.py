"""`woodstock play`: a person against players in the terminal, or players that are watched."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from woodstock.cli.loading import EngineName, EngineOption, GameArgument, LimitOption, SeedOption, load_game
from woodstock.cli.output import JsonOption
from woodstock.cli.seating import DEFAULT_PLAYER, PlayersError, by_role, reach, told_apart

if TYPE_CHECKING:
    from rich.console import Console

    from woodstock.arena.match import Watcher
    from woodstock.arena.record import Record
    from woodstock.arena.seat import Clocks, Seat
    from woodstock.game import Game, Role
    from woodstock.players import Value

NOBODY = "none"


def play(
    game: GameArgument,
    *,
    role: Annotated[
        str | None,
        typer.Option(
            "--role", "-r", help="Your role, or `none` to watch.", show_default="the first without a player"
        ),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            "-p",
            help="Who plays the other roles: SPEC or http://HOST:PORT in their order, or ROLE=SPEC. "
            "One alone plays all.",
            show_default=DEFAULT_PLAYER,
        ),
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", "-w", help="Let players play all roles, and watch.")
    ] = False,
    play_clock: Annotated[float, typer.Option(min=0, help="Seconds a move, for players.")] = 1.0,
    start_clock: Annotated[float, typer.Option(min=0, help="Seconds before the first move.")] = 1.0,
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
    seed: SeedOption = 0,
    delay: Annotated[float, typer.Option(min=0.0, help="Seconds to show each position when watching.")] = 0.0,
    steps: Annotated[int, typer.Option(min=1, help="Give up after so many steps.")] = 1000,
    engine: EngineOption = EngineName.AUTO,
    limit: LimitOption = 60.0,
    json: JsonOption = False,
) -> None:
    """Play a game against players in the terminal, or watch them; --json prints the record at the end.

    In the game, type a move by its number or its text; help lists what else you can type.

    Example: woodstock play connect_four --role yellow --player uct
    """
    from rich.console import Console

    from woodstock.arena.seat import Clocks

    loaded, _ = load_game(game, engine, limit)
    clocks = Clocks(
        start=start_clock, play=None if simulations else play_clock, grace=0.5, simulations=simulations
    )
    person = None if watch or role == NOBODY else chosen_role(loaded, role, player or [])
    pondering = person is not None if ponder is None else ponder
    given: dict[str, Value | None] = {"ponder": pondering, "memory": memory, "threads": threads}
    defaults = {key: value for key, value in given.items() if value is not None}
    console = Console(stderr=json, quiet=json and person is None)
    setup = Setup(clocks, seed, steps, defaults, console)
    if person is None:
        names = by_role(loaded, player or [DEFAULT_PLAYER])
        reach(names)
        record = watch_match(loaded, names, setup, delay)
    else:
        names = opponents(loaded, person, player or [DEFAULT_PLAYER])
        reach(names)
        record = join_match(loaded, person, names, setup)
    if json:
        sys.stdout.write(record.to_json().decode() + "\n")
    elif not record.is_completed and len(record.moves) >= steps:
        console.print(f"not over after {steps} steps", highlight=False)


def chosen_role(game: Game, name: str | None, players: Sequence[str]) -> Role:
    """The person's role: the one that is named, or the first one without a player of its own."""
    roles = [role.name for role in game.players]
    named, _ = told_apart(roles, players)
    if name is None:
        free = next((role for role in roles if role not in named), None)
        if free is None:
            raise PlayersError("every role has a player; add --watch to let them play, or leave one out")
        return game.role(free)
    if name.lower() not in roles:
        raise PlayersError(f"no role {name}; roles are {', '.join(roles)}, or {NOBODY} to watch")
    if name.lower() in named:
        raise PlayersError(
            f"role {name} is yours and has the player {named[name.lower()]}; choose one of both"
        )
    return game.role(name.lower())


def opponents(game: Game, person: Role, players: Sequence[str]) -> list[str]:
    """The other roles' players in role order."""
    roles = [role.name for role in game.players if role != person]
    named, ordered = told_apart([role.name for role in game.players], players)
    free = [role for role in roles if role not in named]
    if not ordered:
        ordered = [DEFAULT_PLAYER]
    if len(ordered) == 1:
        ordered *= len(free)
    if roles and len(ordered) != len(free):
        raise PlayersError(
            f"{', '.join(free) or 'nobody'} without a player, {len(ordered)} given; write --player ROLE=SPEC for each"
        )
    waiting = iter(ordered)
    return [named[role] if role in named else next(waiting) for role in roles]


@dataclass(frozen=True, slots=True)
class Setup:
    """How a match is played and shown, whoever plays."""

    clocks: Clocks
    seed: int
    steps: int
    defaults: Mapping[str, Value]
    console: Console

    def run(self, game: Game, seats: Sequence[Seat], watch: Watcher) -> Record:
        from woodstock.arena.match import referee

        return asyncio.run(
            referee(game, seats, clocks=self.clocks, seed=self.seed, watch=watch, most_steps=self.steps)
        )


def watch_match(game: Game, players: Sequence[str], setup: Setup, delay: float) -> Record:
    from woodstock.arena.match import seat_players
    from woodstock.cli.session.narrator import Narrator

    seats = seat_players(game, players, seed=setup.seed, defaults=setup.defaults)
    narrator = Narrator(game, dict(zip(game.players, players)), setup.console, delay)
    return setup.run(game, seats, narrator.watch)


def join_match(game: Game, role: Role, players: Sequence[str], setup: Setup) -> Record:
    """Play with a person in one role and players in the others."""
    from woodstock.arena.match import is_elsewhere, seat_for
    from woodstock.cli.session.lines import from_terminal
    from woodstock.cli.session.person import Person

    others = dict(zip((each for each in game.players if each != role), players))
    elsewhere = [player for player in players if is_elsewhere(player)]
    advice = next((player for player in players if not is_elsewhere(player)), DEFAULT_PLAYER)
    person = Person(
        game,
        role,
        players=others,
        adviser=lambda: seat_for(role, advice, seed=setup.seed, defaults={**setup.defaults, "ponder": False}),
        console=setup.console,
        read=from_terminal(setup.console),
        undo_refused=f"{elsewhere[0]} cannot take back: it is elsewhere." if elsewhere else "",
    )
    seats: dict[Role, Seat] = {role: person}
    for other, player in others.items():
        seats[other] = seat_for(other, player, seed=setup.seed, defaults=setup.defaults)
    try:
        return setup.run(game, [seats[each] for each in game.players], person.watch)
    finally:
        person.close()
