"""The line of a single player that reaches a goal: the T-stage network solved at once.

With one role and no chance a policy is a sequence of moves, and asking for one whose value reaches the
threshold (Koriche et al. 2016, §3.1 and §4.4, θ = the highest goal) is a satisfiability problem over the stages
1 … T: the circuit of each stage, its fluents tied to the next one's. clingo's solver searches it.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator, Sequence

import clingo

from woodstock import _core
from woodstock.compile.circuit import Nodes, timed, timed_gates

_TOO_LARGE = 20_000_000  # literals of all stages
_MOST_SETS = 300
_MOST_MOVES = 700  # of an unordered plan: pairs of them are compared


def stages(circuit: _core.Circuit, state: _core.State, goal: int, horizon: int) -> Iterator[str]:
    """The T-stage network as a logic program: n(node, T), play goes on while live(T)."""
    nodes = Nodes.of(circuit)
    yield f"t(0..{horizon})."
    for fluent in state.fluents():
        yield f"n({nodes.fluents[fluent]},0)."
    yield from timed_gates(circuit)
    yield "reached(0). reached(T+1) :- live(T), t(T+1)."
    yield f"over(T) :- {timed(circuit.terminal)}, t(T)."
    yield f"live(T) :- reached(T), not over(T), T < {horizon}."
    yield f"m({nodes.moves.start}..{nodes.moves.stop - 1})."
    yield "{ n(M,T) : m(M) } = 1 :- live(T)."
    for move, legal in zip(nodes.moves, circuit.legal, strict=True):
        if legal != 1:
            yield f":- n({move},T), {timed(legal ^ 1)}, live(T)."
    for fluent, successor in zip(nodes.fluents, circuit.next, strict=True):
        yield f"n({fluent},T+1) :- {timed(successor)}, live(T)."
    yield f"won :- reached(T), over(T), {timed_goal(circuit, goal)}."
    yield ":- not won."
    yield from move_sets(circuit)
    yield "#show. #show move(M,T) : n(M,T), m(M), live(T)."


def timed_goal(circuit: _core.Circuit, goal: int) -> str:
    """That the goal is reached. Where rules give several goals the least counts, so no other may hold."""
    return ", ".join(timed(signal ^ (value != goal)) for _, value, signal in circuit.goals if signal > 1)


def move_sets(circuit: _core.Circuit) -> Iterator[str]:
    """What follows about sets of moves (gates that say none of them is played) from there being one move.

    Sets are decided before moves: a composite move is then found part by part.
    """
    nodes = Nodes.of(circuit)
    sets: dict[int, frozenset[int]] = {}
    for gate in nodes.gates:
        inputs = circuit.inputs(gate)
        if len(inputs) > 1 and all(signal & 1 and signal >> 1 in nodes.moves for signal in inputs):
            sets[gate] = frozenset(inputs)
    for gate in sets:
        yield f"#heuristic n({gate},T) : live(T). [1, level]"
    if len(sets) > _MOST_SETS:
        return
    for gate, moves in sets.items():
        apart = [other for other in sets if not sets[other] & moves]
        for other in apart:
            if other > gate:
                yield f":- not n({gate},T), not n({other},T), live(T)."
        cover = [gate]
        for other in apart:
            if not any(sets[other] & sets[each] for each in cover):
                cover.append(other)
        if sum(len(sets[each]) for each in cover) == circuit.move_count and gate == min(cover):
            yield f":- {', '.join(f'n({each},T)' for each in cover)}, live(T)."


def dependent_moves(
    stepper: _core.Stepper, state: _core.State, seed: int, samples: int = 3000
) -> tuple[set[tuple[int, int]], int]:
    """Pairs of moves (a, b) whose order matters where they follow each other in random play, and the length of
    the longest play."""
    source = random.Random(seed)
    dependent: set[tuple[int, int]] = set()
    here, longest, steps = state, 0, 0
    for _ in range(samples):
        legal = stepper.legal(here, 0)
        if stepper.terminal(here) or not legal:
            longest, steps, here = max(longest, steps), 0, state
            continue
        first = source.choice(legal)
        middle = stepper.play(here, [first])
        steps += 1
        if not stepper.terminal(middle):
            then = stepper.legal(middle, 0)
            for second in source.sample(then, min(4, len(then))):
                if second != first and (first, second) not in dependent:
                    if swappable(stepper, here, middle, first, second):
                        continue
                    dependent.add((first, second))
        here = middle
    return dependent, max(longest, steps)


def swappable(
    stepper: _core.Stepper, here: _core.State, middle: _core.State, first: int, second: int
) -> bool:
    if second not in stepper.legal(here, 0):
        return False
    other = stepper.play(here, [second])
    if stepper.terminal(other) or first not in stepper.legal(other, 0):
        return False
    return stepper.play(other, [first]) == stepper.play(middle, [second])


def ordered(circuit: _core.Circuit, dependent: set[tuple[int, int]]) -> Iterator[str]:
    """Moves whose order does not matter are played in the order of their numbers."""
    moves = Nodes.of(circuit).moves
    yield "above(M-1,T) :- n(M,T), m(M). above(M-1,T) :- above(M,T), m(M)."
    for one, two in sorted(dependent):
        if one > two:
            yield f"excused({moves[two]},T) :- n({moves[one]},T), live(T)."
    yield ":- n(M,T+1), m(M), above(M,T), not excused(M,T), live(T), live(T+1)."


def plan(
    circuit: _core.Circuit,
    state: _core.State,
    goal: int,
    horizon: int,
    stop: threading.Event,
    *,
    dependent: set[tuple[int, int]] | None = None,
) -> list[int] | None:
    """Moves that end the game with the goal within `horizon` steps; None if there are none, or if stopped.

    With `dependent` pairs given, all other moves are played in order; that may lose solutions where a pair was
    overlooked.
    """
    if circuit.input_count * (horizon + 1) > _TOO_LARGE:
        return None
    control = clingo.Control(["--warn=none", "--heuristic=Domain"])
    control.add("base", [], "\n".join(stages(circuit, state, goal, horizon)))
    if dependent is not None:
        control.add("base", [], "\n".join(ordered(circuit, dependent)))
    if stop.is_set():
        return None
    control.ground([("base", [])])
    return first_answer(control, lambda symbols: moves_of(symbols, Nodes.of(circuit).moves.start), stop)


def plan_unordered(
    circuit: _core.Circuit, state: _core.State, goal: int, stop: threading.Event
) -> list[int] | None:
    """A set of moves that reaches the goal in any order, for games where moves only exclude each other.

    Each move is taken to do what it does at once, and to exclude the moves that are not legal after it; whether
    the moves found really can be played is for the caller to see.
    """
    stepper = _core.Stepper(circuit)
    here = frozenset(state.fluents())
    legal = stepper.legal(state, 0)
    if len(legal) > _MOST_MOVES:
        return None
    clocks = frozenset(_core.clock_fluents(circuit))
    control = clingo.Control(["--warn=none"])
    lines = [f"n({1 + fluent},0) :- not gone({fluent})." for fluent in here - clocks]
    lines += [f"{{ n({1 + fluent},0) }}." for fluent in clocks]
    after = {}
    for move in legal:
        if stop.is_set():
            return None
        after[move] = stepper.play(state, [move])
    left = {move: frozenset(stepper.legal(then, 0)) for move, then in after.items()}
    for move, then in after.items():
        fluents = frozenset(then.fluents())
        lines.append(f"{{ x({move}) }}.")
        lines += [f"gone({fluent}) :- x({move})." for fluent in here - fluents - clocks]
        lines += [f"n({1 + fluent},0) :- x({move})." for fluent in fluents - here - clocks]
        lines += [
            f":- x({move}), x({other})."
            for other in legal
            if other > move and (other not in left[move] or move not in left[other])
        ]
    lines += ["t(0).", *timed_gates(circuit)]
    lines.append(f"won :- {timed(circuit.terminal)}, {timed_goal(circuit, goal)}, t(T).")
    lines.append(":- not won. #show x/1.")
    if stop.is_set():
        return None
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    return first_answer(
        control, lambda symbols: sorted(symbol.arguments[0].number for symbol in symbols), stop
    )


def first_answer(
    control: clingo.Control, moves: Callable[[Sequence[clingo.Symbol]], list[int]], stop: threading.Event
) -> list[int] | None:
    """The moves that the first model shows; None if there is none, or the search is stopped."""
    found: list[int] = []

    def read(model: clingo.Model) -> bool:
        found.extend(moves(model.symbols(shown=True)))
        return False

    with control.solve(on_model=read, async_=True) as handle:
        while not handle.wait(0.02):
            if stop.is_set():
                handle.cancel()
                break
    return found or None


def moves_of(symbols: Sequence[clingo.Symbol], first: int) -> list[int]:
    """The moves of a model in the order of the stages."""
    numbered = sorted((symbol.arguments[1].number, symbol.arguments[0].number - first) for symbol in symbols)
    return [move for _, move in numbered]
