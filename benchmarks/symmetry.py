"""What symmetry is worth: each player with it against the same without, at equal CPU time and at equal simulations.

    python benchmarks/symmetry.py --game connect_four --player mac-ucb --matches 40 --seconds 0.05 --simulations 5000
    python benchmarks/symmetry.py --game pentago --forms

Matches are played in pairs with the roles exchanged, one pair of every series after the other. They begin where the game
does, since that is where boards are symmetric; seeds make them differ. The score is that of the player with symmetry, with
its 95 % interval; a series ends early where Wald's test between scores of 40 % and 60 % is decided (each error at most
5 %). Looking for symmetries is not counted: that is what a start clock is for. Matches are appended to `--log` (JSON lines)
as they end, and those already there are not played again. `--forms` prints how long a canonical form takes instead,
`--saved` how many states of an exact solution are images of others (small boards too: `--game small/reversi_4`).
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from duel import SECONDS_FOR_SYMMETRY, Thinker, symmetry_of
from small_games import small_game
from strength import game_of
from woodstock import _core, solve
from woodstock.arena.statistics import wilson
from woodstock.errors import WoodStockError
from woodstock.game import Game
from woodstock.players.budget import run_seed
from woodstock.players.catalogue import builtin
from woodstock.players.native import NativePlayer
from woodstock.players.symmetric import SymmetryChoice, forms_of

PLAYERS = ("mac-ucb", "uct", "grave")
FORM_ROUNDS = 2000


def random_states(game: Game, steps: int, source: random.Random) -> list[_core.State]:
    """The states of the beginning of a random play."""
    state = game.initial_state()
    found = [state.position]
    for _ in range(steps):
        after = state.play(tuple(source.choice(state.legal(role)) for role in game.roles))
        if after.terminal:
            break
        state = after
        found.append(state.position)
    return found


def match(
    game: Game,
    specs: Sequence[str],
    number: int,
    *,
    seed: int,
    seconds: float | None,
    simulations: int | None,
) -> float:
    """Points of the first spec: one for more goals than the second, half for as many."""
    seats = {role: (place + number) % 2 for place, role in enumerate(game.players)}
    thinkers = {role: Thinker(specs[seat], game, role.index) for role, seat in seats.items()}
    chance = random.Random(number)
    state = game.initial_state()
    step = 0
    while not state.terminal:
        moves = []
        for role in game.roles:
            legal = state.legal(role)
            if len(legal) == 1:
                moves.append(legal[0])
            elif role not in thinkers:
                moves.append(chance.choice(legal))
            else:
                chosen = thinkers[role].think(
                    state.position, seconds, run_seed(seed + number, step), simulations
                )
                term = game.compiled.moves[role.index][chosen]
                moves.append(next(move for move in legal if move.term == term))
        state = state.play(tuple(moves))
        step += 1
    sides = [[state.goals.get(role) or 0 for role, seat in seats.items() if seat == side] for side in (0, 1)]
    first, second = (sum(side) / len(side) for side in sides)
    return 1.0 if first > second else 0.0 if first < second else 0.5


def decided(points: float, matches: int) -> bool:
    """Whether 60 % is nineteen times as likely as 40 %, or the other way round; a draw is half a win, half a loss."""
    lead = 2 * points - matches
    return matches % 2 == 0 and abs(lead) * math.log(0.6 / 0.4) >= math.log(19)


@dataclass(frozen=True)
class Series:
    """Matches of one player against itself without symmetry, by CPU seconds or by simulations a move."""

    game: str
    player: str
    seconds: float | None
    simulations: int | None

    def order(self, graph: str) -> int:
        """Of the group that the player uses."""
        player = builtin().build(f"{self.player}:symmetry={graph}")
        assert isinstance(player, NativePlayer)
        return symmetry_of(game_of(self.game), player).order

    def line(self, results: Sequence[float], order: int) -> str:
        budget = (
            f"{self.seconds:g} s CPU" if self.simulations is None else f"{self.simulations:,} simulations"
        )
        begin = f"{self.game:26} {self.player:8} {budget:>20}: "
        if order == 1:
            return begin + "no symmetry"
        interval = wilson(sum(results), len(results))
        return (
            f"{begin}{100 * sum(results) / len(results):5.1f} % [{100 * interval.low:.0f}, {100 * interval.high:.0f}]"
            f" of {len(results)}, order {order}"
        )


def results_in(log: Path | None) -> dict[Series, list[float]]:
    """The points of each match that a log has, in order."""
    known: dict[Series, list[float]] = defaultdict(list)
    if log is not None and log.exists():
        for line in log.read_text().splitlines():
            entry = json.loads(line)
            points = entry.pop("points")
            known[Series(**entry)].append(points)
    return known


def play_all(every: Sequence[Series], chosen: argparse.Namespace) -> None:
    """A pair of matches of every series that is open after the other; then a line of each."""
    results = results_in(chosen.log)
    orders = {series: series.order(chosen.graph) for series in every}
    for number in range(chosen.matches):
        for series in every:
            points = results[series]
            if orders[series] == 1 or len(points) > number or decided(sum(points), len(points)):
                continue
            specs = (f"{series.player}:symmetry={chosen.graph}", series.player)
            points.append(
                match(
                    game_of(series.game),
                    specs,
                    number,
                    seed=chosen.seed,
                    seconds=series.seconds,
                    simulations=series.simulations,
                )
            )
            if chosen.log is not None:
                with chosen.log.open("a") as file:
                    file.write(json.dumps(series.__dict__ | {"points": points[-1]}) + "\n")
    for series in every:
        print(series.line(results[series], orders[series]), flush=True)


def report_forms(game: Game) -> None:
    forms = forms_of(game, SymmetryChoice("microstructure"), SECONDS_FOR_SYMMETRY)
    if forms.order == 1:
        print(f"{game.name:26} no symmetry")
        return
    play = random_states(game, 40, random.Random(1))
    whole, kept = forms.nanoseconds(play, max(1, FORM_ROUNDS // forms.order))
    fluents = len(game.compiled.fluents)
    print(
        f"{game.name:26} {fluents:>7} fluents, order {forms.order:>5}: {whole:>9.0f} ns a form, "
        f"{kept:>8.0f} ns from the state before"
    )


def report_saved(game: Game, horizon: int | None, seconds: float) -> None:
    """States of an exact solution with symmetry and without, and the saving (002 Table 2: Ame)."""
    try:
        plain = solve(game, horizon=horizon, seconds=seconds)
    except WoodStockError as reason:
        print(f"{game.name:26} {reason}", flush=True)
        return
    line = f"{game.name:26} {plain.states:>9,} states"
    for words, exchange in (("up to symmetry", False), ("and players exchanged", True)):
        found = solve(game, horizon=horizon, seconds=seconds, symmetry=True, exchange=exchange)
        if plain.values != found.values:
            raise SystemExit(f"{game.name}: {plain.values} without symmetry, {found.values} {words}")
        line += f", {found.states:>9,} {words}: {100 * (1 - found.states / plain.states):.0f} % saved"
    print(line, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--game", action="append", required=True)
    parser.add_argument("--player", action="append", choices=PLAYERS)
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--seconds", type=float, help="CPU seconds a move")
    parser.add_argument("--simulations", type=int, help="simulations a move")
    parser.add_argument("--log", type=Path, help="of matches, to go on with")
    parser.add_argument("--graph", default="on", help="which symmetries: on, microstructure or rules")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--forms", action="store_true", help="nanoseconds of a canonical form instead")
    parser.add_argument("--saved", action="store_true", help="states of an exact solution instead")
    parser.add_argument("--limit", type=float, default=600.0, help="seconds for an exact solution")
    parser.add_argument("--horizon", type=int, help="of the exact solution, where plays may go on for ever")
    chosen = parser.parse_args()
    for name in chosen.game if chosen.forms or chosen.saved else ():
        game = small_game(name.removeprefix("small/")) if name.startswith("small/") else game_of(name)
        if chosen.forms:
            report_forms(game)
        elif chosen.saved:
            report_saved(game, chosen.horizon, chosen.limit)
    if not chosen.forms and not chosen.saved:
        budgets = [(seconds, None) for seconds in [chosen.seconds] if seconds is not None]
        budgets += [(None, count) for count in [chosen.simulations] if count is not None]
        every = [
            Series(name, player, *budget)
            for budget in budgets
            for player in chosen.player or PLAYERS
            for name in chosen.game
        ]
        play_all(every, chosen)


if __name__ == "__main__":
    main()
