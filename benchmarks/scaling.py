"""Scaling: each player against itself with ten times the simulations, 8 games.

    python benchmarks/scaling.py --player mac-ucb --player uct --simulations 10000 --matches 10

A search that gains nothing by more of the same is broken, or the game is solved. Matches are those of strength.py
(roles swapped, Wilson's intervals, a log that an interrupted run resumes from); the second player has the
`--simulations`, the first `--times` as many. Played in one thread, nothing ponders.
"""

from __future__ import annotations

from pathlib import Path

from options import of_players
from strength import Task, all_results, summary, table

PLAYERS = ("mac-ucb", "uct", "grave")
GAMES = (
    "breakthrough",
    "knight_through",
    "connect_four",
    "checkers",
    "pentago",
    "reversi",
    "ttcc4_2p",
    "tron_10x10",
)


def with_simulations(spec: str, simulations: int) -> str:
    return f"{spec}{',' if ':' in spec else ':'}simulations={simulations}"


def main() -> None:
    parser = of_players(__doc__, PLAYERS, " ".join(GAMES))
    parser.add_argument("--simulations", type=int, default=20_000, help="of the lesser side, a move")
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--matches", type=int, default=10, help="per player and game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, default=Path("build/scaling.jsonl"))
    options = parser.parse_args()
    tasks = [
        Task(
            game,
            with_simulations(player, options.times * options.simulations),
            with_simulations(player, options.simulations),
            number,
            None,
            None,
            60.0,
            options.seed,
        )
        for number in range(options.matches)
        for game in options.game or GAMES
        for player in options.player or PLAYERS
    ]
    print(table(summary(all_results(tasks, options.log, 1))))


if __name__ == "__main__":
    main()
