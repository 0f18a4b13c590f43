"""MAC-UCB and FC-UCB as printed: Koriche et al. 2016 (Constraints) §4, §5.1; 2017 (RIA), Algorithms 1 to 3.

The search is `core/search/mac_ucb_2016`: it has nothing of ours, so that what `mac-ucb` adds can be measured against
it. 2 s of each clock are kept back (RIA §4.2.2), there is one thread, and nothing is done in the opponents' time.
"""

from __future__ import annotations

from typing import Any

from woodstock import _core
from woodstock.belief.observation import Observation
from woodstock.clock import Clock, Reserve
from woodstock.compile.compiled import Compiled
from woodstock.players.effort import EFFORT_OPTIONS, Effort
from woodstock.players.native import NativePlayer
from woodstock.players.player import Decision
from woodstock.players.registry import Kind
from woodstock.players.searches import option_of
from woodstock.players.spec import Option
from woodstock.scsp.game.stage_network import stage_template

SEARCH_OPTIONS = tuple(map(option_of, _core.mac_ucb_2016_options()))
PLAYOUTS_OPTION = Option(
    "playouts",
    str,
    "network",
    "where the legal moves of playouts come from: the network, one playout at a time, or lanes",
    choices=("network", "lanes"),
)
RESERVE_OPTION = Option(
    "reserve",
    float,
    2.0,
    "seconds kept back of each clock, of clocks below twice as much the half",
    minimum=0,
)
EFFORT_OF_2016 = tuple(each for each in EFFORT_OPTIONS if each.name in ("seed", "memory", "simulations"))


class MacUcb2016Player(NativePlayer):
    searches_boards = False

    def __init__(
        self,
        chosen: _core.MacUcb2016Options,
        *,
        solver: str,
        lanes: bool,
        reserve: float,
        effort: Effort,
    ) -> None:
        inference = _core.Inference.arc_consistency if solver == "mac" else _core.Inference.forward_checking

        def make(compiled: Compiled, role: int) -> _core.Search:
            return _core.MacUcb2016(
                compiled.engines, role, stage_template(compiled), chosen, inference, lanes
            )

        super().__init__(make, effort)
        self._reserve = Reserve(margin=reserve)

    def play(self, observation: Observation, clock: Clock) -> Decision:
        return super().play(observation, clock.less(self._reserve))


def build(**settings: Any) -> MacUcb2016Player:
    effort = Effort.taken_from(settings, EFFORT_OF_2016)
    solver, playouts, reserve = (settings.pop(name) for name in ("solver", "playouts", "reserve"))
    chosen = _core.MacUcb2016Options()
    for name, value in settings.items():
        chosen[name.replace("_", "-")] = value
    return MacUcb2016Player(
        chosen,
        solver=solver,
        lanes=playouts == "lanes",
        reserve=reserve,
        effort=Effort(effort.seed, memory=effort.memory, simulations=effort.simulations, ponder=False),
    )


def kinds() -> tuple[Kind, ...]:
    def kind(name: str, solver: str, summary: str, source: str) -> Kind:
        option = Option("solver", str, solver, "what solves the stages", choices=("mac", "fc"))
        options = (*SEARCH_OPTIONS, option, PLAYOUTS_OPTION, RESERVE_OPTION, *EFFORT_OF_2016)
        return Kind(name, summary, build, options, source=source)

    return (
        kind(
            "mac-ucb-2016",
            "mac",
            "MAC-UCB as printed: stages solved by MAC, their policies sampled by UCB",
            "Koriche et al. 2016, §4; 2017 (RIA), Algorithms 1 to 3",
        ),
        kind(
            "fc-ucb-2016",
            "fc",
            "the same with forward checking on stages that are not split",
            "Koriche et al. 2016, §5.1",
        ),
    )
