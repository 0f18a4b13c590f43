"""What factoring found, in words and as data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from woodstock.compile.compiled import Compiled
from woodstock.factoring.factors import Factors
from woodstock.factoring.parts import Part, members
from woodstock.gdl.terms import Term

_SHOWN = 6


def as_json(factors: Factors, compiled: Compiled, game: str) -> dict[str, Any]:
    wiring = factors.wiring
    return {
        "game": game,
        "clocks": _named(compiled.fluents, sorted(wiring.clocks)),
        "parts": len(factors.parts),
        "boards": [
            {
                "fluents": _named(compiled.fluents, sorted(board.fluents)),
                "moves": _moves(factors, board, compiled.roles),
            }
            for board in factors.boards
        ],
        "apart": not factors.obstacle,
        "obstacle": factors.obstacle,
        "idle_fluents": _named(compiled.fluents, factors.relevance.idle(wiring)),
        "moves_alike": {
            role: [
                [str(compiled.moves[number][place]) for place in members(each)]
                for each in classes
                if each.bit_count() > 1
            ]
            for number, (role, classes) in enumerate(zip(compiled.roles, factors.relevance.classes))
        },
        "seconds": factors.seconds,
    }


def _moves(factors: Factors, board: Part, roles: tuple[str, ...]) -> dict[str, int]:
    """Per role, how many moves mean something on a board, counted by what they mean."""
    found = {}
    for number, role in enumerate(roles):
        among = 0
        for possible in factors.phases:
            among |= possible[number]
        found[role] = len(board.classes(number, among))
    return found


def _named(terms: tuple[Term, ...], numbers: Iterable[int]) -> list[str]:
    return [str(terms[number]) for number in numbers]


def in_words(factors: Factors, compiled: Compiled, game: str) -> str:
    found = as_json(factors, compiled, game)
    lines = [f"{game}: {_count(len(found['boards']), 'board')}"]
    if len(found["boards"]) > 1:
        lines[0] += ", played at the same time (proven: no definition of one names a fluent of another)"
        for number, board in enumerate(found["boards"], 1):
            moves = ", ".join(f"{role} {count}" for role, count in board["moves"].items())
            lines.append(f"  {number}: {_some(board['fluents'])}; kinds of moves: {moves}")
        lines.append(f"  searched {'together: ' + found['obstacle'] if found['obstacle'] else 'apart'}")
    if found["clocks"]:
        lines.append(f"change on their own: {_some(found['clocks'])}")
    if found["idle_fluents"]:
        lines.append(f"do not matter: {_some(found['idle_fluents'])}")
    for role, classes in found["moves_alike"].items():
        if classes:
            alike = sum(map(len, classes))
            lines.append(f"moves of {role} that do the same as others: {alike}, such as {_some(classes[0])}")
    return "\n".join(lines)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _some(names: list[str]) -> str:
    more = f" … ({len(names):,})" if len(names) > _SHOWN else ""
    return " ".join(names[:_SHOWN]) + more
