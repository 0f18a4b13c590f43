"""MAC-UCB, the papers' player: Koriche et al. 2016 (Constraints) §4, 2017 (RIA) §4.2, 2017 (IJCAI) §5.

The search is `core/include/woodstock/search/mac_ucb.hpp`: a best-first tree of solved stages whose successors
are sampled in the lanes, values backed up by minimax, solved stages proven.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from woodstock import _core
from woodstock.compiled import Compiled
from woodstock.players.clock import Clock
from woodstock.players.native import COMMON_OPTIONS, Effort, NativePlayer
from woodstock.players.player import Decision, Observation, Player
from woodstock.players.puzzle import PuzzlePlayer
from woodstock.players.registry import Kind
from woodstock.players.spec import Option

if TYPE_CHECKING:
    from woodstock.game import Game, Role

_DEFAULTS = _core.MacUcbOptions()

SEARCH_OPTIONS = (
    Option("c", float, _DEFAULTS.exploration, "exploration constant, for rewards from 0 to 1", minimum=0),
    Option("shrinkage", float, _DEFAULTS.shrinkage, "playouts that a successor's prior is worth", minimum=0),
    Option(
        "blend",
        float,
        _DEFAULTS.blend,
        "the prior: share of the stage's mean against its earlier estimate",
        minimum=0,
        maximum=1,
    ),
    Option(
        "virtual-loss", float, _DEFAULTS.virtual_loss, "what a leaf under way takes off a value", minimum=0
    ),
    Option(
        "split",
        float,
        _DEFAULTS.split,
        "share of the work spent on solving stages, the rest goes to playouts; 0 adapts to the stage",
        minimum=0,
        maximum=0.99,
    ),
    Option("playouts", int, _DEFAULTS.playouts, "playouts of each new successor", minimum=1, maximum=4096),
    Option("least", int, _DEFAULTS.least, "playouts of a stage, at least", minimum=1, maximum=4096),
    Option("most", int, _DEFAULTS.most, "playouts of a stage, at most", minimum=1, maximum=65536),
    Option("batch", int, _DEFAULTS.batch, "playouts sampled together", minimum=1, maximum=65536),
    Option("horizon", int, _DEFAULTS.steps, "longest playout", minimum=1),
)


def options(
    *,
    c: float,
    shrinkage: float,
    blend: float,
    virtual_loss: float,
    split: float,
    playouts: int,
    least: int,
    most: int,
    batch: int,
    horizon: int,
) -> _core.MacUcbOptions:
    """The search's options under the names that specs use."""
    chosen = _core.MacUcbOptions()
    chosen.exploration = c
    chosen.shrinkage = shrinkage
    chosen.blend = blend
    chosen.virtual_loss = virtual_loss
    chosen.split = split
    chosen.playouts = playouts
    chosen.least = least
    chosen.most = most
    chosen.batch = batch
    chosen.steps = horizon
    return chosen


class MacUcbPlayer:
    """MAC-UCB, and for games of one role without chance the search for a line that it needs."""

    def __init__(self, chosen: _core.MacUcbOptions, effort: Effort) -> None:
        self._chosen = chosen
        self._effort = effort
        self._player: Player | None = None

    def start(self, game: Game, role: Role, clock: Clock) -> None:
        self.stop(None)
        chosen = self._chosen

        def search(compiled: Compiled, number: int) -> _core.Search:
            return _core.MacUcb(compiled.engines, number, chosen)

        alone = len(game.roles) == 1
        self._player = PuzzlePlayer(self._effort) if alone else NativePlayer(search, self._effort)
        self._player.start(game, role, clock)

    def play(self, observation: Observation, clock: Clock) -> Decision:
        if self._player is None:
            raise RuntimeError("play was called before start")
        return self._player.play(observation, clock)

    def stop(self, observation: Observation | None) -> None:
        player, self._player = self._player, None
        if player is not None:
            player.stop(observation)


def build(**settings: Any) -> MacUcbPlayer:
    effort = Effort(**{option.name: settings.pop(option.name) for option in COMMON_OPTIONS})
    return MacUcbPlayer(options(**settings), effort)


def kinds() -> tuple[Kind, ...]:
    return (
        Kind(
            "mac-ucb",
            "best-first policy tree of solved stages, sampled in the lanes",
            build,
            (*SEARCH_OPTIONS, *COMMON_OPTIONS),
            source="Koriche et al. 2016, §4; 2017, §4.2",
        ),
    )
