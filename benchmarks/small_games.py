"""Small boards of bundled games, for positions that can be solved outright: the rules are theirs, the facts are not."""

from __future__ import annotations

import functools
from importlib import resources

from woodstock.game import Game
from woodstock.games.library import loads


def facts(*terms: str) -> str:
    return "\n".join(f"({term})" for term in terms)


def steps(size: int, first: int = 1) -> list[str]:
    return [f"succ {n} {n + 1}" for n in range(first, size)]


def changed(name: str, drop: tuple[str, ...], added: str, *replaced: tuple[str, str]) -> str:
    """The bundled rules without the facts of these relations, with others, and with texts replaced."""
    text = (resources.files("woodstock.games") / name / f"{name}.kif").read_text(encoding="utf-8")
    kept = [
        line for line in text.splitlines() if not line.startswith(tuple(f"({relation} " for relation in drop))
    ]
    rules = "\n".join(kept)
    for old, new in replaced:
        if old not in rules:
            raise ValueError(f"{name} has no {old}")
        rules = rules.replace(old, new)
    return f"{added}\n{rules}\n"


def breakthrough(size: int) -> str:
    """On a square board, two rows of pawns each."""
    homes = ["home white 1", "home white 2", f"home black {size - 1}", f"home black {size}"]
    middle = [f"middle {row}" for row in range(3, size - 1)]
    far = [f"far white {size}", "far black 1"]
    return changed(
        "breakthrough",
        ("succ", "home", "middle", "far"),
        facts(*steps(size), *homes, *middle, *far),
    )


def connect_four(columns: int, rows: int) -> str:
    """Fewer rows than columns."""
    return changed(
        "connect_four",
        ("succ",),
        facts(*steps(columns)),
        *(
            [
                (
                    "(<= (height ?y) (column ?y) (distinct ?y 7))",
                    facts(*(f"height {row}" for row in range(1, rows + 1))),
                )
            ]
        ),
        ("(cell ?x 6 b)", f"(cell ?x {rows} b)"),
    )


def nim(*heaps: int) -> str:
    starts = [f"start {name} {size}" for name, size in zip("abcdefgh", heaps)]
    return changed("nim", ("start", "succ"), facts(*starts, *steps(max(heaps), 0)))


def reversi(size: int) -> str:
    """On a square board of an even size."""
    low, high, cells = size // 2, size // 2 + 1, size * size
    centre = [f"centre {low} {high} black", f"centre {high} {low} black"]
    centre += [f"centre {low} {low} white", f"centre {high} {high} white"]
    numbers = [f"plus_one {n} {n + 1}" for n in range(cells)]
    return changed(
        "reversi",
        ("succ", "centre", "plus_one"),
        facts(*steps(size), *centre, *numbers),
        ("(number 8 ", f"(number {size} "),
        (" 64 ", f" {cells} "),
    )


@functools.cache
def small_game(name: str) -> Game:
    """By a name such as `breakthrough_5`, `connect_four_5_4`, `nim_3_4_5` or `reversi_4`."""
    makers = {"breakthrough": breakthrough, "connect_four": connect_four, "nim": nim, "reversi": reversi}
    for kind, maker in makers.items():
        if name.startswith(f"{kind}_"):
            return loads(maker(*map(int, name.removeprefix(f"{kind}_").split("_"))), name=name)
    raise ValueError(f"there is no small game {name}")
