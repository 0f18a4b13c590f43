"""MAC-UCB, the papers' player: Koriche et al. 2016 (Constraints) §4, 2017 (RIA) §4.2, 2017 (IJCAI) §5.

The search is `core/search/mac_ucb/mac_ucb.hpp`: a best-first tree of solved stages whose successors
are sampled in the lanes, values backed up by minimax, solved stages proven.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from woodstock import _core
from woodstock.belief.observation import Observation
from woodstock.clock import Clock
from woodstock.compile.compiled import Compiled
from woodstock.players.native import COMMON_OPTIONS, PROOF_OPTION, Effort, NativePlayer
from woodstock.players.player import Decision
from woodstock.players.puzzle.player import PuzzlePlayer
from woodstock.players.registry import Kind
from woodstock.players.spec import Option

if TYPE_CHECKING:
    from woodstock.game import Game, Role

_DEFAULTS = _core.MacUcbOptions()

SOLVERS = ("lanes", "mac", "fc")

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
    Option(
        "first",
        int,
        _DEFAULTS.first,
        "playouts of its own that a stage needs before it is expanded, where that costs many",
        minimum=0,
        maximum=65536,
    ),
    Option(
        "wide",
        int,
        _DEFAULTS.wide,
        "successors of a stage from which on moves are judged by the playouts they were made in; 0: never",
        minimum=0,
    ),
    Option("belief", float, _DEFAULTS.belief, "playouts that such a judgement is worth", minimum=0),
    Option(
        "mix",
        float,
        _DEFAULTS.mix,
        "share of the playouts' mean in a stage's value, where there is no chance; more in wide games",
        minimum=0,
        maximum=1,
    ),
    Option(
        "batch",
        int,
        _DEFAULTS.batch,
        "playouts sampled together; twice as many by each of several threads",
        minimum=1,
        maximum=65536,
    ),
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
    first: int,
    wide: int,
    belief: float,
    mix: float,
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
    chosen.first = first
    chosen.wide = wide
    chosen.belief = belief
    chosen.mix = mix
    chosen.batch = batch
    chosen.steps = horizon
    return chosen


class MacUcbPlayer(NativePlayer):
    """MAC-UCB, and for games of one role without chance the search for a line that it needs."""

    def __init__(self, chosen: _core.MacUcbOptions, solver: str, effort: Effort) -> None:
        super().__init__(lambda compiled, role: build_search(compiled, role, chosen, solver), effort)
        self._puzzle: PuzzlePlayer | None = None

    def start(self, game: Game, role: Role, clock: Clock) -> None:
        self.stop(None)
        if len(game.roles) > 1:
            super().start(game, role, clock)
            return
        self._puzzle = PuzzlePlayer(self._effort)
        self._puzzle.start(game, role, clock)

    def play(self, observation: Observation, clock: Clock) -> Decision:
        if self._puzzle is not None:
            return self._puzzle.play(observation, clock)
        return super().play(observation, clock)

    def stop(self, observation: Observation | None) -> None:
        super().stop(observation)
        if self._puzzle is not None:
            self._puzzle.stop(observation)
        self._puzzle = None


def build_search(
    compiled: Compiled, role: int, chosen: _core.MacUcbOptions, solver: str = "lanes"
) -> _core.MacUcb:
    """The search with its stages solved by the lanes, by MAC or by forward checking."""
    if solver == "lanes":
        return _core.MacUcb(compiled.engines, role, chosen)
    from woodstock.scsp.game.encode import encode

    inference = _core.Inference.arc_consistency if solver == "mac" else _core.Inference.forward_checking
    return _core.MacUcb(compiled.engines, role, chosen, encode(compiled.completion).template, inference)


def build(**settings: Any) -> MacUcbPlayer:
    effort = Effort(**{option.name: settings.pop(option.name) for option in COMMON_OPTIONS})
    solver = settings.pop("solver")
    return MacUcbPlayer(options(**settings), solver, effort)


def solver_option(default: str) -> Option:
    return Option(
        "solver",
        str,
        default,
        "what solves the stages: lanes (every lane a joint move), mac or fc",
        choices=SOLVERS,
    )


def kinds() -> tuple[Kind, ...]:
    return (
        Kind(
            "mac-ucb",
            "best-first policy tree of solved stages, sampled in the lanes",
            build,
            (
                *SEARCH_OPTIONS,
                solver_option("lanes"),
                *COMMON_OPTIONS[:-1],
                replace(PROOF_OPTION, default=0.15),
            ),
            source="Koriche et al. 2016, §4; 2017, §4.2",
        ),
    )
