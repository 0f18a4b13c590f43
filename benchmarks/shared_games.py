"""Games with hidden information that all players share: the ten of JFPC 2016 (Table 2), and those whose value is known.

    python benchmarks/shared_games.py --seconds 0.2 --matches 100     play what is not in the log
    python benchmarks/shared_games.py --games number_guessing:numbers=15,guesses=4 --simulations 2000 --matches 400
    python benchmarks/shared_games.py --table                         what the log says
    python benchmarks/shared_games.py --seconds 1 --games war --log benchmarks/results/shared_games.jsonl

Seconds are CPU seconds a move; a belief that is solved takes less. Alone, or where the players have one purpose, every
player plays the match with itself, and what counts is its mean goal and the share of matches that it solved (goal 100).
Elsewhere it plays against the first of `--player`, seats exchanged with every match, a win 1 and a draw 1/2. One match of
every game and player comes after the other, and each is in the log when it is over.

The log of a second a move takes hours, so it is kept with the project, in `benchmarks/results`, and gone on with: a line
is a match, `[game, first, second, seconds, simulations, number, goals, moves, CPU seconds]`. Where a search over beliefs
comes to play otherwise, its lines are to be taken out and played again.
"""

from __future__ import annotations

import argparse
import functools
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from hidden_duel import hidden_duel
from papers_players import head, show
from woodstock.arena.statistics import student, wilson
from woodstock.game import Game
from woodstock.games.library import load
from woodstock.players.spec import parse_spec

PLAYERS = ("mac-ucb", "uct", "grave", "cfr")
TABLE_2: dict[str, dict[str, float]] = {
    "guess_dice": {"mac-ucb": 15, "uct": 15.7, "grave": 16.5, "cfr": 16},
    "mastermind": {"mac-ucb": 67.8, "uct": 53.8, "grave": 60.1, "cfr": 68.1},
    "monty_hall": {"mac-ucb": 65.2, "uct": 62.5, "grave": 64.3, "cfr": 63.1},
    "vacuum_cleaner_random": {"mac-ucb": 61.5, "uct": 34, "grave": 58.8, "cfr": 46},
    "wumpus": {"mac-ucb": 32.1, "uct": 40.1, "grave": 51.2, "cfr": 44.1},
    "pacman_shared": {"uct": 61.2, "grave": 60.4, "cfr": 64.2},
    "schnappt_hubi": {"uct": 84.4, "grave": 74.7, "cfr": 76.2},
    "sheep_and_wolf_shared": {"uct": 90.2, "grave": 73.2, "cfr": 74.3},
    "latent_tictactoe_random": {"uct": 95.1, "grave": 84.6, "cfr": 91.7},
    "war": {"uct": 71.3, "grave": 62.4, "cfr": 68.4},
}
"""Of games of one player the share that each solved, of others what MAC-UCB-SYM scored against each. Boards differ."""


class Series(NamedTuple):
    game: str
    first: str
    second: str
    """Nobody where a player plays with itself."""
    seconds: float
    simulations: int | None
    """In place of the seconds."""


@functools.cache
def game_of(name: str) -> Game:
    """A bundled game, with facts as in specs of players: `mastermind:colours=4`."""
    spec = parse_spec(name)
    return load(spec.name, **{fact: int(value) for fact, value in spec.settings})


def has_one_purpose(game: Game) -> bool:
    return len(game.players) == 1 or game.traits.payoffs.value == "cooperative"


def series_of(
    names: Sequence[str], players: Sequence[str], seconds: float, simulations: int | None
) -> list[Series]:
    """Every game with every player that it is worth playing with."""
    found = []
    for name in names:
        alone = has_one_purpose(game_of(name))
        pairs = [(each, "") for each in players] if alone else [(players[0], each) for each in players[1:]]
        found += [Series(name, first, second, seconds, simulations) for first, second in pairs]
    return found


def play(series: Series, number: int) -> tuple[list[int], int]:
    """The goals of the first player's seats before those of the second's, and the number of moves."""
    game = game_of(series.game)
    count = len(game.players)
    sides = [bool(series.second) and (seat + number) % 2 == 1 for seat in range(count)]
    specs = [series.second if side else series.first for side in sides]
    goals, moves = hidden_duel(game, specs, series.seconds, number, series.simulations)
    return [goals[seat] for seat in sorted(range(count), key=sides.__getitem__)], moves


def known(log: Path) -> dict[Series, dict[int, list[int]]]:
    """Goals by series and number of the match."""
    found: dict[Series, dict[int, list[int]]] = {}
    for line in log.read_text(encoding="utf-8").splitlines() if log.exists() else ():
        *series, number, goals, _, _ = json.loads(line)
        found.setdefault(Series(*series), {})[number] = goals
    return found


def missing(series: Sequence[Series], matches: int, log: Path) -> Iterator[tuple[Series, int]]:
    played = known(log)
    for number in range(matches):
        for each in series:
            if number not in played.get(each, {}):
                yield each, number


def play_all(series: Sequence[Series], matches: int, log: Path) -> None:
    log.parent.mkdir(parents=True, exist_ok=True)
    for each, number in missing(series, matches, log):
        begin = time.process_time()
        goals, moves = play(each, number)
        spent = round(time.process_time() - begin, 2)
        with log.open("a", encoding="utf-8") as file:
            file.write(json.dumps([*each, number, goals, moves, spent]) + "\n")


def table(log: Path) -> None:
    head("game", "player", "against", "a move", "matches", "mean goal or score", "solved", "JFPC 2016")
    for series, by_number in sorted(known(log).items(), key=str):
        rows = list(by_number.values())
        budget = f"{series.simulations:,} simulations" if series.simulations else f"{series.seconds:g} s"
        if series.second:
            half = len(rows[0]) // 2
            points = [1.0 if row[0] > row[half] else 0.5 if row[0] == row[half] else 0.0 for row in rows]
            score, solved = wilson(sum(points), len(points)), ""
            shown = f"{100 * score.value:.1f} [{100 * score.low:.0f}, {100 * score.high:.0f}]"
        else:
            mean = student([sum(row) / len(row) for row in rows])
            shown = f"{mean:.1f}"
            solved = f"{100 * sum(min(row) == 100 for row in rows) / len(rows):.1f}"
        printed = TABLE_2.get(series.game, {}).get(series.second or series.first, "")
        show(series.game, series.first, series.second, budget, len(rows), shown, solved, printed)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", nargs="+", default=list(TABLE_2))
    parser.add_argument("--player", nargs="+", default=list(PLAYERS))
    parser.add_argument("--seconds", type=float, default=0.2, help="CPU time a move")
    parser.add_argument("--simulations", type=int, help="in place of seconds")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--log", type=Path, default=Path("build/shared_games.jsonl"))
    parser.add_argument("--table", action="store_true", help="plays nothing")
    chosen = parser.parse_args()
    if not chosen.table:
        seconds = 0.0 if chosen.simulations else chosen.seconds
        play_all(
            series_of(chosen.games, chosen.player, seconds, chosen.simulations), chosen.matches, chosen.log
        )
    table(chosen.log)


if __name__ == "__main__":
    main()
