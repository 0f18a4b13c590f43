"""Endings with known results: positions late in a game of two roles in turn, with the values of all moves.

The table `endings.jsonl` was written by `python -m tests.players.endings`: random play, then a plain
alpha-beta search on game states for the value of every move; kept if some move gives the result away. The
search knows nothing of lanes, trees or playouts.
"""

import json
import random
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.players.native_game import compiled, stepper
from woodstock import _core

TABLE = Path(__file__).with_name("endings.jsonl")


@dataclass(frozen=True)
class Ending:
    game: str
    play: list[str]  # moves that lead there, the two roles in turn
    value: int  # for the role to move
    best: list[str]  # moves that keep it

    @property
    def role(self) -> int:
        return len(self.play) % 2


def table() -> list[Ending]:
    return [Ending(**json.loads(line)) for line in TABLE.read_text().splitlines()]


class TooLarge(Exception):
    """More states than an ending may have."""


class Oracle:
    """Alpha-beta to a depth that grows until what lies beyond it no longer matters."""

    def __init__(self, game: str, limit: int) -> None:
        self.engine = stepper(game)
        self.left = limit

    def after(self, state: _core.State, role: int, move: int) -> _core.State:
        other = self.engine.legal(state, 1 - role)[0]
        return self.engine.play(state, [move, other] if role == 0 else [other, move])

    def value(self, state: _core.State, role: int) -> int:
        """Of a state with `role` to move, for role 0."""
        depth = 1
        while True:
            low, high = (self.bound(state, role, depth, beyond, (-1, 101), {}) for beyond in (0, 100))
            if low == high:
                return low
            depth += 1

    def bound(  # noqa: PLR0917
        self,
        state: _core.State,
        role: int,
        depth: int,
        beyond: int,
        window: tuple[int, int],
        seen: dict[tuple[_core.State, int, tuple[int, int]], int],
    ) -> int:
        """The value if everything beyond the depth counts as `beyond`."""
        if self.engine.terminal(state):
            return self.engine.goal(state, 0) or 0
        if depth == 0:
            return beyond
        key = (state, depth, window)
        if key in seen:
            return seen[key]
        self.left -= 1
        if self.left < 0:
            raise TooLarge
        best = -1 if role == 0 else 101
        low, high = window
        for move in self.engine.legal(state, role):
            after = self.after(state, role, move)
            found = self.bound(after, 1 - role, depth - 1, beyond, (low, high), seen)
            if role == 0:
                best = max(best, found)
                low = max(low, best)
            else:
                best = min(best, found)
                high = min(high, best)
            if low >= high:
                break
        seen[key] = best
        return best

    def ending(self, game: str, play: list[str], state: _core.State) -> Ending | None:
        """None if every move keeps the value, or a move ends the game at once."""
        role = len(play) % 2
        values = {}
        for move in self.engine.legal(state, role):
            after = self.after(state, role, move)
            if self.engine.terminal(after):
                return None
            value = self.value(after, 1 - role)
            values[str(compiled(game).moves[role][move])] = value if role == 0 else 100 - value
        best = max(values.values())
        if all(value == best for value in values.values()):
            return None
        return Ending(game, play, best, sorted(move for move, value in values.items() if value == best))


def random_ending(game: str, source: random.Random, lengths: range, limit: int) -> Ending | None:
    """A position after random play that does not end the game, if it can be solved and matters."""
    engine, oracle = stepper(game), Oracle(game, limit)
    state, play = engine.initial(), []
    for step in range(source.choice(lengths)):
        role = step % 2
        going_on = [
            (move, after)
            for move in engine.legal(state, role)
            if not engine.terminal(after := oracle.after(state, role, move))
        ]
        if not going_on:
            return None
        move, state = source.choice(going_on)
        play.append(str(compiled(game).moves[role][move]))
    try:
        return oracle.ending(game, play, state)
    except TooLarge:
        return None


def main() -> None:
    source = random.Random(11)
    wanted = {"public/connect_four": (25, range(32, 42)), "breakthrough": (25, range(60, 120))}
    with TABLE.open("w") as file:
        for game, (count, lengths) in wanted.items():
            kept = 0
            while kept < count:
                found = random_ending(game, source, lengths, 20_000)
                if found is None:
                    continue
                kept += 1
                file.write(json.dumps(asdict(found)) + "\n")
                print(kept, game, len(found.play), found.value, found.best, file=sys.stderr)


if __name__ == "__main__":
    main()
