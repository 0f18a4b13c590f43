"""Matches against a player of another checkout (an earlier commit, built in its own folder), by CPU time.

    git worktree add /tmp/old 3875843 && make -C /tmp/old build
    python benchmarks/against.py /tmp/old --games breakthrough othello --seconds 1 --learn 15 --matches 2
    python benchmarks/against.py /tmp/old --table

Ours is `woodstock` unless `--player` says otherwise, with so many seconds on the clock to learn before each match; the other
is `mac-ucb`. Both think for the same CPU time a move, in one thread, one after the other, and keep their trees. Seats are
exchanged with every match; of two that follow each other both begin with the same random moves. Matches are logged as they end,
and those in the log of the same two commits are not played again (`benchmarks/results/against.jsonl` has those that are told of in docs/strength.md).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import woodstock as ws
from papers_players import head, show
from woodstock.arena.statistics import wilson

HERE = Path(__file__).resolve().parent
GAMES = HERE.parent.parent / "shared" / "games"
OPENING = 2
"""Random steps that a match begins with."""


class Seat:
    """A process with a player in it; the arguments are those of `seat.py`."""

    def __init__(self, checkout: Path, spec: str, *arguments: object) -> None:
        self._process = subprocess.Popen(
            [checkout / ".venv/bin/python", "-P", HERE / "seat.py", spec, *map(str, arguments)],
            env=os.environ | {"PYTHONPATH": str(checkout / "benchmarks")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._told = 0
        assert self._process.stdout is not None
        begun = self._process.stdout.readline()
        assert begun, f"{spec} of {checkout} did not start"
        self.way: str = json.loads(begun)

    def choose(self, joint_moves: Sequence[Sequence[str]]) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(joint_moves[self._told :]) + "\n")
        self._process.stdin.flush()
        self._told = len(joint_moves)
        answer: str = json.loads(self._process.stdout.readline())
        return answer

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


def play(game: ws.Game, seats: dict[ws.Role, Seat], number: int) -> tuple[dict[str, int], int]:
    """The goals of the players, and the steps."""
    source = random.Random(f"{game.name} {number // 2}")
    state = game.initial_state()
    made: list[list[str]] = []
    while not state.terminal:
        moves = {}
        for role in game.roles:
            legal = state.legal(role)
            if len(legal) == 1 or role not in seats or len(made) < OPENING:
                moves[role] = source.choice(legal)
            else:
                word = seats[role].choose(made)
                moves[role] = next(move for move in legal if str(move) == word)
        made.append([str(moves[role]) for role in game.roles])
        state = state.play(moves)
    return {str(role): goal or 0 for role, goal in state.goals.items()}, len(made)


def match(chosen: argparse.Namespace, sides: tuple[str, str], name: str, number: int) -> dict[str, object]:
    """Ours has every second seat, beginning with the first or the second; `sides` is what both are called."""
    path = GAMES / f"{name}.kif"
    game = ws.load(path if path.exists() else name)
    source = path if path.exists() else Path(name)
    ours = [role for place, role in enumerate(game.players) if place % 2 == number % 2]
    seats: dict[ws.Role, Seat] = {}
    begin = time.monotonic()
    try:
        for role in game.players:
            here = role in ours
            checkout, spec = (HERE.parent, chosen.player) if here else (chosen.checkout, chosen.other)
            seats[role] = Seat(checkout, spec, source, role.index, chosen.seconds, chosen.learn, number)
        goals, steps = play(game, seats, number)
        ways = sorted({seats[role].way for role in ours})
    finally:
        for seat in seats.values():
            seat.close()
    mean = [
        sum(goals[str(role)] for role in side) / len(side)
        for side in (ours, [role for role in game.players if role not in ours])
    ]
    points = 1.0 if mean[0] > mean[1] else 0.5 if mean[0] == mean[1] else 0.0
    return {
        "game": name,
        "player": sides[0],
        "other": sides[1],
        "seconds": chosen.seconds,
        "learn": chosen.learn,
        "number": number,
        "points": points,
        "ways": ways,
        "steps": steps,
        "took": round(time.monotonic() - begin),
    }


def with_commit(spec: str, checkout: Path) -> str:
    """A player, with the commit of its checkout, and whether something there is not committed."""
    command = ["git", "-C", str(checkout), "describe", "--always", "--dirty", "--exclude", "*"]
    commit = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    return f"{spec} of {commit}"


def rows_of(log: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in log.read_text("utf-8").splitlines()] if log.exists() else []


def table(log: Path) -> None:
    head("player", "against", "game", "a move", "learning", "points", "matches", "per cent")
    rows = rows_of(log)
    keys = ("player", "other", "seconds", "learn")
    for kind in sorted({tuple(row[key] for key in keys) for row in rows}, key=str):
        of_kind = [row for row in rows if tuple(row[key] for key in keys) == kind]
        player, other, seconds, learn = kind
        for name in [*sorted({str(row["game"]) for row in of_kind}), "all"]:
            points = [float(str(row["points"])) for row in of_kind if name in ("all", row["game"])]
            score = wilson(sum(points), len(points))
            shown = f"{100 * score.value:.0f} [{100 * score.low:.0f}, {100 * score.high:.0f}]"
            show(player, other, name, f"{seconds} s", f"{learn} s", sum(points), len(points), shown)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("checkout", type=Path, help="folder of the other one, built")
    parser.add_argument("--games", nargs="+", default=["breakthrough"])
    parser.add_argument("--player", default="woodstock")
    parser.add_argument("--other", default="mac-ucb")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time a move")
    parser.add_argument("--learn", type=float, default=15.0, help="seconds on the clock before a match")
    parser.add_argument("--matches", type=int, default=2, help="of each game")
    parser.add_argument("--log", type=Path, default=Path("build/against.jsonl"))
    parser.add_argument("--table", action="store_true", help="plays nothing")
    chosen = parser.parse_args()
    chosen.log.parent.mkdir(parents=True, exist_ok=True)
    keys = ("game", "player", "other", "seconds", "learn", "number")
    played = {tuple(row[key] for key in keys) for row in rows_of(chosen.log)}
    sides = with_commit(chosen.player, HERE.parent), with_commit(chosen.other, chosen.checkout)
    for number in range(0 if chosen.table else chosen.matches):
        for name in chosen.games:
            if (name, *sides, chosen.seconds, chosen.learn, number) in played:
                continue
            row = match(chosen, sides, name, number)
            with chosen.log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            print(json.dumps(row), file=sys.stderr, flush=True)
    table(chosen.log)


if __name__ == "__main__":
    main()
