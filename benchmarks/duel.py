"""A match between two searches of the core, each with the same CPU time a move and thread.

Wall-clock time on a busy machine gives one player more than the other; CPU time does not. A player with two threads
gets twice the CPU time, which is what equal wall-clock time gives it where both cores are free. Only native players
can be asked for their search; nothing ponders, no move is late.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

from woodstock import _core
from woodstock.game import Game
from woodstock.players.budget import run_seed
from woodstock.players.catalogue import builtin
from woodstock.players.native import NativePlayer
from woodstock.players.spec import parse_spec

_MOST_SLICES = 20


class Thinker:
    """A search with its number of threads."""

    def __init__(self, spec: str, game: Game, role: int) -> None:
        player = builtin().build(spec)
        if game.compiled is None or not isinstance(player, NativePlayer):
            raise SystemExit(f"{spec} has no search of the core for {game.name}: play it without --cpu")
        self.search = player.new_search(game.compiled, role)
        self.threads = int(dict(parse_spec(spec).settings).get("threads", 1))

    def think(self, root: _core.State, seconds: float, seed: int) -> int:
        """The move chosen after so many CPU seconds of each thread."""
        self.search.set_root(root)
        begin = time.process_time()
        for part in range(_MOST_SLICES):
            left = seconds - (time.process_time() - begin) / self.threads
            if left < 0.02 * seconds:
                break
            end = self.search.run(seconds=left, threads=self.threads, seed=seed + (part << 40))
            if end == _core.SearchEnd.solved:
                break
        report = self.search.report()
        return report.moves[report.chosen].move


def duel(game: Game, specs: Sequence[str], seconds: float, seed: int) -> tuple[list[int], int]:
    """Goals of the players and the number of moves; `specs` has one for each role but chance."""
    thinkers = {role: Thinker(spec, game, role.index) for role, spec in zip(game.players, specs)}
    source = random.Random(seed)
    state, steps = game.initial_state(), 0
    while not state.terminal:
        moves = []
        for role in game.roles:
            legal = state.legal(role)
            if role not in thinkers:
                moves.append(source.choice(legal))
            elif len(legal) == 1:
                moves.append(legal[0])
            else:
                number = thinkers[role].think(state.position, seconds, run_seed(seed, 2 * steps + role.index))
                term = game.compiled.moves[role.index][number]
                moves.append(next(move for move in legal if move.term == term))
        state = state.play(tuple(moves))
        steps += 1
    goals = state.goals
    return [goals.get(role) or 0 for role in game.players], steps
