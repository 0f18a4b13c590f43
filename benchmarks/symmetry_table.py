"""The symmetries of many games: what the rule graph, the microstructure and our own guesses find, and whether it is sound.

    python benchmarks/symmetry_table.py [GAME …] [--games FOLDER] [--seconds 20] [--states 200] [--out TABLE.md]

For each graph: vertices, CPU seconds, order of the group, orbits of first moves of the role that has most of them. Then
the order with hidden symmetries, of that what is certain, the true order where a board tells it, and the judge: another
engine (the evaluator of the rules as they are written, or the stepper where that does not keep up) tries every
generator on so many states of random plays. Ends with 1 if one of them is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import woodstock
from known_groups import KNOWN
from woodstock.deadline import Deadline, Work
from woodstock.symmetry import Group, Symmetries, symmetries
from woodstock.symmetry.verify import Judge, verify

HEAD = (
    "| game | first moves | rules: vertices | s | order | orbits | microstructure: vertices | s | order | orbits "
    "| with hidden: s | order | orbits | certain | true | roles exchanged | judge | notes |"
)
SEED = 17  # not the one that detection tests by
JUDGE_SECONDS = 10.0


def number(order: int | None) -> str:
    return "?" if order is None else f"{order:,}" if order < 10**7 else f"{order:.1e}"


def orbits(found: Symmetries, group: Group | None) -> str:
    """Of the role with the most first moves."""
    role = max(range(len(found.first_moves)), key=lambda each: len(found.first_moves[each]))
    return str(len(found.first_move_orbits(group)[role]))


def judged(game: woodstock.Game, found: Symmetries, states: int) -> str:
    """Who tried all generators on how many states; `wrong` if one of them is."""
    every = (*found.found, *found.exchanging)
    if not every:
        return ""
    for name in ("evaluator", "stepper"):
        judge = Judge(game.engine_named(name), found.vocabulary)
        deadline = Deadline.after(JUDGE_SECONDS, Work())
        sample = judge.sample(states, SEED, deadline.part(0.3))
        if len(sample) == states:
            break
    tests = [verify(judge, each.permutation, sample, deadline.part(1 / len(every))) for each in every]
    different = [test.difference for test in tests if test.difference]
    if different:
        return f"{name}: wrong: {different[0]}"
    return f"{name}: {min(test.states for test in tests)}"


def cells_of(game: woodstock.Game, seconds: float, states: int) -> Iterator[str]:
    rules = symmetries(
        game,
        deadline=Deadline.after(seconds, Work()),
        graph="rules",
        look_for_hidden=False,
        exchange=False,
    )
    own = symmetries(game, deadline=Deadline.after(seconds, Work()))
    yield from (game.name, str(max(map(len, own.first_moves))))
    for found in (rules, own):
        group = None if found.structure is found.all else found.structure
        yield from (f"{found.vertices:,}", f"{found.graph_seconds:.1f}")
        yield from (number(found.structure.order), orbits(found, group))
    yield from (f"{own.seconds:.1f}", number(own.all.order), orbits(own, None), number(own.group.order))
    yield str(KNOWN.get(game.name, ""))
    yield str(len(own.exchanging))
    yield judged(game, own, states)
    refused = [
        f"{'guess' if each.guessed else found.graph} refused: {each.reason}"
        for found in (rules, own)
        for each in found.refused
    ]
    yield "; ".join((*refused, *(f"rules: {note}" for note in rules.notes), *own.notes))


def row(path: Path | str, seconds: float, states: int) -> str:
    try:
        game = woodstock.load(path, limits=woodstock.Limits(seconds=60))
        if game.compiled is None:
            return f"| {game.name} | does not ground |"
        return f"| {' | '.join(cells_of(game, seconds, states))} |"
    except woodstock.WoodStockError as error:
        return f"| {Path(path).stem} | {str(error).splitlines()[0]} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", nargs="*", help="games or rulesheets; all of the folder without any")
    parser.add_argument("--games", type=Path, default=Path("../shared/games"))
    parser.add_argument("--seconds", type=float, default=20.0, help="CPU seconds of detection, by each graph")
    parser.add_argument("--states", type=int, default=200, help="on which generators are judged")
    parser.add_argument("--out", type=Path)
    chosen = parser.parse_args()
    lines = [HEAD, "|" + "---|" * HEAD.count(" | ") + "---|"]
    print("\n".join(lines), flush=True)
    for path in chosen.game or sorted(chosen.games.glob("*.kif")):
        lines.append(row(path, chosen.seconds, chosen.states))
        print(lines[-1], flush=True)
        if chosen.out:
            chosen.out.write_text("\n".join(lines) + "\n")
    sys.exit(1 if any("wrong:" in line for line in lines) else 0)


if __name__ == "__main__":
    main()
