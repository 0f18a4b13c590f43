"""Tactics: how often each player errs where a full-width search shows which moves lose, or win.

    python benchmarks/tactics.py --player mac-ucb --player mac-ucb:proof=0 --seconds 0.1 --game breakthrough

The positions are those of benchmarks/tactics.jsonl (made by tactics_suite.py). Each player decides on each of them with
so many simulations, or CPU seconds, in one thread: `fresh`, and `kept` where its search has also decided on the states
two of its moves before, with the same budget each. An error is a move that the suite does not call good. `cheap` counts
the errors at positions whose answer full width finds with a tenth of the nodes, or samples, that the player had.
Games that are not there (they come from ../shared) are left out.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from duel import Thinker
from options import of_players
from positions import SUITE, Position, legal, positions_in, replayed, suite_game
from woodstock.arena.statistics import wilson
from woodstock.errors import WoodStockError
from woodstock.game import Game
from woodstock.players.native import run_seed

PLAYERS = ("mac-ucb", "mac-ucb:proof=0", "fc-ucb", "uct", "grave", "cfr", "flat", "alphabeta")
SIMULATIONS = (10_000, 100_000, 1_000_000)
SECONDS = (0.1, 1.0)
_MOVES_BEFORE = 2


@dataclass(frozen=True)
class Budget:
    simulations: int | None
    seconds: float | None

    def __str__(self) -> str:
        return f"{self.simulations:,} sims" if self.seconds is None else f"{self.seconds:g} s CPU"


@dataclass(frozen=True)
class Answer:
    game: str
    number: int
    player: str
    budget: str
    kept: bool
    right: bool
    cheap: bool
    kind: str
    depth: int


def decision(
    game: Game, position: Position, spec: str, budget: Budget, *, kept: bool, seed: int, learn: float = 0.0
) -> tuple[int, int]:
    """The index of the move that a player chooses, and the samples and nodes it had."""
    states = replayed(game, position.choices)
    role = next(role for role in game.players if role.name == position.role)
    thinker = Thinker(spec, game, role.index, learn)
    asked = [state for state in states[:-1] if len(state.legal(role)) > 1][-_MOVES_BEFORE:] if kept else []
    number = 0
    for step, state in enumerate([*asked, states[-1]]):
        number = thinker.think(state.position, budget.seconds, run_seed(seed, step), budget.simulations)
    moves = [move.term for move in legal(states[-1], role)]
    return moves.index(game.compiled.moves[role.index][number]), thinker.effort


def answers(
    positions: list[Position],
    players: list[str],
    budgets: list[Budget],
    kept: list[bool],
    *,
    seed: int,
    learn: float = 0.0,
) -> Iterator[Answer]:
    for number, position in enumerate(positions):
        try:
            game = suite_game(position.game)
        except WoodStockError:
            continue
        for spec in players:
            for budget in budgets:
                for keep in kept:
                    index, effort = decision(game, position, spec, budget, kept=keep, seed=seed, learn=learn)
                    yield Answer(
                        position.game,
                        number,
                        spec,
                        str(budget),
                        keep,
                        index in position.good,
                        10 * position.nodes <= effort,
                        position.kind,
                        position.depth,
                    )


def table(rows: list[Answer]) -> str:
    """Per player, budget and tree: errors with Wilson's interval, those that were cheap to see, then by game."""
    groups: dict[tuple[str, str, bool], list[Answer]] = defaultdict(list)
    for row in rows:
        groups[row.player, row.budget, row.kept].append(row)
    lines = [
        f"{'player':26} {'budget':>15} {'tree':>5} {'n':>5} {'errors %':>8} {'95 %':>13} {'cheap':>11}  most by game"
    ]
    for (player, budget, kept), group in groups.items():
        wrong = [row for row in group if not row.right]
        rate = wilson(len(wrong), len(group))
        cheap = sum(row.cheap for row in wrong), sum(row.cheap for row in group)
        by_game = sorted(
            {row.game for row in wrong}, key=lambda game: -sum(row.game == game for row in wrong)
        )
        worst = ", ".join(f"{game} {sum(row.game == game for row in wrong)}" for game in by_game[:4])
        lines.append(
            f"{player:26} {budget:>15} {'kept' if kept else 'fresh':>5} {len(group):>5} {100 * rate.value:>8.1f}"
            f" [{100 * rate.low:>4.1f}, {100 * rate.high:>4.1f}] {cheap[0]:>5}/{cheap[1]:<5}  {worst}"
        )
    return "\n".join(lines)


def chosen(path: Path, games: list[str] | None, each: int | None) -> list[Position]:
    counts: dict[str, int] = defaultdict(int)
    kept = []
    for position in positions_in(path):
        counts[position.game] += 1
        if (games is None or position.game in games) and (each is None or counts[position.game] <= each):
            kept.append(position)
    return kept


def main() -> None:
    parser = of_players(__doc__, PLAYERS, "all of the suite")
    parser.add_argument("--each", type=int, help="positions of a game, at most")
    parser.add_argument("--simulations", type=int, action="append", help="a budget, repeated")
    parser.add_argument("--seconds", type=float, action="append", help="a budget of CPU seconds, repeated")
    parser.add_argument("--tree", choices=("fresh", "kept", "both"), default="both")
    parser.add_argument("--suite", type=Path, default=SUITE)
    parser.add_argument(
        "--learn", type=float, default=0.0, help="seconds for players that learn, once for each game"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="write every answer here, line by line")
    options = parser.parse_args()
    simulations, seconds = options.simulations or (), options.seconds or ()
    if not simulations and not seconds:
        simulations, seconds = SIMULATIONS, SECONDS
    budgets = [Budget(number, None) for number in simulations] + [Budget(None, number) for number in seconds]
    kept = {"fresh": [False], "kept": [True], "both": [False, True]}[options.tree]
    positions = chosen(options.suite, options.game, options.each)
    players = options.player or list(PLAYERS)
    rows = list(answers(positions, players, budgets, kept, seed=options.seed, learn=options.learn))
    if options.json:
        options.json.write_text("".join(json.dumps(asdict(row)) + "\n" for row in rows))
    print(table(rows))


if __name__ == "__main__":
    main()
