"""A match between two searches of the core, each with the same CPU time a move.

Wall-clock time on a busy machine gives one player more than the other; CPU time does not. Only native players can
be asked for their search; nothing ponders, no move is late.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

from woodstock import _core
from woodstock.game import Game
from woodstock.players.native import NativePlayer, run_seed
from woodstock.players.registry import builtin

_MOST_SLICES = 20


def search_of(spec: str, game: Game, role: int) -> _core.Search:
    player = builtin().build(spec)
    if game.compiled is None or not isinstance(player, NativePlayer):
        raise SystemExit(f"{spec} has no search of the core for {game.name}: play it with --seconds")
    return player.new_search(game.compiled, role)


def think(search: _core.Search, seconds: float, seed: int) -> None:
    """Search for so many CPU seconds of this process."""
    begin = time.process_time()
    for part in range(_MOST_SLICES):
        left = seconds - (time.process_time() - begin)
        if left < 0.02 * seconds:
            return
        if search.run(seconds=left, seed=seed + (part << 40)) == _core.SearchEnd.solved:
            return


def duel(game: Game, specs: Sequence[str], seconds: float, seed: int) -> tuple[list[int], int]:
    """Goals of the players and the number of moves; `specs` has one for each role but chance."""
    searches = {role: search_of(spec, game, role.index) for role, spec in zip(game.players, specs)}
    source = random.Random(seed)
    state, steps = game.initial_state(), 0
    while not state.terminal:
        moves = []
        for role in game.roles:
            legal = state.legal(role)
            if role not in searches:
                moves.append(source.choice(legal))
            elif len(legal) == 1:
                moves.append(legal[0])
            else:
                search = searches[role]
                search.set_root(state.position)
                think(search, seconds, run_seed(seed, 2 * steps + role.index))
                report = search.report()
                term = game.compiled.moves[role.index][report.moves[report.chosen].move]
                moves.append(next(move for move in legal if move.term == term))
        state = state.play(tuple(moves))
        steps += 1
    goals = state.goals
    return [goals.get(role) or 0 for role in game.players], steps
