"""`woodstock match`: players against each other, with the board and their values on the screen."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli.output import JsonOption, print_json
from woodstock.errors import WoodStockError

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

    from woodstock.arena.match import Turn, Watcher
    from woodstock.arena.record import Record
    from woodstock.arena.series import Series
    from woodstock.game import Game
    from woodstock.players import Value

GameArgument = Annotated[
    str, typer.Argument(help="A bundled game, a rulesheet or a game's folder.", show_default=False)
]
PlayerOption = Annotated[
    list[str],
    typer.Option(
        "--player",
        "-p",
        help="Who plays: SPEC or http://HOST:PORT in the order of the roles, or ROLE=SPEC. One alone plays all.",
        show_default=False,
    ),
]
PlayClock = Annotated[float, typer.Option(help="Seconds a move.", min=0)]
StartClock = Annotated[float, typer.Option(help="Seconds before the first move.", min=0)]
Games = Annotated[int, typer.Option(help="How many matches.", min=1)]
Swap = Annotated[bool, typer.Option("--swap", help="Everybody takes the next role after each match.")]
Seed = Annotated[int, typer.Option(help="Decides every random choice; match n has seed + n.")]
Records = Annotated[
    Path | None, typer.Option(help="Append the records to this file, one JSON object a line.")
]
Delay = Annotated[float, typer.Option(help="Seconds to show each position.", min=0)]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show results only.")]


class PlayersError(WoodStockError):
    """Players that do not fit the game's roles."""


def match(
    game: GameArgument,
    player: PlayerOption,
    *,
    play_clock: PlayClock = 1.0,
    start_clock: StartClock = 5.0,
    games: Games = 1,
    swap: Swap = False,
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
    seed: Seed = 0,
    records: Records = None,
    delay: Delay = 0.0,
    quiet: Quiet = False,
    json: JsonOption = False,
) -> None:
    """Play matches between players here or elsewhere and say who is better.

    Example: woodstock match connect_four -p mac-ucb -p uct --games 20 --swap
    """
    import woodstock
    from woodstock.arena.match import play_match
    from woodstock.arena.seat import Clocks

    loaded = woodstock.load(game)
    clocks = Clocks(
        start=start_clock, play=None if simulations else play_clock, grace=0.5, simulations=simulations
    )
    given = {"memory": memory, "threads": threads}
    defaults: Mapping[str, Value] = {"ponder": ponder} | {
        key: value for key, value in given.items() if value is not None
    }

    def play(game: Game, players: Sequence[str], seed: int, watch: Watcher | None) -> Record:
        return play_match(game, players, clocks=clocks, seed=seed, watch=watch, defaults=defaults)

    run(
        loaded,
        player,
        play,
        games=games,
        swap=swap,
        seed=seed,
        records=records,
        delay=delay,
        quiet=quiet,
        json=json,
    )


def run(
    game: Game,
    players: Sequence[str],
    play: Callable[[Game, Sequence[str], int, Watcher | None], Record],
    *,
    games: int,
    swap: bool,
    seed: int,
    records: Path | None,
    delay: float,
    quiet: bool,
    json: bool,
) -> None:
    """Play a series, showing it as it goes, and its result."""
    from rich.console import Console

    from woodstock.arena.series import play_series

    console = Console(stderr=json)
    screen = Screen(game, console, delay) if console.is_terminal and not (quiet or json) else None
    played: list[Record] = []

    def after(record: Record, series: Series) -> None:
        played.append(record)
        if not json and not quiet:
            console.print(match_line(record), highlight=False, markup=False)

    def one(game: Game, seated: Sequence[str], seed: int) -> Record:
        with screen.live(seated) if screen else nullcontext():
            return play(game, seated, seed, screen.show if screen else None)

    series = play_series(
        game, by_role(game, players), one, games=games, swap=swap, seed=seed, records=records, after=after
    )
    if json:
        print_json(series_json(series, played))
    else:
        console.print(standings(series))


def by_role(game: Game, players: Sequence[str]) -> list[str]:
    """The players in role order, from `SPEC` and `ROLE=SPEC` in any mixture."""
    roles = [role.name for role in game.roles if not role.is_chance]
    named, ordered = told_apart(roles, players)
    if len(ordered) == 1 and not named:
        ordered *= len(roles)
    if len(named) + len(ordered) != len(roles):
        raise PlayersError(
            f"{game.name} has {len(roles)} roles ({', '.join(roles)}), {len(players)} players are given; "
            f"write --player {roles[0]}=SPEC for each"
        )
    waiting = iter(ordered)
    return [named[role] if role in named else next(waiting) for role in roles]


def told_apart(roles: Sequence[str], players: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """The players with a role of their own (`ROLE=SPEC`), and those who take what is left (`SPEC`)."""
    named: dict[str, str] = {}
    ordered: list[str] = []
    for text in players:
        role, equals, spec = text.partition("=")
        if not equals or ":" in role:
            ordered.append(text)
        elif role.lower() not in roles:
            raise PlayersError(f"no role {role}; roles are {', '.join(roles)}")
        elif role.lower() in named:
            raise PlayersError(f"role {role} has two players")
        else:
            named[role.lower()] = spec
    return named, ordered


class Screen:
    """The board and the players' values, redrawn after every step."""

    def __init__(self, game: Game, console: Console, delay: float) -> None:
        from rich.live import Live

        self._game = game
        self._console = console
        self._delay = delay
        self._players: Sequence[str] = ()
        self._live: Live | None = None

    def live(self, players: Sequence[str]) -> AbstractContextManager[Any]:
        from rich.live import Live

        self._players = players
        self._live = Live(console=self._console, transient=False, auto_refresh=False)
        return self._live

    def show(self, turn: Turn) -> None:
        if self._live:
            self._live.update(self._picture(turn), refresh=True)
            time.sleep(self._delay)

    def _picture(self, turn: Turn) -> RenderableType:
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, padding=(0, 2, 0, 0))
        for heading in ("role", "player", "move", "value", "samples", "depth", ""):
            table.add_column(heading, overflow="ellipsis", no_wrap=True)
        waiting = iter(self._players)
        for role in self._game.roles:
            decision = turn.decisions.get(role)
            value = decision.values.get(role) if decision else None
            table.add_row(
                role.name,
                "" if role.is_chance else next(waiting, ""),
                str(turn.moves.get(role, "")),
                "" if value is None else f"{value:.0f}{' proven' if decision and decision.proven else ''}",
                f"{decision.samples:,}" if decision and decision.samples else "",
                str(decision.depth) if decision and decision.depth else "",
                turn.errors.get(role, ""),
            )
        heading = f"{self._game.name}, step {turn.step}{', over' if turn.state.terminal else ''}"
        return Group(Text(heading, style="bold"), Text(str(turn.state)), table)


def match_line(record: Record) -> str:
    """One match in one line."""
    if record.is_completed:
        goals = zip(record.roles, record.player_names_from_host, record.goal_values)
        result = ", ".join(f"{role} ({name}) {goal}" for role, name, goal in goals if role != "random")
    else:
        result = "given up"
    faults = f"; {len(record.faults)} faults: {'; '.join(record.faults[:3])}" if record.faults else ""
    return f"{record.match_id}: {len(record.moves)} moves; {result}{faults}"


def standings(series: Series) -> Table:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("player", "matches", "points", "rate (95 %)", "mean goal (95 %)", "faults"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for entry in series.standings:
        goal = f"{entry.goal:.1f}" if entry.games > 1 else f"{entry.goal.value:.0f}"
        table.add_row(
            entry.player, str(entry.games), f"{entry.points:g}", f"{entry.rate:.0%}", goal, str(entry.faults)
        )
    return table


def series_json(series: Series, records: Sequence[Record]) -> dict[str, Any]:
    return {
        "players": [
            {
                "player": entry.player,
                "matches": entry.games,
                "points": entry.points,
                "rate": entry.rate.value,
                "rate_interval": [entry.rate.low, entry.rate.high],
                "mean_goal": entry.goal.value if entry.games else None,
                "goal_interval": [entry.goal.low, entry.goal.high] if entry.games > 1 else None,
                "faults": entry.faults,
            }
            for entry in series.standings
        ],
        "matches": [
            {
                "match": record.match_id,
                "seed": record.seed,
                "players": record.players,
                "moves": len(record.moves),
                "goals": record.goal_values,
                "faults": record.faults,
            }
            for record in records
        ],
    }
