"""A game or a network solved exactly, from Python.

>>> import woodstock as ws
>>> print(ws.solve(ws.load("nim")))  # doctest: +ELLIPSIS
nim: first 0, second 1 (...
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from woodstock.errors import WoodStockError
from woodstock.game import Game
from woodstock.scsp.game.belief_solver import BeliefSolver
from woodstock.scsp.game.game_solver import GameSolver
from woodstock.scsp.model.network import Network
from woodstock.scsp.solving.failures import EndlessPlay, OutOfTime
from woodstock.scsp.solving.policy_solver import PolicySolver
from woodstock.symmetry.native import canonical
from woodstock.traits.information import PERFECT, PRIVATE
from woodstock.traits.payoffs import COOPERATIVE

if TYPE_CHECKING:
    from woodstock.scsp.model.policy import Policy

Solver = GameSolver | BeliefSolver | PolicySolver


class PrivateInformation(WoodStockError):
    """Players know different things: no value of states or shared beliefs is the value of such a game."""


@dataclass(frozen=True)
class Solution:
    """What each player can secure, or what cooperating players get together, as a share of the highest reward; None if no
    policy is feasible."""

    name: str
    values: Mapping[str, Fraction] | None
    states: int
    seconds: float
    solver: Solver = field(repr=False, compare=False)

    def best_policy(self) -> Policy | None:
        """A policy whose utilities, summed over the players, are largest, or where the state is hidden and players oppose
        each other one by which each secures its value; it prints as a tree."""
        return self.solver.best()

    def __str__(self) -> str:
        if self.values is None:
            return f"{self.name}: no feasible policy"
        values = ", ".join(f"{player} {value}" for player, value in self.values.items())
        return f"{self.name}: {values} ({self.states:,} nodes, {self.seconds:.2f} s)"


SYMMETRY_SHARE = 0.25
"""Of the time for solving, in which symmetries are looked for (2017, IJCAI, §5)."""


def solver_of(
    game: Game, seconds: float | None = None, *, symmetry: bool = False, exchange: bool = False
) -> GameSolver | BeliefSolver:
    """What solves a game exactly: by its states where they are known, else by what all players believe.

    With `symmetry`, states that are images of each other are solved once; the values are the same. With `exchange`
    too, so are states that are images with the players exchanged, whose values are exchanged.
    """
    information = game.information
    if information.value == PERFECT:
        if not symmetry:
            return GameSolver(game.stage, seconds)
        begin = time.perf_counter()
        limit = 20.0 if seconds is None else seconds * SYMMETRY_SHARE
        found = game.symmetries(seconds=limit)
        swapped = canonical(found.with_exchange, exchange=True) if exchange and found.exchanging else None
        left = None if seconds is None else max(0.0, seconds - (time.perf_counter() - begin))
        return GameSolver(game.stage, left, canonical(found.group), swapped)
    if information.value == PRIVATE:
        raise PrivateInformation(
            f"{game.name} cannot be solved: its players see different things ({information.evidence}), and solving "
            "it as if they saw the states would be wrong; `woodstock match` plays it"
        )
    assert game.compiled is not None
    together = game.traits.payoffs.value == COOPERATIVE
    return BeliefSolver(game.compiled.completion, seconds, together=together)


def solution_values(
    game: Game, solver: GameSolver | BeliefSolver, horizon: int | None
) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...] | None]:
    """The value of a game for its players. Where they play for the same that is what they get together; what each could
    secure alone comes second."""
    if game.traits.payoffs.value != COOPERATIVE:
        return solver.value(horizon), None
    together = solver.joint(horizon)
    try:
        return together, solver.value(horizon)
    except (EndlessPlay, OutOfTime):
        return together, None


def solve(
    problem: Game | Network,
    *,
    horizon: int | None = None,
    seconds: float = 600.0,
    symmetry: bool = False,
    exchange: bool = False,
) -> Solution:
    """Solve a game stage by stage, to its end or to a horizon, or a network by policy search.

    With `symmetry`, symmetric states of a game are solved once; with `exchange` too, also those that are symmetric
    when the players are exchanged.

    Where the state is hidden, stages are those of beliefs: see `scsp/game/belief_solver.py`.
    """
    start = time.perf_counter()
    if isinstance(problem, Game):
        stages = solver_of(problem, seconds, symmetry=symmetry, exchange=exchange)
        names = [problem.roles[role].name for role in stages.players]
        found = dict(zip(names, solution_values(problem, stages, horizon)[0]))
        return Solution(problem.name, found, stages.nodes, time.perf_counter() - start, stages)
    policies = PolicySolver(problem, seconds)
    value = policies.value()
    players = [f"player {number}" for number in range(1, problem.players + 1)]
    values = None if value is None else dict(zip(players, value))
    return Solution(problem.name, values, policies.nodes, time.perf_counter() - start, policies)
