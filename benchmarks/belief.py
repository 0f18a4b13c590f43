"""Beliefs in the core: states kept and updated per CPU second, and their memory.

    python benchmarks/belief.py kriegttt_5x5 battleships_fog --steps 12 --states 131072

In random plays each player of a game is told what it did and saw. A line has the largest belief that came up, whether
it was exact, pairs of a state and a joint move tried per CPU second, states that were left per CPU second, and the
bytes of the beliefs with all steps before.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import dataclass

import woodstock as ws
from woodstock import _core
from woodstock.game import Game, Role


@dataclass
class Followed:
    largest: int = 1
    exact: bool = True
    states: int = 0
    pairs: int = 0
    seconds: float = 0.0
    bytes: int = 0


def pairs_before(track: _core.Track, game: Game, role: Role) -> int:
    """Joint moves that a step will try, as far as a few drawn states can tell."""
    assert game.compiled is not None
    stepper = _core.Stepper(game.compiled.circuit)
    others = [each.index for each in game.roles if each != role]
    total = drawn = 0
    for number, times in track.draw(64, 0):
        state = track.state(number, len(game.compiled.fluents))
        joint = 1
        for other in others:
            joint *= len(stepper.legal(state, other))
        total += times * joint
        drawn += times
    return round(len(track) * total / drawn)


def follow(game: Game, role: Role, steps: int, states: int, seed: int) -> Followed:
    compiled = game.compiled
    assert compiled is not None
    source, result = random.Random(seed), Followed()
    progress = _core.Progress(compiled.engines, role.index)
    track, state = progress.initial(), game.initial_state()
    for _ in range(steps):
        moves = [source.choice(state.legal(each)) for each in game.roles]
        state = state.successor(moves)
        if state.terminal:
            break
        own = compiled.vocabulary.move_numbers[role.index][moves[role.index].term]
        seen = [compiled.percept_number[percept] for percept in state.percepts(role)]
        pairs = pairs_before(track, game, role)
        begin = time.process_time()
        track = progress.step(track, own, seen, states=states, seed=seed)
        result.seconds += time.process_time() - begin
        result.pairs += min(pairs, 1 << 22)
        result.states += len(track)
        result.largest = max(result.largest, len(track))
        result.exact = result.exact and track.exact
        result.bytes = max(result.bytes, track.bytes)
        if not len(track):
            break
    return result


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="+")
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--states", type=int, default=1 << 17)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    for name in arguments.games:
        game = ws.load(name)
        for role in game.players:
            found = follow(game, role, arguments.steps, arguments.states, arguments.seed)
            seconds = max(found.seconds, 1e-9)
            print(
                f"{game.name:24} {role.name:10} {found.largest:8,} states{'' if found.exact else ' (sample)':9} "
                f"{found.pairs / seconds:12,.0f} pairs/s {found.states / seconds:12,.0f} states/s "
                f"{found.bytes / 2**20:8.1f} MB",
                flush=True,
            )


if __name__ == "__main__":
    main()
