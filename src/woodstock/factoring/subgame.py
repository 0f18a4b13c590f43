"""One board of a game as a game of its own, with the fluents and moves of the whole under their numbers.

The others neither move nor end. Where they could have a say in whether the game is over, it is so once nobody can go on:
in a game that can be played to its end the whole is over then too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from woodstock import _core
from woodstock.factoring.endings import CLOCK, Concept, Endings
from woodstock.factoring.parts import Part, owners
from woodstock.factoring.wiring import Wiring


@dataclass(frozen=True)
class Subgame:
    """A board's circuit, the fluents that count there, and per role the move that stands for each of its moves."""

    circuit: _core.Circuit
    fluents: tuple[int, ...]
    representative: tuple[tuple[int, ...], ...]

    def project(self, state: _core.State) -> _core.State:
        """What a state of the whole game is on this board."""
        counted = frozenset(self.fluents)
        return _core.State(self.circuit.fluent_count, [each for each in state.fluents() if each in counted])


def subgame(wiring: Wiring, boards: Sequence[Part], endings: Endings, number: int) -> Subgame:
    """The board as a game that is won and lost there."""
    board, image, legal = _board(wiring, boards, number)
    _end(endings, number, board.circuit, image, [legal[moves.start : moves.stop] for moves in wiring.roles])
    return board


def observed(wiring: Wiring, boards: Sequence[Part], endings: Endings, number: int) -> Subgame:
    """The board as a game without an end, in which goals say which concepts hold: their places among all concepts."""
    board, image, _ = _board(wiring, boards, number)
    board.circuit.goals = [
        [0, place, board.circuit.all_of([image(signal) for signal in concept.signals])]
        for place, concept in enumerate(endings.concepts)
        if concept.board in (number, CLOCK)
    ]
    return board


def _board(
    wiring: Wiring, boards: Sequence[Part], number: int
) -> tuple[Subgame, Callable[[int], int], list[int]]:
    """What happens on a board, with the images of signals in its circuit, and which of its moves are legal."""
    board = boards[number]
    whole = wiring.circuit
    fluents = sorted(board.fluents | wiring.clocks)
    built = _core.Circuit(whole.fluent_count, [len(moves) for moves in wiring.roles], whole.chance_role)
    image = _copier(wiring, built)
    following = [0] * whole.fluent_count
    initial = [0] * whole.fluent_count
    for fluent in fluents:
        following[fluent] = image(wiring.next[fluent])
        initial[fluent] = whole.initial[fluent]
    built.next, built.initial = following, initial
    owner = owners(wiring, [each.fluents for each in boards])
    legal, representative = _moves(
        wiring, board, built, image, lambda node: owner.get(node) in (None, number)
    )
    built.legal = legal
    return Subgame(built, tuple(fluents), representative), image, legal


def _copier(wiring: Wiring, built: _core.Circuit) -> Callable[[int], int]:
    """From signals of the whole circuit to the same in another one with the same inputs."""
    images = {node: 2 * node for node in range(wiring.nodes.gates.start)}

    def image(signal: int) -> int:
        for node in sorted(wiring.cone([signal]) - images.keys()):
            images[node] = built.all_of([images[each >> 1] ^ (each & 1) for each in wiring.inputs[node]])
        return images[signal >> 1] ^ (signal & 1)

    return image


def _moves(
    wiring: Wiring,
    board: Part,
    built: _core.Circuit,
    image: Callable[[int], int],
    here: Callable[[int], bool],
) -> tuple[list[int], tuple[tuple[int, ...], ...]]:
    """Whether each move is legal as far as this board and the clocks say, one move of a class for all of it."""
    legal = [0] * len(wiring.legal)
    representative = []
    for role, moves in enumerate(wiring.roles):
        stands = [0] * len(moves)
        for each in board.classes(role, (1 << len(moves)) - 1):
            members = [place for place in range(len(moves)) if each >> place & 1]
            ways = []
            for place in members:
                stands[place] = members[0]
                asked = wiring.conjuncts(wiring.legal[moves[place]])
                ways.append(built.all_of([image(signal) for signal in asked if here(signal >> 1)]))
            legal[moves[members[0]]] = built.any_of(ways)
        representative.append(tuple(stands))
    return legal, tuple(representative)


def _end(
    endings: Endings,
    number: int,
    built: _core.Circuit,
    image: Callable[[int], int],
    legal: Sequence[Sequence[int]],
) -> None:
    """Terminal and goals, the other boards in any of the ways in which the game may go on."""

    def negate(signal: int) -> int:
        return signal ^ 1

    ends, goals = [], [list[int]() for _ in endings.outputs[1:]]
    for view in endings.going_on(number):

        def hold(concept: Concept, view: frozenset[Concept] = view) -> int:
            if concept.board in (number, CLOCK):
                return built.all_of([image(signal) for signal in concept.signals])
            return int(concept in view)

        over, *worth = (endings.over_concepts(each, hold, built.all_of, negate) for each in endings.outputs)
        ends.append(over)
        for ways, goal in zip(goals, worth):
            ways.append(built.all_of([over, goal]))
    stuck = built.any_of([built.any_of(list(each)) ^ 1 for each in legal])
    built.terminal = built.any_of([built.all_of(ends), built.all_of([built.any_of(ends), stuck])])
    rows = endings.goal_rows
    built.goals = [[role, value, built.any_of(ways)] for (role, value), ways in zip(rows, goals)]
