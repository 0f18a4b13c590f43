"""One match: who sits where, and the referee's loop from the first START to the last STOP."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from woodstock.arena.match_table import MatchError, MatchTable, Turn
from woodstock.arena.record import Record
from woodstock.arena.seat import Clocks, Leave, LocalSeat, Seat, TakeBack
from woodstock.game import self_check
from woodstock.players.catalogue import builtin
from woodstock.players.player import Player
from woodstock.players.registry import Registry
from woodstock.players.spec import Spec, Value

if TYPE_CHECKING:
    from woodstock.game import Game, Move, Role

MOST_STEPS = 10_000


Watcher = Callable[[Turn], None]


def play_match(
    game: Game,
    players: Sequence[str | Spec | Player],
    *,
    clocks: Clocks | None = None,
    seed: int = 0,
    registry: Registry | None = None,
    watch: Watcher | None = None,
    defaults: Mapping[str, Value] | None = None,
    forfeits: bool = True,
) -> Record:
    """Play one match. `players` are specs, `http://` addresses or players, in the order of the roles without chance.

    `defaults` set options of the players that their specs leave open. A player that fails or cheats forfeits the
    match, or, without `forfeits`, only the move. Works inside a running event loop too, as in a notebook.

    >>> import woodstock as ws
    >>> record = ws.play_match(ws.load("nim"), ["random", "first-legal"], clocks=ws.Clocks(play=1), seed=3)
    >>> sorted(record.goal_values)
    [0, 100]
    """
    return run_to_end(
        lambda: referee(
            game,
            seat_players(game, players, seed=seed, registry=registry, defaults=defaults),
            clocks=clocks or Clocks(),
            seed=seed,
            watch=watch,
            forfeits=forfeits,
        )
    )


def run_to_end(match: Callable[[], Coroutine[Any, Any, Record]]) -> Record:
    """Run a match in an event loop of its own: in another thread where this one has a running loop already."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(match())
    with ThreadPoolExecutor(1, "match") as pool:
        return pool.submit(lambda: asyncio.run(match())).result()


def seat_players(
    game: Game,
    players: Sequence[str | Spec | Player],
    *,
    seed: int,
    registry: Registry | None = None,
    remote: Callable[[str], Seat] | None = None,
    defaults: Mapping[str, Value] | None = None,
) -> list[Seat]:
    """A seat for each player, in the order of the roles without chance."""
    registry = registry or builtin()
    deciding = [role for role in game.roles if not role.is_chance]
    if len(players) != len(deciding):
        names = ", ".join(role.name for role in deciding)
        raise MatchError(f"{game.name} needs {len(deciding)} players ({names}), {len(players)} given")
    return [
        seat_for(role, player, seed=seed, registry=registry, remote=remote, defaults=defaults)
        for role, player in zip(deciding, players)
    ]


def seat_for(
    role: Role,
    player: str | Spec | Player,
    *,
    seed: int,
    registry: Registry | None = None,
    remote: Callable[[str], Seat] | None = None,
    defaults: Mapping[str, Value] | None = None,
) -> Seat:
    """A seat for one player; without a seed of its own it gets one that follows from the match's."""
    if not isinstance(player, str | Spec):
        return LocalSeat(player, type(player).__name__)
    if is_elsewhere(player):
        from woodstock.arena.remote_seat import RemoteSeat

        return (remote or RemoteSeat)(str(player))
    registry = registry or builtin()
    own = random.Random(f"{seed} player {role.index}").getrandbits(31)
    completed = registry.completed(player, **{"seed": own, **(defaults or {})})
    return LocalSeat(registry.build(completed), str(completed))


def is_elsewhere(player: str | Spec) -> bool:
    return str(player).startswith(("http://", "https://"))


async def referee(
    game: Game,
    seats: Sequence[Seat],
    *,
    clocks: Clocks,
    seed: int,
    match: str | None = None,
    most_steps: int = MOST_STEPS,
    scrambled: bool = False,
    watch: Watcher | None = None,
    forfeits: bool = True,
    played: Sequence[Sequence[Move]] = (),
) -> Record:
    """Play one match to its end and give its record; on any failure the players are told to give up.

    A match that was left is taken up with the joint moves `played` in it.

    Compiled engines are held against the rules first (`selfcheck`). A person's seat and the watcher may raise
    `TakeBack` and `Leave`. The watcher is shown every state reached, after a step taken back too.
    """
    game = await asyncio.to_thread(self_check, game)
    table = MatchTable(game, seats, clocks, seed, match, forfeits=forfeits)
    try:
        turn = await table.take_up(played)
        while True:
            try:
                if watch:
                    watch(turn)
                if table.state.terminal or len(table.moves) >= most_steps:
                    break
                turn = await table.step()
            except TakeBack as wish:
                turn = await table.back(wish.step)
            except Leave:
                break
        await table.stop(give_up=not table.state.terminal)
    except BaseException:
        await asyncio.shield(table.stop(give_up=True))
        raise
    return table.record(scrambled)
