"""Makes benchmarks/connect_four.jsonl: positions in the middle of connect four (8 columns, 6 rows) with exact values.

    python benchmarks/connect_four_suite.py
    python benchmarks/tactics.py --suite benchmarks/connect_four.jsonl --player mac-ucb --seconds 0.4 --tree fresh

13 to 24 stones are on the board, so that most of what decides them is beyond proofs, and a player errs by what its samples
tell it. Plays are by UCT, one move in ten at random. The values are those of connect_four_solver.cpp, which is compiled with `c++` first;
positions where all moves are worth the same are left out. `kind` is "exact", `depth` the empty cells and `nodes` what the solver looked at.
"""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from options import told_as_written
from positions import Play, Position, legal, replayed, suite_game
from woodstock.game import State

GAME, CELLS = "connect_four", 48
SUITE = Path(__file__).with_name("connect_four.jsonl")
SOLVER = Path(__file__).with_name("connect_four_solver.cpp")
_STONES, _APART, _RANDOM = (13, 24), 3, 4
"""On the board of a position; more in the next one of the same play; and those that are put at random."""


def columns_of(states: Sequence[State], choices: Sequence[int]) -> str:
    """What the solver reads: the columns played."""
    words = []
    for state, choice in zip(states, choices):
        role = next(role for role in state.game.roles if len(state.legal(role)) > 1)
        words.append(next(word for word in str(legal(state, role)[choice]) if word.isdigit()))
    return "".join(words)


def candidates(plays: int, skill: int, seed: int) -> Iterator[list[int]]:
    """The choices that lead to positions of so many plays."""
    game, source = suite_game(GAME), random.Random(f"connect four {seed}")
    for _ in range(plays):
        play = Play(game, source, skill)
        wanted = source.randint(_STONES[0], _STONES[0] + _APART - 1)
        while not play.state.terminal and len(play.choices) <= _STONES[1]:
            one_column = all(len(play.state.legal(role)) < 2 for role in game.roles)
            if one_column:
                break
            if len(play.choices) == wanted:
                wanted += _APART
                yield list(play.choices)
            play.move(at_random=len(play.choices) < _RANDOM)


def position(choices: list[int], answer: str) -> Position | None:
    """None where all moves are worth the same, or where they could not be solved."""
    if answer == "?":
        return None
    *values, nodes = answer.split()
    known = [int(value) for value in values if value != "x"]
    if len(set(known)) < 2:
        return None
    role = "red" if len(choices) % 2 == 0 else "black"
    good = [index for index, value in enumerate(known) if value == max(known)]
    return Position(GAME, choices, role, "exact", CELLS - len(choices), int(nodes), good, len(known))


def main() -> None:
    parser = told_as_written(__doc__)
    parser.add_argument("--plays", type=int, default=100)
    parser.add_argument("--skill", type=int, default=3000, help="simulations of a move")
    parser.add_argument("--nodes", type=int, default=50_000_000, help="of a position, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=SUITE)
    options = parser.parse_args()
    solver = Path("build/connect_four_solver")
    solver.parent.mkdir(exist_ok=True)
    subprocess.run(["c++", "-O2", "-std=c++20", "-o", solver, SOLVER], check=True)
    found = list(candidates(options.plays, options.skill, options.seed))
    lines = [columns_of(replayed(suite_game(GAME), choices), choices) for choices in found]
    answers = subprocess.run(
        [solver, str(options.nodes)],
        input="\n".join(lines) + "\n",
        text=True,
        capture_output=True,
        check=True,
    ).stdout.splitlines()
    made = [each for choices, answer in zip(found, answers) if (each := position(choices, answer))]
    rows = (json.dumps(asdict(each), separators=(",", ":")) + "\n" for each in made)
    options.out.write_text("".join(rows), encoding="utf-8")
    print(
        f"{len(found)} positions of {options.plays} plays, {answers.count('?')} not solved, {len(made)} kept"
    )


if __name__ == "__main__":
    main()
