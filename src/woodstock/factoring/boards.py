"""Boards: parts that are played at the same time, each by moves that mean nothing to the others.

Zhao, Schiffel & Thielscher 2009, Decomposition of multi-player games, §4 (parallel games): whatever a role may do on one
board it may do with anything that it may do on the others, so that a choice on one is no choice on another. Parts among
which a role chooses where to move form one board.
"""

from __future__ import annotations

from functools import reduce
from math import prod
from operator import or_

from woodstock.deadline import Deadline
from woodstock.factoring.parts import Part, Union, is_product


def boards(small: list[Part], phases: list[list[int]], deadline: Deadline) -> list[Part]:
    """Parts joined until, in every phase, the moves of each role are a product of what they do on each.

    One board where nothing of the kind is proven.
    """
    joined = small
    while len(joined) > 1:
        union = Union(len(joined))
        for possible in phases:
            for role, among in enumerate(possible):
                _join_choices(joined, role, among, union, deadline)
        groups: dict[int, list[Part]] = {}
        for number, part in enumerate(joined):
            groups.setdefault(union.find(number), []).append(part)
        if len(groups) == len(joined):
            break
        joined = [reduce(or_, group) for group in groups.values()]
    if not all(_all_at_once(joined, phases, role) for role in range(len(small[0].distinctions))):
        return [reduce(or_, joined)]
    return joined


def worth_playing(all_boards: list[Part], phases: list[list[int]], relevant: frozenset[int]) -> list[Part]:
    """Boards that matter. Those on which nobody ever has a choice are no boards of their own."""
    matter = [board for board in all_boards if board.fluents & relevant]
    played = [board for board in matter if _choice(board, phases)]
    if not played:
        return [reduce(or_, all_boards)]
    watched = [board for board in matter if not _choice(board, phases)]
    return [reduce(or_, [played[0], *watched]), *played[1:]]


def _choice(board: Part, phases: list[list[int]]) -> bool:
    return any(
        len(board.classes(role, among)) > 1 for possible in phases for role, among in enumerate(possible)
    )


def _join_choices(joined: list[Part], role: int, among: int, union: Union, deadline: Deadline) -> None:
    """Joins parts between which a role chooses."""
    settled: list[tuple[int, list[int]]] = []
    for number, part in enumerate(joined):
        deadline.check()
        classes = part.classes(role, among)
        if len(classes) < 2:
            continue
        apart = True
        for other, theirs in settled:
            if union.find(other) != union.find(number) and not is_product(classes, theirs):
                union.join(number, other)
                apart = False
        if apart or len(settled) < 32:
            settled.append((number, classes))


def _all_at_once(joined: list[Part], phases: list[list[int]], role: int) -> bool:
    """Whether the moves of a role are a product over all parts together, and not of pairs only."""
    for possible in phases:
        among = possible[role]
        each = [part.classes(role, among) for part in joined]
        together = reduce(or_, joined).classes(role, among)
        if len(together) != prod(map(len, each)):
            return False
    return True
