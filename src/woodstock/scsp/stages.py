"""A game solved stage by stage: µSCSPs injected one after another, with memory (2016 §3.3 and our own).

Each state's stage is solved once by MAC; its solutions, grouped by the players' joint action, carry chance's
outcomes with exact probabilities. On these stages:

- `value` gives what each role can secure: max over its actions, min over the others', expectation over chance
  (2017, eq. 1); for one role, or roles that move in turn with opposed goals, that is the value of the game.
- `policies` counts the policies of a horizon by their expected utility, all decisions taken jointly as in
  2016 §3.1: a multiset of utilities per state, summed over actions and convolved over chance.
- `best` and `solution_policies` build the policies themselves.

A horizon of T allows T transitions; a play that has not ended by then is worth 0 to everyone (2016 §5.1).
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from woodstock import _core
from woodstock.errors import WoodStockError

from .encode import StageNetwork
from .policy import Branch, Chance, Decide, Leaf, Node, Policy

Utility = tuple[Fraction, ...]


class OutOfTime(WoodStockError, TimeoutError):
    """The deadline passed before the game was solved."""


class EndlessPlay(WoodStockError):
    """Without a horizon, policies or values of a game whose plays need not end."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What chance may do after a joint action."""

    move: int  # of chance; -1 without chance
    probability: Fraction
    state: _core.State


@dataclass(frozen=True, slots=True)
class SolvedStage:
    """One state: its utility if it is terminal, otherwise the outcomes of each joint action of the players."""

    utility: Utility | None
    actions: tuple[tuple[tuple[int, ...], tuple[Outcome, ...]], ...]


class StageSolver:
    """Solves the stages of one game and remembers them."""

    def __init__(self, stage: StageNetwork, seconds: float | None = None) -> None:
        self.stage = stage
        self._solver = stage.solver()
        self._chance = stage.completion.circuit.chance_role
        roles = range(len(stage.completion.roles))
        self.players = tuple(role for role in roles if role != self._chance)
        self._deadline = None if seconds is None else time.perf_counter() + seconds
        self._stages: dict[_core.State, SolvedStage] = {}

    @property
    def nodes(self) -> int:
        """States whose stage was solved."""
        return len(self._stages)

    def solve(self, state: _core.State) -> SolvedStage:
        known = self._stages.get(state)
        if known is None:
            if self._deadline is not None and time.perf_counter() > self._deadline:
                raise OutOfTime(f"out of time after {self.nodes} stages; give more or a shorter horizon")
            known = self._stages[state] = self._solve(state)
        return known

    def _solve(self, state: _core.State) -> SolvedStage:
        if self._solver.terminal(state):
            scores = self._solver.scores(state)
            return SolvedStage(tuple(Fraction(scores[role] or 0, 100) for role in self.players), ())
        grouped: dict[tuple[int, ...], list[tuple[int, _core.State]]] = {}
        for solution in self._solver.solve(state):
            moves = solution.moves
            own = tuple(moves[role] for role in self.players)
            chance = moves[self._chance] if self._chance >= 0 else -1
            grouped.setdefault(own, []).append((chance, solution.next))
        actions = []
        for own, results in grouped.items():
            share = Fraction(1, len(results))
            outcomes = tuple(
                Outcome(move, share, successor) for move, successor in sorted(results, key=_move)
            )
            actions.append((own, outcomes))
        if not actions:  # some role has no legal move: the play is stuck and worth nothing
            return SolvedStage((Fraction(0),) * len(self.players), ())
        return SolvedStage(None, tuple(sorted(actions, key=lambda action: action[0])))

    # ── values ────────────────────────────────────────────────────────────────────────────────────────────────

    def value(self, horizon: int | None = None) -> Utility:
        """What each player can secure from the initial state."""
        return self.values(horizon)[self._key(self.stage.initial, horizon)]

    def values(self, horizon: int | None = None, worst: bool = False) -> dict[object, Utility]:
        """The secured values of every state met. `worst` minimises over a player's own actions too: what the
        most unlucky choices come to."""
        table: dict[object, Utility] = {}
        choose = min if worst else max
        for state, left, solved in self._postorder(horizon):
            if solved.utility is not None or left == 0:
                value = solved.utility or (Fraction(0),) * len(self.players)
            else:
                expected = [
                    (own, self._expectation(state, outcomes, left, table)) for own, outcomes in solved.actions
                ]
                value = tuple(
                    self._secured(expected, position, choose) for position in range(len(self.players))
                )
            table[self._key(state, left)] = value
        return table

    def _secured(
        self, expected: list[tuple[tuple[int, ...], Utility]], position: int, choose: object
    ) -> Fraction:
        """max over the player's own action of the min over the others'."""
        least: dict[int, Fraction] = {}
        for own, utility in expected:
            known = least.get(own[position])
            least[own[position]] = utility[position] if known is None else min(known, utility[position])
        return choose(least.values())  # type: ignore[operator,no-any-return]

    def _expectation(
        self,
        state: _core.State,
        outcomes: tuple[Outcome, ...],
        left: int | None,
        table: dict[object, Utility],
    ) -> Utility:
        """The mean over chance's outcomes. Without a horizon an outcome that leads back to the state itself means
        trying again: it drops out, and the others share its probability; if there are no others, it is worth 0."""
        rows = [
            (outcome.probability, table[self._key(outcome.state, _less(left))])
            for outcome in outcomes
            if left is not None or outcome.state != state
        ]
        share = sum((p for p, _ in rows), Fraction(0))
        if not rows:
            return (Fraction(0),) * len(self.players)
        return tuple(
            sum((p * utility[i] for p, utility in rows), Fraction(0)) / share
            for i in range(len(self.players))
        )

    # ── policies ──────────────────────────────────────────────────────────────────────────────────────────────

    def policies(self, horizon: int | None = None) -> dict[Utility, int]:
        """How many policies have which expected utility."""
        self._refuse_loops(horizon)
        table: dict[object, dict[Utility, int]] = {}
        for state, left, solved in self._postorder(horizon):
            counts: dict[Utility, int] = {}
            if solved.utility is not None or left == 0:
                counts[solved.utility or (Fraction(0),) * len(self.players)] = 1
            else:
                for _, outcomes in solved.actions:
                    spread = [(o.probability, table[self._key(o.state, _less(left))]) for o in outcomes]
                    for utility, count in _convolve(spread, len(self.players)).items():
                        counts[utility] = counts.get(utility, 0) + count
            table[self._key(state, left)] = counts
        return table[self._key(self.stage.initial, horizon)]

    def best(self, horizon: int | None = None) -> Policy:
        """A policy whose utilities, summed over the players, are largest."""
        self._refuse_loops(horizon)
        table: dict[object, tuple[Fraction, int]] = {}
        for state, left, solved in self._postorder(horizon):
            if solved.utility is not None or left == 0:
                entry = (sum(solved.utility or (), Fraction(0)), -1)
            else:
                totals = [
                    sum(
                        (o.probability * table[self._key(o.state, _less(left))][0] for o in outcomes),
                        Fraction(0),
                    )
                    for _, outcomes in solved.actions
                ]
                choice = max(range(len(totals)), key=totals.__getitem__)
                entry = (totals[choice], choice)
            table[self._key(state, left)] = entry
        return Policy(self._build(self.stage.initial, 0, horizon, table))

    def _build(
        self, state: _core.State, time_: int, left: int | None, table: dict[object, tuple[Fraction, int]]
    ) -> Node:
        choice = table[self._key(state, left)][1]
        if choice < 0:
            return Leaf(self.solve(state).utility or (Fraction(0),) * len(self.players))
        own, outcomes = self.solve(state).actions[choice]
        nodes = [self._build(outcome.state, time_ + 1, _less(left), table) for outcome in outcomes]
        return self._decide(own, outcomes, nodes, time_)

    def solution_policies(self, threshold: Utility, horizon: int | None = None) -> Iterator[Policy]:
        """Every policy that reaches the threshold for every player. Branches that cannot are cut by the best
        utility each player could still get."""
        self._refuse_loops(horizon)
        bounds = self._bounds(horizon)
        for node, utility in self._search(self.stage.initial, 0, horizon, threshold, bounds):
            if all(u >= level for u, level in zip(utility, threshold)):
                yield Policy(node)

    def _bounds(self, horizon: int | None) -> dict[object, Utility]:
        """Per state the most each player could get if all decided in its favour."""
        table: dict[object, Utility] = {}
        for state, left, solved in self._postorder(horizon):
            if solved.utility is not None or left == 0:
                bound = solved.utility or (Fraction(0),) * len(self.players)
            else:
                options = [self._expectation(state, outcomes, left, table) for _, outcomes in solved.actions]
                bound = tuple(max(option[i] for option in options) for i in range(len(self.players)))
            table[self._key(state, left)] = bound
        return table

    def _search(
        self,
        state: _core.State,
        time_: int,
        left: int | None,
        need: Utility,
        bounds: dict[object, Utility],
    ) -> Iterator[tuple[Node, Utility]]:
        bound = bounds[self._key(state, left)]
        if any(b < n for b, n in zip(bound, need)):
            return
        solved = self.solve(state)
        if solved.utility is not None or left == 0:
            utility = solved.utility or (Fraction(0),) * len(self.players)
            yield Leaf(utility), utility
            return
        for own, outcomes in solved.actions:
            best = [bounds[self._key(o.state, _less(left))] for o in outcomes]
            choices = []
            for position, outcome in enumerate(outcomes):
                # What this outcome must bring if all the others bring their best.
                others = [
                    o.probability * b[i]
                    for i in range(len(need))
                    for k, (o, b) in enumerate(zip(outcomes, best))
                    if k != position
                ]
                rest = len(outcomes) - 1
                least = tuple(
                    (need[i] - sum(others[i * rest : (i + 1) * rest])) / outcome.probability
                    for i in range(len(need))
                )
                choices.append(list(self._search(outcome.state, time_ + 1, _less(left), least, bounds)))
            for combination in itertools.product(*choices):
                utility = tuple(
                    sum((o.probability * u[i] for o, (_, u) in zip(outcomes, combination)), Fraction(0))
                    for i in range(len(need))
                )
                if all(u >= n for u, n in zip(utility, need)):
                    yield self._decide(own, outcomes, [node for node, _ in combination], time_), utility

    def _decide(
        self, own: tuple[int, ...], outcomes: tuple[Outcome, ...], nodes: list[Node], time_: int
    ) -> Node:
        network = self.stage.network
        template = self.stage.template

        def named(role: int, move: int) -> tuple[str, str | int]:
            variable = network.variables[template.action(role)]
            return variable.name.replace("@t", f"@{time_}"), variable.domain[move]

        values = tuple(named(role, move) for role, move in zip(self.players, own))
        if self._chance < 0:
            return _chain(values, nodes[0])
        name = named(self._chance, outcomes[0].move)[0]
        branches = tuple(
            Branch(named(self._chance, o.move)[1], o.probability, node) for o, node in zip(outcomes, nodes)
        )
        return Decide(values, Chance(name, branches))

    # ── walking ───────────────────────────────────────────────────────────────────────────────────────────────

    @staticmethod
    def _key(state: _core.State, left: int | None) -> object:
        return state if left is None else (state, left)

    def _refuse_loops(self, horizon: int | None) -> None:
        """A policy of a play that may stay where it is would be an infinite tree."""
        if horizon is not None:
            return
        for state, _, solved in self._postorder(None):
            if any(outcome.state == state for _, outcomes in solved.actions for outcome in outcomes):
                raise EndlessPlay("a play may stay in a state for ever; give a horizon")

    def _postorder(self, horizon: int | None) -> Iterator[tuple[_core.State, int | None, SolvedStage]]:
        """Every state reachable within the horizon, after its successors; without a horizon the game must not
        come back to a state."""
        start = (self.stage.initial, horizon)
        done: set[object] = set()
        open_: set[object] = set()
        stack: list[tuple[_core.State, int | None, bool]] = [(*start, False)]
        while stack:
            state, left, ready = stack.pop()
            key = self._key(state, left)
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
            if solved.utility is None and left != 0:
                for _, outcomes in solved.actions:
                    for outcome in outcomes:
                        again = left is None and outcome.state == state
                        if not again and self._key(outcome.state, _less(left)) not in done:
                            stack.append((outcome.state, _less(left), False))


def _move(result: tuple[int, _core.State]) -> int:
    return result[0]


def _less(left: int | None) -> int | None:
    return None if left is None else left - 1


def _chain(values: tuple[tuple[str, str | int], ...], node: Node) -> Node:
    """A decision before another decision is one run of decisions."""
    if isinstance(node, Decide):
        return Decide(values + node.values, node.then)
    return Decide(values, node)


def _convolve(spread: list[tuple[Fraction, dict[Utility, int]]], players: int) -> dict[Utility, int]:
    """Utilities of independent choices, one per outcome, weighted by the outcomes' probabilities."""
    total: dict[Utility, int] = {(Fraction(0),) * players: 1}
    for probability, counts in spread:
        after: dict[Utility, int] = {}
        for so_far, ways in total.items():
            for utility, count in counts.items():
                mixed = tuple(a + probability * b for a, b in zip(so_far, utility))
                after[mixed] = after.get(mixed, 0) + ways * count
        total = after
    return total
