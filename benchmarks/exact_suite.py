"""Adds positions with exact values to the tactics suite, benchmarks/tactics.jsonl.

    python benchmarks/exact_suite.py --each 16

Positions near the end of plays of two players in turn, solved outright: every line to its end, the goals by minimax, each
state once, and no further where the most is had that there is. It is plain recursion on the stepper and shares nothing with the searches that the suite judges. `kind` is
"exact", `good` are the moves of the highest value, `depth` the longest line below the position and `nodes` the states
solved. Small boards (`small/…`) are made by small_games.py.
"""

from __future__ import annotations

import random
import time

from positions import Play, Position, extend_suite, legal, suite_game, suite_parser
from woodstock import _core
from woodstock.game import Game, State

GAMES = (
    "bundled/connect_four",
    "small/connect_four_5_4",
    "bundled/nim",
    "small/nim_3_4_5",
    "small/nim_2_3_4_5",
    "small/breakthrough_5",
    "small/breakthrough_6",
    "bundled/hex",
    "bundled/tictactoe",
    "kalaha_6x2x4",
    "connect_four",
    "reversi",
    "othello",
    "dots_and_boxes_suicide",
    "breakthrough",
    "knight_through",
    "nine_board_tictactoe",
    "ttcc4_2p",
    "english_draughts",
)
_LEAST_STATES = 30
_HIGHEST = 100  # goals of the roles differ by no more


class TooLarge(Exception):
    """More states than were asked for."""


class Solver:
    """Minimax over all lines, for a game of two roles of which one at a time has a choice."""

    def __init__(self, engine: _core.Stepper, most: int) -> None:
        self._engine, self._most = engine, most
        self._known: dict[_core.State, tuple[int, int]] = {}

    @property
    def states(self) -> int:
        return len(self._known)

    def value(self, state: _core.State) -> tuple[int, int]:
        """The first role's goal less the second's with best play, and the length of the longest line."""
        known = self._known.get(state)
        if known is not None:
            return known
        if len(self._known) >= self._most:
            raise TooLarge
        engine = self._engine
        if engine.terminal(state):
            goals = [engine.goal(state, role) or 0 for role in (0, 1)]
            result = goals[0] - goals[1], 0
        else:
            sign = 1 if len(engine.legal(state, 0)) > 1 else -1
            best, longest = -_HIGHEST, 0
            for joint in self.joints(state):
                value, length = self.value(engine.play(state, joint))
                best, longest = max(best, sign * value), max(longest, length)
                if best == _HIGHEST:
                    break
            result = sign * best, 1 + longest
        self._known[state] = result
        return result

    def joints(self, state: _core.State) -> list[list[int]]:
        first, second = (self._engine.legal(state, role) for role in (0, 1))
        if len(first) > 1 and len(second) > 1:
            raise TooLarge
        return [[one, other] for one in first for other in second]


def solved(name: str, game: Game, state: State, choices: list[int], most: int) -> Position | None:
    """The position with the moves that are best, if they differ; None if it is too large."""
    role = next((role for role in game.players if len(state.legal(role)) > 1), None)
    if role is None or game.compiled is None or len(game.roles) != 2:
        return None
    engine = _core.Stepper(game.compiled.circuit)
    solver = Solver(engine, most)
    sign = 1 if role.index == 0 else -1
    values: dict[int, int] = {}
    longest = 0
    try:
        for joint in solver.joints(state.position):
            value, length = solver.value(engine.play(state.position, joint))
            values[joint[role.index]] = sign * value
            longest = max(longest, length + 1)
    except (TooLarge, RecursionError):
        return None
    best = max(values.values())
    if all(value == best for value in values.values()) or solver.states < _LEAST_STATES:
        return None
    terms = game.compiled.moves[role.index]
    good = {terms[number] for number, value in values.items() if value == best}
    fine = [index for index, move in enumerate(legal(state, role)) if move.term in good]
    return Position(name, list(choices), role.name, "exact", longest, solver.states, fine, len(values))


def endings(name: str, each: int, most: int, seconds: float, seed: int) -> list[Position]:
    """Of each play the earliest position that can be solved and matters."""
    game, source = suite_game(name), random.Random(f"exact {seed} {name}")
    found: list[Position] = []
    end = time.process_time() + seconds
    while len(found) < each and time.process_time() < end:
        play = Play(game, source, 300 if source.random() < 0.7 else 0)
        states: list[tuple[State, list[int]]] = []
        while not play.state.terminal and len(states) < 300:
            states.append((play.state, list(play.choices)))
            play.move()
        last = None
        for state, choices in reversed(states[-16:]):
            if time.process_time() >= end:
                break
            position = solved(name, game, state, choices, most)
            last = position or last
            if last is not None and position is None and last.nodes > most // 4:
                break
        if last is not None:
            found.append(last)
    return found


def main() -> None:
    parser = suite_parser(__doc__, each=10, seconds=20)
    parser.add_argument("--states", type=int, default=20_000, help="of a position, at most")
    options = parser.parse_args()

    def make(name: str, missing: int) -> list[Position]:
        return endings(name, missing, options.states, options.seconds, options.seed)

    for name, found in extend_suite(options, GAMES, {"exact"}, make):
        print(f"{name:26} {len(found):>4} positions of {[each.nodes for each in found]} states", flush=True)


if __name__ == "__main__":
    main()
