"""The values that a game's clocks pass through, and the moves that each of them leaves possible.

Clocks hang on nothing but clocks, so their course is one line from the initial state on, whatever is played.
"""

from __future__ import annotations

from woodstock.factoring.wiring import Wiring

MOST_STEPS = 2000
MOST_PHASES = 64


def possible_moves(wiring: Wiring) -> list[list[int]]:
    """Per phase and role the set of moves that may be legal then, phases without a difference counted once.

    Where the course of the clocks is too long to follow there is one phase, in which all moves that are ever legal may be.
    """
    legal_cone = wiring.cone(wiring.legal)
    shown = sorted(fluent for fluent in wiring.clocks if 1 + fluent in legal_cone)
    course = _course(wiring)
    views = None if course is None else {tuple(values[fluent] for fluent in shown) for values in course}
    if views is None or len(views) > MOST_PHASES:
        return [_sets(wiring, {})]
    found = [_sets(wiring, dict(zip(shown, view))) for view in sorted(views)]
    return [sets for number, sets in enumerate(found) if sets not in found[:number]]


def _course(wiring: Wiring) -> list[dict[int, bool]] | None:
    """The values of all clocks, from the initial state until they come again; None if that takes too long."""
    cone = wiring.cone([wiring.next[fluent] for fluent in wiring.clocks])
    gates = sorted(node for node in cone if node in wiring.inputs)
    initial = wiring.circuit.initial
    values = {fluent: bool(initial[fluent]) for fluent in sorted(wiring.clocks)}
    seen: dict[tuple[bool, ...], None] = {}
    course: list[dict[int, bool]] = []
    while tuple(values.values()) not in seen:
        if len(course) == MOST_STEPS:
            return None
        wiring.deadline.check()
        seen[tuple(values.values())] = None
        course.append(values)
        held = {0: False} | {1 + fluent: value for fluent, value in values.items()}
        for gate in gates:
            held[gate] = all(held[signal >> 1] != bool(signal & 1) for signal in wiring.inputs[gate])
        following = ((fluent, wiring.next[fluent]) for fluent in values)
        values = {fluent: held[signal >> 1] != bool(signal & 1) for fluent, signal in following}
    return course


def _sets(wiring: Wiring, clocks: dict[int, bool]) -> list[int]:
    """The moves of each role whose legality is not refuted by these values of clocks."""
    wiring.deadline.check()
    held: dict[int, bool | None] = {0: False}
    held.update((1 + fluent, value) for fluent, value in clocks.items())
    for gate in sorted(node for node in wiring.cone(wiring.legal) if node in wiring.inputs):
        held[gate] = _conjunction(held, wiring.inputs[gate])
    sets = []
    for moves in wiring.roles:
        possible = 0
        for place, move in enumerate(moves):
            if _value(held, wiring.legal[move]) is not False:
                possible |= 1 << place
        sets.append(possible)
    return sets


def _value(held: dict[int, bool | None], signal: int) -> bool | None:
    value = held.get(signal >> 1)
    return value if value is None else value != bool(signal & 1)


def _conjunction(held: dict[int, bool | None], signals: list[int]) -> bool | None:
    unknown = False
    for signal in signals:
        value = _value(held, signal)
        if value is False:
            return False
        unknown |= value is None
    return None if unknown else True
