"""The symmetries of many games: what the rule graph, the microstructure and our own guesses find, and in what time.

    python benchmarks/symmetry_table.py [GAME …] [--games FOLDER] [--seconds 20] [--out TABLE.md]

For each graph: vertices, seconds, order of the group, orbits of first moves of the role that has most of them.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import woodstock
from woodstock.symmetry import Group, Symmetries, symmetries

HEAD = (
    "| game | first moves | rules: vertices | s | order | orbits | microstructure: vertices | s | order | orbits "
    "| with hidden: s | order | orbits | certain | roles exchanged | notes |"
)


def number(order: int | None) -> str:
    return "?" if order is None else f"{order:,}" if order < 10**7 else f"{order:.1e}"


def orbits(found: Symmetries, group: Group | None) -> str:
    """Of the role with the most first moves."""
    role = max(range(len(found.first_moves)), key=lambda each: len(found.first_moves[each]))
    return str(len(found.first_move_orbits(group)[role]))


def row(path: Path | str, seconds: float) -> str:
    game = woodstock.load(path, limits=woodstock.Limits(seconds=60))
    if game.compiled is None:
        return f"| {game.name} | does not ground |"
    rules = symmetries(game, seconds=seconds, graph="rules", look_for_hidden=False, exchange=False)
    plain = symmetries(game, seconds=seconds, look_for_hidden=False, exchange=False)
    own = symmetries(game, seconds=seconds)
    cells = [game.name, str(max(map(len, own.first_moves)))]
    for found in (rules, plain):
        cells += [f"{found.vertices:,}", f"{found.seconds:.1f}", number(found.all.order), orbits(found, None)]
    cells += [f"{own.seconds:.1f}", number(own.all.order), orbits(own, None), number(own.group.order)]
    refused = [f"{len(found.refused)} refused" for found in (rules, plain, own) if found.refused]
    cells += [str(len(own.exchanging)), "; ".join((*refused, *own.notes))]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", nargs="*", help="games or rulesheets; all of the folder without any")
    parser.add_argument("--games", type=Path, default=Path("../shared/games"))
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--out", type=Path)
    chosen = parser.parse_args()
    lines = [HEAD, "|" + "---|" * HEAD.count(" | ") + "---|"]
    print("\n".join(lines), flush=True)
    for path in chosen.game or sorted(chosen.games.glob("*.kif")):
        start = time.monotonic()
        try:
            lines.append(row(path, chosen.seconds))
        except woodstock.WoodStockError as error:
            lines.append(
                f"| {Path(path).stem} | {str(error).splitlines()[0]} ({time.monotonic() - start:.0f} s) |"
            )
        print(lines[-1], flush=True)
        if chosen.out:
            chosen.out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
