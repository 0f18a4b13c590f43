"""The values and policies of a game by the book, in Python's fractions: slow and clear.

The core computes the same (`_core.StageGraph`); this is what it is tested against, and what `GameSolver` falls back
on where the numbers of chance's outcomes have no common multiple that fits the core's words.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from woodstock import _core
from woodstock.scsp.game.solved_stage import Outcome, SolvedStage, Utility, players_of, solve_stage
from woodstock.scsp.game.stage_network import StageNetwork
from woodstock.scsp.solving.failures import EndlessPlay, OutOfTime

Key = tuple[_core.State, int | None]  # a state, and how many transitions are left of a horizon


@dataclass
class FractionSolver:
    """Walks the states of a game and evaluates them bottom up. A horizon of T allows T transitions."""

    stage: StageNetwork
    seconds: float | None = None
    _stages: dict[_core.State, SolvedStage] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._solver = self.stage.solver()
        self._zero = (Fraction(0),) * len(players_of(self.stage))
        self._deadline = None if self.seconds is None else time.perf_counter() + self.seconds

    def solve(self, state: _core.State) -> SolvedStage:
        known = self._stages.get(state)
        if known is None:
            if self._deadline is not None and time.perf_counter() > self._deadline:
                raise OutOfTime(len(self._stages))
            known = self._stages[state] = solve_stage(self.stage, self._solver, state)
        return known

    def value(self, horizon: int | None = None, *, worst: bool = False) -> Utility:
        """What each player can secure: max over its actions, min over the others', expectation over chance. `worst`
        minimises over its own actions too."""
        choose = min if worst else max

        def secured(means: list[tuple[tuple[int, ...], Utility]]) -> Utility:
            return tuple(_secured(means, position, choose) for position in range(len(self._zero)))

        return self._evaluate(horizon, secured)[self.stage.initial, horizon]

    def bounds(self, horizon: int | None = None) -> dict[Key, Utility]:
        """Per state the most each player could get if all decided in its favour."""
        return self._evaluate(horizon, lambda means: tuple(map(max, zip(*(utility for _, utility in means)))))

    def totals(self, horizon: int | None = None) -> dict[Key, Utility]:
        """Per state what each player gets if all decide for the sum of their utilities."""
        return self._evaluate(horizon, lambda means: max((utility for _, utility in means), key=sum))

    def policies(self, horizon: int | None = None) -> dict[Utility, int]:
        """How many policies have which expected utility."""
        table: dict[Key, dict[Utility, int]] = {}
        for state, left, solved in self._postorder(horizon):
            counts: dict[Utility, int] = {}
            if solved.utility is not None or left == 0:
                counts[solved.utility or self._zero] = 1
            for _, outcomes in solved.actions if not counts else ():
                if left is None and any(outcome.state == state for outcome in outcomes):
                    raise EndlessPlay("a play may stay in a state for ever; give a horizon")
                spread = [(o.probability, table[o.state, _less(left)]) for o in outcomes]
                for utility, count in _convolve(spread, self._zero).items():
                    counts[utility] = counts.get(utility, 0) + count
            table[state, left] = counts
        return table[self.stage.initial, horizon]

    def _evaluate(
        self, horizon: int | None, join: Callable[[list[tuple[tuple[int, ...], Utility]]], Utility]
    ) -> dict[Key, Utility]:
        table: dict[Key, Utility] = {}
        for state, left, solved in self._postorder(horizon):
            if solved.utility is not None or left == 0:
                table[state, left] = solved.utility or self._zero
            else:
                table[state, left] = join(
                    [(own, self._mean(state, outcomes, left, table)) for own, outcomes in solved.actions]
                )
        return table

    def _mean(
        self,
        state: _core.State,
        outcomes: tuple[Outcome, ...],
        left: int | None,
        table: dict[Key, Utility],
    ) -> Utility:
        """The mean over chance's outcomes. Without a horizon an outcome that leads back to the state itself means
        trying again: it drops out, and the others share its probability; if there are no others, it is worth 0."""
        others = [o for o in outcomes if left is not None or o.state != state]
        if not others:
            return self._zero
        utilities = [table[outcome.state, _less(left)] for outcome in others]
        return tuple(sum(shares, Fraction(0)) / len(others) for shares in zip(*utilities))

    def _postorder(self, horizon: int | None) -> Iterator[tuple[_core.State, int | None, SolvedStage]]:
        """Every state reachable within the horizon, after its successors."""
        done: set[Key] = set()
        open_: set[Key] = set()
        stack: list[tuple[_core.State, int | None, bool]] = [(self.stage.initial, horizon, False)]
        while stack:
            state, left, ready = stack.pop()
            key = (state, left)
            if ready:
                open_.discard(key)
                done.add(key)
                yield state, left, self.solve(state)
                continue
            if key in done:
                continue
            if key in open_:
                raise EndlessPlay("a play may come back to an earlier state; give a horizon")
            open_.add(key)
            stack.append((state, left, True))
            solved = self.solve(state)
            for _, outcomes in solved.actions if left != 0 else ():
                for outcome in outcomes:
                    again = left is None and outcome.state == state
                    if not again and (outcome.state, _less(left)) not in done:
                        stack.append((outcome.state, _less(left), False))


def _secured(
    means: list[tuple[tuple[int, ...], Utility]], position: int, choose: Callable[..., Fraction]
) -> Fraction:
    least: dict[int, Fraction] = {}
    for own, utility in means:
        known = least.get(own[position], utility[position])
        least[own[position]] = min(known, utility[position])
    return choose(least.values())


def _less(left: int | None) -> int | None:
    return None if left is None else left - 1


def _convolve(spread: list[tuple[Fraction, dict[Utility, int]]], zero: Utility) -> dict[Utility, int]:
    """Utilities of independent choices, one per outcome, weighted by the outcomes' probabilities."""
    total: dict[Utility, int] = {zero: 1}
    for probability, counts in spread:
        after: dict[Utility, int] = {}
        for so_far, ways in total.items():
            for utility, count in counts.items():
                mixed = tuple(a + probability * b for a, b in zip(so_far, utility))
                after[mixed] = after.get(mixed, 0) + ways * count
        total = after
    return total
