"""Symmetries in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from woodstock.compile.vocabulary import Vocabulary
from woodstock.symmetry.permutation import Permutation, cycles

if TYPE_CHECKING:
    from woodstock.symmetry.result import Symmetries, Symmetry

MOST_CYCLES = 6
MOST_ORBITS = 12
MOST_MEMBERS = 8


def described(found: Symmetries) -> str:
    """Order, first moves, generators, how each is known, what was refused."""
    lines = [
        f"{found.game}: order {_order(found.all.order)}"
        + (f" ({_order(found.group.order)} certain)" if found.all.order != found.group.order else "")
        + f", {found.vertices:,} vertices, {found.edges:,} edges, {found.seconds:.2f} s"
    ]
    for role, orbits in enumerate(found.first_move_orbits()):
        moves = found.first_moves[role]
        if len(moves) > 1:
            lines.append(
                f"first moves of {found.vocabulary.roles[role]}: {len(orbits)} orbits of {len(moves)}"
            )
            for orbit in orbits[:MOST_ORBITS]:
                names = [str(found.vocabulary.moves[role][move]) for move in orbit[:MOST_MEMBERS]]
                more = f" … {len(orbit)}" if len(orbit) > MOST_MEMBERS else ""
                lines.append(f"  {' '.join(names)}{more}")
            if len(orbits) > MOST_ORBITS:
                lines.append(f"  and {len(orbits) - MOST_ORBITS} more")
    if found.found:
        lines.append("generators:")
    lines += [f"  {_generator(each, found.vocabulary)}" for each in found.found]
    if found.exchanging:
        lines.append("exchanging roles:")
    lines += [f"  {_generator(each, found.vocabulary)}" for each in found.exchanging]
    lines += [
        f"refused ({refused.reason}): {in_cycles(refused.permutation, found.vocabulary)}"
        for refused in found.refused
    ]
    lines += found.notes
    return "\n".join(lines)


def _order(order: int | None) -> str:
    return "unknown" if order is None else f"{order:,}" if order < 10**9 else f"{order:.1e}"


def _generator(symmetry: Symmetry, vocabulary: Vocabulary) -> str:
    return f"{known(symmetry)}: {in_cycles(symmetry.permutation, vocabulary)}"


def known(symmetry: Symmetry) -> str:
    """How a symmetry is known."""
    if symmetry.known_by == "tested":
        return f"tested on {symmetry.states} states"
    return f"by {symmetry.known_by}" if symmetry.known_by == "construction" else symmetry.known_by


def in_cycles(permutation: Permutation, vocabulary: Vocabulary, most: int | None = MOST_CYCLES) -> str:
    """The first cycles, those of moves before those of fluents; all of them without a limit."""
    found = sorted(cycles(permutation.row), key=lambda cycle: cycle[0] < len(vocabulary.fluents))
    shown = []
    for cycle in found[:most]:
        names = [vocabulary.name(thing) for thing in (cycle if most is None else cycle[:MOST_MEMBERS])]
        shown.append((" ↔ " if len(cycle) == 2 else " → ").join(names))
    more = f", … {len(found)} cycles" if most is not None and len(found) > most else ""
    return ", ".join(shown) + more
