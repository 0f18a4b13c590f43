"""What `match` and `referee` have in common: their options, the series they play, and how its result is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli.output import print_json
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
Games = Annotated[int, typer.Option(help="How many matches.", min=1)]
Swap = Annotated[bool, typer.Option("--swap", help="Everybody takes the next role after each match.")]
Seed = Annotated[int, typer.Option(help="Decides every random choice; match n has seed + n.")]
Records = Annotated[
    Path | None, typer.Option(help="Append the records to this file, one JSON object a line.")
]
Delay = Annotated[float, typer.Option(help="Seconds to show each position.", min=0)]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show results only.")]


@dataclass(frozen=True, slots=True)
class Contest:
    """How many matches between the same players, with which seeds, and what is shown and kept of them."""

    games: int
    swap: bool
    seed: int
    records: Path | None
    delay: float
    quiet: bool
    json: bool

    def run(
        self,
        game: Game,
        players: Sequence[str],
        play: Callable[[Game, Sequence[str], int, Watcher | None], Record],
    ) -> None:
        """Play the series, showing it as it goes, and its result."""
        from rich.console import Console

        from woodstock.arena.recordfile import RecordsError
        from woodstock.arena.series import play_series

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
