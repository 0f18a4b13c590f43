"""What `match` and `referee` have in common: their options, the series they play, and how its result is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli.loading import CacheOption, EngineName, LimitOption, load_game
from woodstock.cli.output import JsonOption, print_json
from woodstock.cli.screen import Screen
from woodstock.cli.seating import by_role, reach

if TYPE_CHECKING:
    from rich.table import Table

    from woodstock.arena.match import Watcher
    from woodstock.arena.record import Record
    from woodstock.arena.series import Series
    from woodstock.game import Game

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


@dataclass(frozen=True, slots=True)
class Contest:
    """How many matches between the same players, with which seeds, and what is shown and kept of them.

    Its fields are the options that `takes_contest` gives to a command.
    """

    games: Annotated[int, typer.Option(help="How many matches.", min=1)] = 1
    swap: Annotated[bool, typer.Option("--swap", help="Everybody takes the next role after each match.")] = (
        False
    )
    seed: Annotated[int, typer.Option(help="Decides every random choice; match n has seed + n.")] = 0
    records: Annotated[
        Path | None, typer.Option(help="Append the records to this file, one JSON object a line.")
    ] = None
    delay: Annotated[float, typer.Option(help="Seconds to show each position.", min=0)] = 0.0
    limit: LimitOption = 60.0
    cache: CacheOption = True
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show results only.")] = False
    json: JsonOption = False

    def run(
        self,
        source: str,
        players: Sequence[str],
        play: Callable[[Game, Sequence[str], int, Watcher | None], Record],
    ) -> None:
        """Play the series of a game, showing it as it goes, and its result."""
        from rich.console import Console

        from woodstock.arena.recordfile import RecordsError
        from woodstock.arena.series import play_series

        game, _ = load_game(source, EngineName.AUTO, self.limit, cached=self.cache)
        seated = by_role(game, players)
        reach(seated)
        console = Console(stderr=self.json)
        shown = console.is_terminal and not (self.quiet or self.json)
        screen = Screen(game, console, self.delay) if shown else None
        played: list[Record] = []
        standing: list[Series] = []

        def after(record: Record, series: Series) -> None:
            played.append(record)
            standing.append(series)
            if not self.json and not self.quiet:
                console.print(match_line(record), highlight=False, markup=False, soft_wrap=True)

        def one(game: Game, seated: Sequence[str], seed: int) -> Record:
            with screen.live(seated) if screen else nullcontext():
                return play(game, seated, seed, screen.show if screen else None)

        def show() -> None:
            if self.json:
                print_json(series_json(standing[-1], played))
            else:
                console.print(standings(standing[-1]))

        try:
            play_series(
                game,
                seated,
                one,
                games=self.games,
                swap=self.swap,
                seed=self.seed,
                records=self.records,
                after=after,
            )
        except (KeyboardInterrupt, RecordsError):
            if played:
                show()
            raise
        show()


def takes_contest(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options of every contest, which it is given as one `contest`."""
    own = signature(command, eval_str=True)
    shared = signature(Contest, eval_str=True).parameters

    @wraps(command)
    def with_contest(**given: Any) -> None:
        contest = Contest(**{name: given.pop(name) for name in shared})
        command(contest=contest, **given)

    kept = [parameter for name, parameter in own.parameters.items() if name != "contest"]
    options = [parameter.replace(kind=Parameter.KEYWORD_ONLY) for parameter in shared.values()]
    with_contest.__signature__ = own.replace(parameters=[*kept, *options])  # type: ignore[attr-defined]
    return with_contest


def match_line(record: Record) -> str:
    """One match in one line."""
    if record.is_completed:
        goals = zip(record.roles, record.player_names_from_host, record.counted_goals)
        result = ", ".join(
            f"{role} ({name}) {goal}{' by forfeit' * (role in record.forfeits)}"
            for role, name, goal in goals
            if role != "random"
        )
    else:
        result = "given up"
    faults = f"; {len(record.faults)} faults: {'; '.join(record.faults[:3])}" if record.faults else ""
    slow = f"; {record.caution}" if record.caution else ""
    return f"{record.match_id}: {len(record.moves)} moves; {result}{faults}{slow}"


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
                "goals": record.counted_goals,
                "forfeits": record.forfeits,
                "faults": record.faults,
                "caution": record.caution or "",
            }
            for record in records
        ],
    }
