"""A game solved stage by stage: µSCSPs injected one after another, with memory (2016 §3.3 and our own).

Each state's stage is solved once by MAC; its solutions, grouped by the players' joint action, carry chance's
outcomes with exact probabilities. On this graph, which the core builds and evaluates:

- `value` gives what each role can secure: max over its actions, min over the others', expectation over chance
  (2017, eq. 1); for one role, or roles that move in turn with opposed goals, that is the value of the game.
- `joint` gives what they get if all decide together. Without a horizon, plays that may come back to an earlier state are
  valued by `cyclic_values` where one mind decides, and refused otherwise.
- `policies` counts the policies of a horizon by their expected utility, all decisions taken jointly as in
  2016 §3.1: a multiset of utilities per state, summed over actions and convolved over chance.
- `best` and `solution_policies` build the policies themselves.

A horizon of T allows T transitions; a play that has not ended by then is worth 0 to everyone (2016 §5.1).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TypeVar

from woodstock import _core
from woodstock.scsp.game.cyclic_values import CyclicGame
from woodstock.scsp.game.fraction_solver import FractionSolver
from woodstock.scsp.game.policy_trees import PolicyTrees
from woodstock.scsp.game.solved_stage import Outcome, SolvedStage, Utility, players_of
from woodstock.scsp.game.stage_network import StageNetwork
from woodstock.scsp.model.policy import Policy
from woodstock.scsp.solving.failures import EndlessPlay, OutOfMemory, OutOfTime

__all__ = ["EndlessPlay", "GameSolver", "OutOfTime"]

Result = TypeVar("Result")


class GameSolver:
    """Solves the stages of one game and remembers them. `seconds` is for everything it is asked together.

    Under a `group` symmetric states are one; one that may `exchange` players serves values alone."""

    def __init__(
        self,
        stage: StageNetwork,
        seconds: float | None = None,
        group: _core.Canonical | None = None,
        exchange: _core.Canonical | None = None,
    ) -> None:
        self.stage = stage
        self.players = players_of(stage)
        self._deadline = None if seconds is None else time.perf_counter() + seconds
        chance = stage.completion.circuit.chance_role
        self._graph = _core.StageGraph(stage.template, chance, stage.initial)
        self._counted = self._graph
        """What counts are taken from: with a group, of canonical states only (2017, IJCAI, §5)."""
        if group is not None and group.order > 1:
            self._counted = _core.StageGraph(stage.template, chance, stage.initial, group=group)
        self._exchanged: _core.StageGraph | None = None
        if exchange is not None and exchange.order > 1:
            self._exchanged = _core.StageGraph(
                stage.template, chance, stage.initial, group=exchange, exchange=True
            )

    @property
    def _valued(self) -> _core.StageGraph:
        """What values are taken from."""
        return self._counted if self._exchanged is None else self._exchanged

    @property
    def nodes(self) -> int:
        """States whose stage was solved."""
        return sum(graph.solved for graph in {self._graph, self._counted, self._valued})

    def solve(self, state: _core.State) -> SolvedStage:
        """The stage of a state the game can reach."""
        number = self._graph.find(state)
        depth = 1
        while number is None or number >= self._graph.solved:
            known = self._graph.state_count
            self._explore(depth, self._graph)
            depth += 1
            number = self._graph.find(state)
            if number is None and self._graph.solved == known == self._graph.state_count:
                raise ValueError("the game cannot reach that state")
        return self._solved(number)

    def _solved(self, number: int) -> SolvedStage:
        goals = self._graph.goals(number)
        if goals is not None:
            return SolvedStage(tuple(Fraction(goal, 100) for goal in goals), ())
        actions = []
        for own, outcomes in self._graph.actions(number):
            share = Fraction(1, len(outcomes))
            listed = (Outcome(move, share, self._graph.state(after)) for move, after in outcomes)
            actions.append((own, tuple(listed)))
        return SolvedStage(None, tuple(actions))

    def value(self, horizon: int | None = None, *, worst: bool = False) -> Utility:
        """What each player can secure from the initial state. `worst` minimises over a player's own actions too: what
        the most unlucky choices come to."""
        aim = _core.Aim.worst if worst else _core.Aim.secured
        try:
            return self._first(aim, horizon, lambda solver: solver.value(horizon, worst=worst))
        except EndlessPlay as error:
            if len(self.players) != 1:
                raise EndlessPlay(
                    f"{error}: what several players can secure then is not computed; `woodstock match` plays it"
                ) from None
            return self._cyclic(worst=worst)

    def joint(self, horizon: int | None = None) -> Utility:
        """What each player gets if all decide together for the sum of their utilities: the value where they play for the
        same."""
        try:
            return self._first(
                _core.Aim.total, horizon, lambda solver: solver.totals(horizon)[self.stage.initial, horizon]
            )
        except EndlessPlay:
            return self._cyclic()

    def _first(
        self, aim: _core.Aim, horizon: int | None, by_fractions: Callable[[FractionSolver], Utility]
    ) -> Utility:
        """The values of the initial state."""
        return self._or_fractions(
            lambda: self._utility(self._values(aim, horizon, self._valued), 0, 0)[: len(self.players)],
            by_fractions,
        )

    def _cyclic(self, *, worst: bool = False) -> Utility:
        """Without a horizon, where plays may come back to a state and one mind decides."""
        graph = self._counted
        self._explore(None, graph)
        ends = {number: goals for number in range(graph.solved) if (goals := graph.goals(number)) is not None}
        moves = {
            number: [tuple(after for _, after in outcomes) for _, outcomes in graph.actions(number)]
            for number in range(graph.solved)
            if number not in ends
        }
        worth = {number: Fraction(sum(goals), 100) for number, goals in ends.items()}
        _, choices = CyclicGame(moves, worth).values(worst=worst)
        chosen = {number: [moves[number][choice]] for number, choice in choices.items()}
        return tuple(
            CyclicGame(
                chosen, {number: Fraction(goals[player], 100) for number, goals in ends.items()}
            ).values()[0][0]
            for player in range(len(self.players))
        )

    def policies(self, horizon: int | None = None) -> dict[Utility, int]:
        """How many policies have which expected utility."""
        return self._or_fractions(lambda: self._count(horizon), lambda solver: solver.policies(horizon))

    def _count(self, horizon: int | None) -> dict[Utility, int]:
        self._explore(horizon, self._counted)
        base, exponent, counts = self._guarded(lambda: self._counted.count_policies(horizon, self._left()))
        unit = 100 * base**exponent
        return {tuple(Fraction(n, unit) for n in goals): count for goals, count in counts.items()}

    def best(self, horizon: int | None = None, *, most_nodes: int = 2000) -> Policy:
        """A policy whose utilities, summed over the players, are largest. Of a tree with more nodes than `most_nodes`
        the first levels are built; what is left out stands there with its expected utility."""
        trees, gains = self._trees(horizon, _core.Aim.total, lambda solver: solver.totals(horizon))
        return trees.best(gains, most_nodes)

    def solution_policies(self, threshold: Utility, horizon: int | None = None) -> Iterator[Policy]:
        """Every policy that reaches the threshold for every player. Branches that cannot are cut by the best utility
        each player could still get."""
        trees, bounds = self._trees(horizon, _core.Aim.favourable, lambda solver: solver.bounds(horizon))
        yield from trees.reaching(threshold, bounds)

    def _trees(
        self,
        horizon: int | None,
        aim: _core.Aim,
        reference: Callable[[FractionSolver], dict[tuple[_core.State, int | None], Utility]],
    ) -> tuple[PolicyTrees, Callable[[_core.State, int], Utility]]:
        """A builder of policies, and the utilities that guide it by state and time."""
        trees = PolicyTrees(self.stage, self.solve, horizon, self._deadline)

        def native() -> Callable[[_core.State, int], Utility]:
            values = self._values(aim, horizon, self._graph)

            def utility(state: _core.State, now: int) -> Utility:
                number = self._graph.find(state)
                assert number is not None
                return self._utility(values, number, now)[: len(self.players)]

            return utility

        def by_fractions(solver: FractionSolver) -> Callable[[_core.State, int], Utility]:
            table = reference(solver)
            return lambda state, now: table[state, None if horizon is None else horizon - now]

        return trees, self._or_fractions(native, by_fractions)

    # ── the core ──────────────────────────────────────────────────────────────────────────────────────────────

    def _left(self) -> float | None:
        return None if self._deadline is None else max(0.0, self._deadline - time.perf_counter())

    def _explore(self, horizon: int | None, graph: _core.StageGraph) -> None:
        self._guarded(lambda: graph.explore(horizon, self._left()))

    def _values(self, aim: _core.Aim, horizon: int | None, graph: _core.StageGraph) -> _core.StageValues:
        self._explore(horizon, graph)
        return self._guarded(lambda: graph.values(aim, horizon, self._left()))

    @staticmethod
    def _utility(values: _core.StageValues, number: int, now: int) -> Utility:
        base, shift = values.base, values.shift
        return tuple((Fraction(n, base**exponent) - shift) / 100 for n, exponent in values.value(number, now))

    def _guarded(self, call: Callable[[], Result]) -> Result:
        try:
            return call()
        except _core.OutOfTime:
            raise OutOfTime(self.nodes) from None
        except _core.EndlessPlay as error:
            raise EndlessPlay(str(error)) from None
        except MemoryError:
            raise OutOfMemory(self.nodes) from None

    def _or_fractions(
        self, native: Callable[[], Result], reference: Callable[[FractionSolver], Result]
    ) -> Result:
        """What the core computes, or Python's fractions where the core's numbers do not suffice."""
        try:
            return native()
        except OverflowError:
            return reference(FractionSolver(self.stage, self._left()))
