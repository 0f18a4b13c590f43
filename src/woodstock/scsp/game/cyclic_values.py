"""Values of a game whose plays may come back to an earlier state, where one mind decides: exact, by policy iteration.

A play that never ends is worth 0, so the value is the least fixed point of v(s) = max over actions of the mean of v over
chance's outcomes. The states fall into strongly connected components, solved one after another, those that follow first.
Within one, a policy is evaluated by its linear equations in fractions (what cannot leave the component under it is worth
0) and changed where another action is strictly better. At the end v is a fixed point that a policy attains: no policy has
more, since values from below stay below any fixed point, and this one has v. (Howard 1960; Puterman, *Markov Decision
Processes*, §7.2.) With `worst` the decisions are the least lucky ones: where play can be kept from every reward for ever
the value is 0, elsewhere every policy leaves the component and the same iteration with the least applies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from woodstock.gdl.components import components
from woodstock.scsp.solving.failures import EndlessPlay

State = int
Action = tuple[State, ...]
"""Equally likely successors."""
Equations = dict[State, dict[State, Fraction]]

MOST_STATES = 400


@dataclass(frozen=True)
class CyclicGame:
    """Per state its actions, or what it is worth where the play ends."""

    actions: Mapping[State, Sequence[Action]]
    worth: Mapping[State, Fraction]

    def values(self, *, worst: bool = False) -> tuple[dict[State, Fraction], dict[State, int]]:
        """The value of every state, and per state which action brings it. Raises EndlessPlay where a component is too
        large for exact equations, or where something is worth less than a play that never ends."""
        if any(value < 0 for value in self.worth.values()):
            raise EndlessPlay(
                "a play may come back to an earlier state, and some end below 0, which is what endless plays are worth; "
                "give a horizon"
            )
        values = dict(self.worth)
        choices: dict[State, int] = {}
        if worst:
            kept = self._without_reward()
            choices |= kept
            values |= dict.fromkeys(kept, Fraction(0))
        graph = {s: {after for action in actions for after in action} for s, actions in self.actions.items()}
        for component in components(graph):
            open_ = [state for state in component if state not in values]
            if len(open_) > MOST_STATES:
                raise EndlessPlay(
                    f"{len(open_):,} states lead to each other, above the limit of {MOST_STATES} for exact values; "
                    "give a horizon"
                )
            if open_:
                choices |= self._solve(open_, values, min if worst else max)
        return values, choices

    def _without_reward(self) -> dict[State, int]:
        """The states from which some decisions keep all rewards away for certain, with those decisions."""
        kept = set(self.actions) | {s for s, value in self.worth.items() if not value}
        while True:
            found = {
                state: number
                for state in self.actions
                if state in kept
                for number, action in reversed([*enumerate(self.actions[state])])
                if kept.issuperset(action)
            }
            left = {s for s in kept if s in found or s not in self.actions}
            if left == kept:
                return found
            kept = left

    def _solve(
        self, component: list[State], values: dict[State, Fraction], choose: Callable[..., Fraction]
    ) -> dict[State, int]:
        """Policy iteration within a component whose other successors are known."""
        policy = dict.fromkeys(component, 0)
        while True:
            values |= self._evaluated(policy, values)
            better = {}
            for state in component:
                means = [self._mean(action, values) for action in self.actions[state]]
                best = choose(means)
                if best != means[policy[state]]:
                    better[state] = means.index(best)
            if not better:
                return policy
            policy |= better

    @staticmethod
    def _mean(action: Action, values: Mapping[State, Fraction]) -> Fraction:
        return sum((values[after] for after in action), Fraction(0)) / len(action)

    def _evaluated(self, policy: dict[State, int], known: Mapping[State, Fraction]) -> dict[State, Fraction]:
        """What a policy is worth: the solution of its linear equations, 0 where it never leaves."""
        chosen = {state: self.actions[state][number] for state, number in policy.items()}
        leaving: set[State] = set()
        while True:
            more = {
                s
                for s, action in chosen.items()
                if s not in leaving and any(a not in chosen or a in leaving for a in action)
            }
            if not more:
                break
            leaving |= more
        equations: Equations = {}
        constants: dict[State, Fraction] = {}
        for state in leaving:
            action = chosen[state]
            share = Fraction(1, len(action))
            row = {state: Fraction(1)}
            constants[state] = Fraction(0)
            for after in action:
                if after in leaving:
                    row[after] = row.get(after, Fraction(0)) - share
                elif after not in chosen:
                    constants[state] += share * known[after]
            equations[state] = row
        return dict.fromkeys(chosen, Fraction(0)) | _solved(equations, constants)


def _solved(equations: Equations, constants: dict[State, Fraction]) -> dict[State, Fraction]:
    """Gauss's elimination on sparse rows; the system has one solution."""
    order = list(equations)
    for place, pivot in enumerate(order):
        row = equations[pivot]
        scale = row.pop(pivot)
        for name in row:
            row[name] /= scale
        constants[pivot] /= scale
        for other in order[place + 1 :]:
            factor = equations[other].pop(pivot, None)
            if factor:
                for name, value in row.items():
                    equations[other][name] = equations[other].get(name, Fraction(0)) - factor * value
                constants[other] -= factor * constants[pivot]
    found: dict[State, Fraction] = {}
    for pivot in reversed(order):
        found[pivot] = constants[pivot] - sum(
            (value * found[name] for name, value in equations[pivot].items()), Fraction(0)
        )
    return found
