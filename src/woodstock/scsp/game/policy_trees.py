"""The policies of a game as trees, built from its solved stages."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from woodstock import _core
from woodstock.scsp.game.solved_stage import Outcome, SolvedStage, Utility, players_of
from woodstock.scsp.game.stage_network import StageNetwork
from woodstock.scsp.model.policy import Branch, Chance, Cut, Decide, Leaf, Node, Policy, decide
from woodstock.scsp.solving.failures import EndlessPlay, OutOfTime

Action = tuple[tuple[int, ...], tuple[Outcome, ...]]
Guide = Callable[[_core.State, int], Utility]  # by state and time


@dataclass
class PolicyTrees:
    """Builds policies for a horizon. The guides give each state's utilities: those of the best policy, or bounds."""

    stage: StageNetwork
    solve: Callable[[_core.State], SolvedStage]
    horizon: int | None
    deadline: float | None = None
    nodes: int = field(default=0, init=False)

    def best(self, gains: Guide, most_nodes: int) -> Policy:
        """The policy whose gains are given, cut where the tree would grow beyond the number of nodes."""
        depth, count = 0, 1
        level: dict[_core.State, int] = {
            self.stage.initial: 1
        }  # states met at a depth, with how many nodes each
        while level and count <= most_nodes:
            depth += 1
            below: dict[_core.State, int] = {}
            for state, times in level.items():
                chosen = self._chosen(state, depth - 1, gains)
                for outcome in chosen[1] if chosen else ():
                    if self._stays(state, outcome):
                        continue
                    below[outcome.state] = below.get(outcome.state, 0) + times
            level = below
            count += sum(level.values())
        return Policy(self._build(self.stage.initial, 0, depth, gains))

    def _build(self, state: _core.State, now: int, depth: int, gains: Guide) -> Node:
        chosen = self._chosen(state, now, gains)
        if chosen is None:
            return Leaf(gains(state, now))
        if now == depth:
            return Cut(gains(state, now))
        own, outcomes = chosen
        nodes = [
            # Staying where it is, the play is worth what it was; a tree of it would not end.
            Cut(gains(state, now))
            if self._stays(state, outcome)
            else self._build(outcome.state, now + 1, depth, gains)
            for outcome in outcomes
        ]
        return self._decide(own, outcomes, nodes, now)

    def _chosen(self, state: _core.State, now: int, gains: Guide) -> Action | None:
        """The action that brings what the guide promises; None where the play ends."""
        solved = self.solve(state)
        if solved.utility is not None or now == self.horizon:
            return None
        promised = gains(state, now)
        for own, outcomes in solved.actions:
            if all(self._stays(state, outcome) for outcome in outcomes) and any(promised):
                continue
            utilities = (gains(outcome.state, now + 1) for outcome in outcomes)
            if _mean(outcomes, utilities, len(promised)) == promised:
                return own, outcomes
        raise AssertionError("no action brings the value of its state")

    def _stays(self, state: _core.State, outcome: Outcome) -> bool:
        return self.horizon is None and outcome.state == state

    def reaching(self, threshold: Utility, bounds: Guide) -> Iterator[Policy]:
        """Every policy that brings every player what it needs."""
        for node, utility in self._search(self.stage.initial, 0, threshold, bounds):
            if all(u >= level for u, level in zip(utility, threshold)):
                yield Policy(node)

    def _search(
        self, state: _core.State, now: int, need: Utility, bounds: Guide
    ) -> Iterator[tuple[Node, Utility]]:
        self._tick()
        if any(bound < n for bound, n in zip(bounds(state, now), need)):
            return
        solved = self.solve(state)
        if solved.utility is not None or now == self.horizon:
            utility = solved.utility or (Fraction(0),) * len(need)
            yield Leaf(utility), utility
            return
        for own, outcomes in solved.actions:
            if any(self._stays(state, outcome) for outcome in outcomes):
                raise EndlessPlay("a play may stay in a state for ever; give a horizon")
            best = [bounds(outcome.state, now + 1) for outcome in outcomes]
            top = _mean(outcomes, best, len(need))
            choices = []
            for outcome, bound in zip(outcomes, best):
                # What this outcome must bring if all the others bring their best.
                share = outcome.probability
                least = tuple((n - t) / share + b for n, t, b in zip(need, top, bound))
                choices.append(list(self._search(outcome.state, now + 1, least, bounds)))
            for combination in itertools.product(*choices):
                utility = _mean(outcomes, (u for _, u in combination), len(need))
                if all(u >= n for u, n in zip(utility, need)):
                    yield self._decide(own, outcomes, [node for node, _ in combination], now), utility

    def _tick(self) -> None:
        self.nodes += 1
        if self.deadline is not None and self.nodes % 64 == 0 and time.perf_counter() > self.deadline:
            raise OutOfTime(self.nodes, "nodes of policies")

    def _decide(
        self, own: tuple[int, ...], outcomes: tuple[Outcome, ...], nodes: list[Node], now: int
    ) -> Node:
        chance = self.stage.completion.circuit.chance_role
        values = tuple(self._named(role, move, now) for role, move in zip(players_of(self.stage), own))
        if chance < 0:
            return decide(values, nodes[0])
        name = self._named(chance, outcomes[0].move, now)[0]
        branches = tuple(
            Branch(self._named(chance, outcome.move, now)[1], outcome.probability, node)
            for outcome, node in zip(outcomes, nodes)
        )
        return Decide(values, Chance(name, branches))

    def _named(self, role: int, move: int, now: int) -> tuple[str, str | int]:
        variable = self.stage.network.variables[self.stage.template.action(role)]
        return variable.name.replace("@t", f"@{now}"), variable.domain[move]


def _mean(
    outcomes: tuple[Outcome, ...], utilities: Iterator[Utility] | list[Utility], players: int
) -> Utility:
    total = (Fraction(0),) * players
    for outcome, utility in zip(outcomes, utilities):
        total = tuple(a + outcome.probability * b for a, b in zip(total, utility))
    return total
