"""MAC-UCB, the papers' player: Koriche et al. 2016 (Constraints) §4, 2017 (RIA) §4.2, 2017 (IJCAI) §5.

The search is `core/search/mac_ucb/mac_ucb.hpp`: a best-first tree of solved stages whose successors
are sampled in the lanes, values backed up by minimax, solved stages proven.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from woodstock import _core
from woodstock.belief.observation import Observation
from woodstock.clock import Clock
from woodstock.compile.compiled import Compiled
from woodstock.players.beliefs import EXACT, exact_option, settings_over_beliefs
from woodstock.players.effort import EFFORT_WITHOUT_PROOF, Effort
from woodstock.players.native import NativePlayer
from woodstock.players.player import Decision
from woodstock.players.preparation import Prepared
from woodstock.players.puzzle.player import PuzzlePlayer
from woodstock.players.registry import Kind
from woodstock.players.searches import option_of
from woodstock.players.spec import Option
from woodstock.players.suited import (
    AVERAGE,
    HIDDEN_OPTION,
    OPPONENTS_OPTION,
    SUITED,
    UNIFORM,
    suited_search,
)
from woodstock.players.symmetric import NO_SYMMETRY, SymmetryChoice, symmetry_options

if TYPE_CHECKING:
    from woodstock.game import Game, Role

SOLVERS = ("lanes", "mac", "fc")


SEARCH_OPTIONS = tuple(map(option_of, _core.mac_ucb_options()))


def options(**settings: float) -> _core.MacUcbOptions:
    """The search's options; names as in specs, with `_` for `-`."""
    chosen = _core.MacUcbOptions()
    for name, value in settings.items():
        chosen[name.replace("_", "-")] = value
    return chosen


BEGINNING = 6
"""Steps of a random play."""


def has_decisive(compiled: Compiled) -> bool:
    """Whether the usual playouts of a game are not uniform. To find out takes a moment."""
    return compiled.engines.decisive(int(options()["decisive"])) > 0


def takes_wins(compiled: Compiled) -> bool:
    """Whether they take wins where one role chooses, and do not hand them over."""
    return compiled.engines.decisive(1) > 0


def is_wide(compiled: Compiled) -> bool:
    """Whether one role chooses at a time, and among so many moves at the beginning of a random play that MAC-UCB judges
    them by playouts in which they were made later."""
    stepper = compiled.engines.new_stepper()
    state = stepper.initial()
    circuit, source = compiled.circuit, random.Random(0)
    choices: list[int] = []
    for _ in range(BEGINNING):
        if stepper.terminal(state):
            break
        legal = [stepper.legal(state, role) for role in range(circuit.role_count)]
        if not all(legal):
            break
        several = [
            len(moves) for role, moves in enumerate(legal) if role != circuit.chance_role and len(moves) > 1
        ]
        if len(several) > 1:
            return False
        choices += several
        state = stepper.play(state, [source.choice(moves) for moves in legal])
    return bool(choices) and sum(choices) / len(choices) >= options()["wide"]


class MacUcbPlayer(NativePlayer):
    """MAC-UCB; for games of one role without chance the search for a line that it needs, and where players know
    different things an information-set search."""

    def __init__(
        self,
        chosen: _core.MacUcbOptions,
        solver: str,
        effort: Effort,
        symmetry: SymmetryChoice = NO_SYMMETRY,
        *,
        hidden: str = SUITED,
        exact: float = EXACT,
        opponents: str = UNIFORM,
    ) -> None:
        super().__init__(
            lambda compiled, role: build_search(compiled, role, chosen, solver),
            effort,
            symmetry,
            None
            if hidden == AVERAGE
            else lambda compiled, role: belief_search(compiled, role, chosen, exact),
            opponents,
        )
        self._hidden = hidden
        self._puzzle: PuzzlePlayer | None = None

    def start(self, game: Game, role: Role, clock: Clock) -> None:
        self.stop(None)
        if len(game.roles) > 1:
            super().start(game, role, clock)
            return
        self._puzzle = PuzzlePlayer(self._effort)
        self._puzzle.start(game, role, clock)

    def prepare(self, game: Game, role: Role) -> Prepared:
        ready = super().prepare(game, role)
        suited = suited_search(game, ready.compiled, role.index) if self._hidden == SUITED else None
        return replace(ready, search=suited.search, proof=None, note=suited.note) if suited else ready

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
    from woodstock.scsp.game.stage_network import stage_template

    inference = _core.Inference.arc_consistency if solver == "mac" else _core.Inference.forward_checking
    return _core.MacUcb(compiled.engines, role, chosen, stage_template(compiled), inference)


def belief_search(
    compiled: Compiled, role: int, chosen: _core.MacUcbOptions, exact: float = EXACT
) -> _core.BeliefSearch:
    """The search over beliefs, where players know the same; `exact` is the share for solving them."""
    settings = settings_over_beliefs("mac-ucb", _core.mac_ucb_options(), chosen.__getitem__)
    return _core.belief_mac_ucb(compiled.engines, role, options(**settings), exact)


def build(**settings: Any) -> MacUcbPlayer:
    effort = Effort.taken_from(settings, EFFORT_WITHOUT_PROOF)
    solver = settings.pop("solver")
    symmetry = SymmetryChoice.of(settings.pop("symmetry"), settings.pop("symmetry_share"))
    hidden, exact = settings.pop("hidden", AVERAGE), settings.pop("exact", 0.0)
    opponents = settings.pop("opponents", UNIFORM)
    return MacUcbPlayer(
        options(**settings), solver, effort, symmetry, hidden=hidden, exact=exact, opponents=opponents
    )


def solver_option(default: str) -> Option:
    return Option(
        "solver",
        str,
        default,
        "what solves the stages: lanes (every lane a joint move), mac or fc",
        choices=SOLVERS,
    )


def kinds() -> tuple[Kind, ...]:
    hidden = (HIDDEN_OPTION, exact_option(EXACT), OPPONENTS_OPTION)
    shared = (*SEARCH_OPTIONS, solver_option("lanes"), *hidden, *EFFORT_WITHOUT_PROOF)
    return (
        Kind(
            "mac-ucb",
            "best-first policy tree of solved stages, sampled in the lanes",
            build,
            (*shared, *symmetry_options()),
            source="Koriche et al. 2016, §4; 2017, §4.2",
        ),
        Kind(
            "mac-ucb-sym",
            "MAC-UCB on canonical states, by the symmetries of the microstructure and hidden ones",
            build,
            (*shared, *symmetry_options("on")),
            source="Koriche et al. 2017 (IJCAI), §4.2, §5; 2017 (RIA), §6",
        ),
    )
