"""What a player thinks of a state, outside of any match.

>>> import woodstock as ws
>>> state = ws.load("tictactoe").initial_state().play(["(mark 1 1)", "noop"])
>>> found = analyse(state, "uct", simulations=20_000)
>>> print(found)  # doctest: +ELLIPSIS
oplayer: (mark 2 2), worth 50.0 (proven), ...
>>> [str(move) for move in found.line[0]]
['noop', '(mark 2 2)']
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from woodstock import _core
from woodstock.belief.tracker import Tracker
from woodstock.belief.worlds import Worlds
from woodstock.clock import Clock
from woodstock.errors import WoodStockError
from woodstock.game import Move
from woodstock.players.catalogue import builtin
from woodstock.players.fallback import Fallback
from woodstock.players.native import NativePlayer
from woodstock.players.outlook import Outlook, decide
from woodstock.players.player import Alternative, Decision
from woodstock.players.possible import native_state
from woodstock.search_tree import TreeNode, root_of

if TYPE_CHECKING:
    from woodstock.game import Role, State
    from woodstock.players.spec import Spec

DEFAULT_SECONDS = 1.0
SHOWN_MOVES = 5


@dataclass(frozen=True)
class Analysis:
    """A state with what a search found out about it, from the view of one role."""

    state: State
    role: Role
    decision: Decision
    player: str
    _search: _core.Search | None = field(default=None, repr=False, compare=False)

    @property
    def best(self) -> Move:
        return self.decision.move

    @property
    def values(self) -> Mapping[Role, float]:
        """What every role is expected to get, 0 to 100, if all play well."""
        return self.decision.values

    @property
    def moves(self) -> tuple[Alternative, ...]:
        """The role's moves that were looked at, the best first."""
        return self.decision.alternatives

    @property
    def line(self) -> tuple[tuple[Move, ...], ...]:
        """The joint moves that are expected, in role order."""
        return self.decision.line

    @property
    def proven(self) -> bool:
        """Whether the values are exact: no search would find others."""
        return self.decision.proven

    @cached_property
    def tree(self) -> TreeNode:
        """The root of what was searched: walk its `children`, or write it `as_json` or `as_dot`."""
        if self._search is None:
            raise WoodStockError("a search on the rules themselves keeps no tree to walk")
        return root_of(self.state, self._search)

    @property
    def samples(self) -> int:
        return self.decision.samples

    @property
    def nodes(self) -> int:
        return self.decision.nodes

    @property
    def seconds(self) -> float:
        return self.decision.seconds

    def __str__(self) -> str:
        value = self.values.get(self.role)
        worth = "" if value is None else f", worth {value:.1f}{' (proven)' if self.proven else ''}"
        effort = f"{self.samples:,} playouts, {self.nodes:,} nodes, {self.seconds:.2f} s"
        lines = [f"{self.role}: {self.best}{worth}, {effort}"]
        for entry in self.moves[:SHOWN_MOVES]:
            sure = "proven" if entry.proven else f"{entry.samples:,} playouts"
            lines.append(f"  {entry.value:6.1f}  {entry.move}  ({sure})")
        if len(self.moves) > SHOWN_MOVES:
            lines.append(f"  … {len(self.moves) - SHOWN_MOVES} more")
        return "\n".join(lines)


def analyse(
    state: State,
    player: str | Spec = "mac-ucb",
    *,
    role: Role | str | None = None,
    seconds: float | None = None,
    simulations: int | None = None,
    threads: int = 1,
    seed: int = 0,
) -> Analysis:
    """Search a state with a native player, for so many seconds (1 by default) or simulations.

    `role` is the one to decide for; without it the first that has a choice. Where the rules cannot be compiled the
    search runs on the rules themselves. The state is taken for known; what a game will hide after it stays hidden where
    the player's search can do that.
    """
    decider = state.game.role(role) if role is not None else decider_of(state)
    if state.terminal or not state.legal(decider):
        raise WoodStockError(f"nothing to analyse: {state.game.name} is over in this state")
    if seconds is None and simulations is None:
        seconds = DEFAULT_SECONDS
    tracker = Tracker(state.game, decider, seed=seed)
    tracker.worlds = Worlds.only(state)
    registry = builtin()
    built = registry.build(player)
    if not isinstance(built, NativePlayer):
        native = (kind.name for kind in registry if isinstance(registry.build(kind.name), NativePlayer))
        raise WoodStockError(
            f"player {player} has no search that could analyse; those that have: {', '.join(native)}"
        )
    begin = time.monotonic()
    compiled = state.game.compiled
    if compiled is None:
        clock = Clock.after(seconds, simulations=simulations)
        return Analysis(state, decider, Fallback(seed).decide(tracker, clock), "search on the rules")
    ready = built.prepare(state.game, decider)
    search = ready.beliefs or ready.search
    search.set_root(native_state(compiled, state))
    search.run(seconds=seconds, simulations=simulations, threads=threads, seed=seed)
    outlook = Outlook(search.report(), of_belief=ready.beliefs is not None)
    decision = decide(tracker, compiled, [outlook], time.monotonic() - begin)
    return Analysis(state, decider, decision, str(player), search)


def decider_of(state: State) -> Role:
    """The first role but chance that has a choice, or else the first."""
    players = state.game.players
    return next((role for role in players if len(state.legal(role)) > 1), players[0])
