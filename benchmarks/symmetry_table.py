"""The symmetries of many games: what the rule graph, the microstructure and our own guesses find, and whether it is sound.

    python benchmarks/symmetry_table.py [GAME …] [--games FOLDER] [--seconds 20] [--states 200] [--out TABLE.md]

For each graph: vertices, CPU seconds, order of the group, orbits of first moves of the role that has most of them. Then
the order with hidden symmetries, of that what is certain, the true order where a board tells it and whether that was
found, and the judge: an engine that had no part in finding them tries every generator on so many states of random
plays. Ends with 1 if one of them is wrong. Games that have a row in TABLE.md already are left out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import woodstock
from known_groups import KNOWN
from woodstock.deadline import Deadline, Work
from woodstock.games.library import bundled
from woodstock.symmetry import Group, Symmetries, symmetries
from woodstock.symmetry.soundness import judged

HEAD = (
    "| game | first moves | rules: vertices | s | order | orbits | microstructure: vertices | s | order | orbits "
    "| with hidden: s | order | orbits | certain | true | roles exchanged | judge | notes |"
)
JUDGE_SECONDS = 20.0


def number(order: int | None) -> str:
    return "?" if order is None else f"{order:,}" if order < 10**7 else f"{order:.1e}"


def orbits(found: Symmetries, group: Group | None) -> str:
    """Of the role with the most first moves."""
    role = max(range(len(found.first_moves)), key=lambda each: len(found.first_moves[each]))
    return str(len(found.first_move_orbits(group)[role]))


def true_order(name: str, group: Group) -> str:
    """The order that the board has, where it is known, and whether the group has it."""
    known = KNOWN.get(name)
    if known is None:
        return ""
    return f"{known} {'found' if group.order == known else 'missed'}"


def cells_of(game: woodstock.Game, seconds: float, states: int) -> Iterator[str]:
    rules = symmetries(
        game,
        deadline=Deadline.after(seconds, Work()),
        graph="rules",
        look_for_hidden=False,
        exchange=False,
    )
    own = symmetries(game, deadline=Deadline.after(seconds, Work()))
    yield str(max(map(len, own.first_moves)))
    for found in (rules, own):
        group = None if found.structure is found.all else found.structure
        yield from (f"{found.vertices:,}", f"{found.graph_seconds:.1f}")
        yield from (number(found.structure.order), orbits(found, group))
    yield from (f"{own.seconds:.1f}", number(own.all.order), orbits(own, None), number(own.group.order))
    yield true_order(game.name, own.group)
    yield str(len(own.exchanging))
    generators = {each.permutation: None for each in (*rules.found, *own.found, *own.exchanging)}
    yield (
        str(judged(game, own.vocabulary, tuple(generators), states=states, seconds=JUDGE_SECONDS))
        if generators
        else ""
    )
    refused = [
        f"{'guess' if each.guessed else found.graph} refused: {each.reason}"
        for found in (rules, own)
        for each in found.refused
    ]
    yield "; ".join((*refused, *(f"rules: {note}" for note in rules.notes), *own.notes))


def row(label: str, path: Path | str, seconds: float, states: int) -> str:
    try:
        game = woodstock.load(path, limits=woodstock.Limits(seconds=60))
        if game.compiled is None:
            return f"| {label} | does not ground |"
        return f"| {' | '.join((label, *cells_of(game, seconds, states)))} |"
    except woodstock.WoodStockError as error:
        return f"| {label} | {str(error).splitlines()[0]} |"


def chosen_games(chosen: argparse.Namespace) -> dict[str, Path | str]:
    """Games by what their rows are called; a game that comes with the program is told from a rulesheet of its name."""
    if chosen.game:
        return {
            Path(each).stem if each.endswith(".kif") else f"{each} (bundled)": each for each in chosen.game
        }
    own: dict[str, Path | str] = {f"{name} (bundled)": name for name in bundled()}
    return {**own, **{path.stem: path for path in sorted(chosen.games.glob("*.kif"))}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", nargs="*", help="games or rulesheets; all of them without any")
    parser.add_argument("--games", type=Path, default=Path("../shared/games"))
    parser.add_argument("--seconds", type=float, default=20.0, help="CPU seconds of detection, by each graph")
    parser.add_argument("--states", type=int, default=200, help="on which generators are judged")
    parser.add_argument("--out", type=Path)
    chosen = parser.parse_args()
    lines = [HEAD, "|" + "---|" * (HEAD.count(" | ") + 1)]
    if chosen.out and chosen.out.exists():
        lines = chosen.out.read_text().splitlines()
    have = {line.split(" | ")[0].removeprefix("| ") for line in lines}
    for label, path in chosen_games(chosen).items():
        if label not in have:
            lines.append(row(label, path, chosen.seconds, chosen.states))
            print(lines[-1], flush=True)
            if chosen.out:
                chosen.out.write_text("\n".join(lines) + "\n")
    sys.exit(1 if any("wrong:" in line for line in lines) else 0)


if __name__ == "__main__":
    main()
