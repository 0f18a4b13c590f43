"""Policy search in a T-stage network: arc consistency at every node, values remembered by what later variables can
still see of earlier ones, and bounds per player. It gives the value of the network, a best policy, or every solution
policy, exactly. The bounds come from the core; where their numbers outgrow its 128 bits, from Python's fractions.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from woodstock import _core
from woodstock.scsp.model.cells import Value
from woodstock.scsp.model.network import Network, Objective
from woodstock.scsp.model.policy import Branch, Chance, Leaf, Node, Policy, decide
from woodstock.scsp.solving.bounds import NativeBounds, native_bounds
from woodstock.scsp.solving.csp import compile_constraints
from woodstock.scsp.solving.failures import OutOfTime

Utility = tuple[Fraction, ...]


@dataclass
class PolicySolver:
    """Exact search for the policies of a network."""

    network: Network
    seconds: float | None = None
    native: bool = True  # bounds from the core, or in Python's fractions
    _ticks: int = 0
    _best: dict[object, Utility | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        network = self.network
        self._deadline = None if self.seconds is None else time.perf_counter() + self.seconds
        self._order = network.order
        position = {variable.name: i for i, variable in enumerate(self._order)}
        # Under SATISFACTION a stochastic constraint may fail: it is judged when its last variable is set.
        judged = network.objective is Objective.SATISFACTION
        self._strict = [c for c in network.hard if not judged or network.is_decision_constraint(c)]
        loose = [c for c in network.hard if judged and not network.is_decision_constraint(c)]
        self._soft: list[list[int]] = [[] for _ in self._order]
        self._loose: list[list[int]] = [[] for _ in self._order]
        self._soft_constraints, self._loose_constraints = network.soft, loose
        for number, constraint in enumerate(network.soft):
            if constraint.scope:
                self._soft[max(position[name] for name in constraint.scope)].append(number)
        for number, constraint in enumerate(loose):
            self._loose[max(position[name] for name in constraint.scope)].append(number)
        scopes = [c.scope for c in network.constraints]
        scopes += [(*table.scope, table.variable) for table in network.probabilities]
        self._frontier = self._frontiers(scopes, position)
        self._compiled = compile_constraints(self._order, self._strict)
        self._propagation = _core.Propagation(self._compiled.csp)
        self._consistent = self._propagation.propagate()
        self._tables = {table.variable: table for table in network.probabilities}
        self._zero = (Fraction(0),) * network.players
        self._bounds = native_bounds(network, self._compiled, loose) if self.native else None

    @property
    def nodes(self) -> int:
        """Values tried, by the core and here."""
        return self._ticks + (self._bounds.search.nodes if self._bounds else 0)

    def _frontiers(self, scopes: list[tuple[str, ...]], position: dict[str, int]) -> list[tuple[str, ...]]:
        """Per position, the earlier variables that share a scope with a variable from there on."""
        last: dict[str, int] = {}
        for scope in scopes:
            end = max((position[name] for name in scope), default=-1)
            for name in scope:
                last[name] = max(last.get(name, -1), end)
        return [
            tuple(v.name for v in self._order[:start] if last.get(v.name, -1) >= start)
            for start in range(len(self._order) + 1)
        ]

    # ── bounds and values ─────────────────────────────────────────────────────────────────────────────────────

    def value(self) -> Utility | None:
        """The most each player can expect if all decisions favour it; None if no policy is feasible. For one
        player this is the value of the network."""
        return self._bound(0, {}, True) if self._consistent else None

    def _key(self, start: int, assignment: dict[str, Value], alive: bool) -> object:
        return (start, alive, tuple(assignment[name] for name in self._frontier[start]))

    def _bound(self, start: int, assignment: dict[str, Value], alive: bool) -> Utility | None:
        key = self._key(start, assignment, alive)
        if key not in self._best:
            self._best[key] = (
                self._compute(start, assignment, alive)
                if self._bounds is None
                else self._native_bound(self._bounds, start, assignment, alive)
            )
        return self._best[key]

    def _native_bound(
        self, bounds: NativeBounds, start: int, assignment: dict[str, Value], alive: bool
    ) -> Utility | None:
        first = [
            numbers[assignment[v.name]] for v, numbers in zip(self._order[:start], self._compiled.values)
        ]
        left = None if self._deadline is None else max(0.0, self._deadline - time.perf_counter())
        try:
            return bounds.bound(first, alive, left)
        except _core.OutOfTime:
            raise OutOfTime(self.nodes, "nodes") from None
        except OverflowError:  # a sum outgrew 128 bits: fractions from here on
            self._bounds = None
            return self._compute(start, assignment, alive)

    def _compute(self, start: int, assignment: dict[str, Value], alive: bool) -> Utility | None:
        self._tick()
        if start == len(self._order):
            return self._end(alive)
        variable = self._order[start]
        options: list[Utility] = []
        if not variable.stochastic:
            for choice in self._compiled.domain(self._propagation, variable.name):
                reached = self._step(start, assignment, choice, alive)
                if reached is not None:
                    options.append(reached)
            if not options:
                return None
            return tuple(max(option[i] for option in options) for i in range(len(self._zero)))
        total = self._zero
        for outcome, probability in self._tables[variable.name].distribution(assignment).items():
            reached = self._step(start, assignment, outcome, alive)
            if reached is None:
                return None
            total = tuple(a + probability * b for a, b in zip(total, reached))
        return total

    def _step(self, start: int, assignment: dict[str, Value], choice: Value, alive: bool) -> Utility | None:
        """Assigns a variable, propagates, and goes on; None if that is infeasible."""
        name = self._order[start].name
        self._propagation.push()
        try:
            if not (self._compiled.assign(self._propagation, name, choice) and self._propagation.propagate()):
                return None
            after = {**assignment, name: choice}
            position, still, gain = self._run(start, after, alive)
            reached = self._bound(position, after, still)
            return None if reached is None else tuple(a + b for a, b in zip(reached, gain))
        finally:
            self._propagation.pop()

    def _run(self, start: int, assignment: dict[str, Value], alive: bool) -> tuple[int, bool, Utility]:
        """Settles the variable just assigned and the decisions after it that propagation leaves one value: where
        that ends, whether all judged constraints hold, and what was gained. Extends the assignment."""
        gain = self._zero
        while True:
            alive = alive and self._holds(start, assignment)
            gain = tuple(a + b for a, b in zip(gain, self._gain(start, assignment)))
            start += 1
            if start == len(self._order):
                return start, alive, gain
            variable = self._order[start]
            number = self._compiled.index[variable.name]
            if variable.stochastic or self._propagation.size(number) != 1:
                return start, alive, gain
            assignment[variable.name] = variable.domain[self._propagation.domain(number)[0]]

    def _end(self, alive: bool) -> Utility:
        if self.network.objective is Objective.SATISFACTION:
            return (Fraction(int(alive)),) * len(self._zero)
        return self._zero

    def _holds(self, start: int, assignment: dict[str, Value]) -> bool:
        return all(
            self._loose_constraints[number].row_of(assignment) is not None for number in self._loose[start]
        )

    def _gain(self, start: int, assignment: dict[str, Value]) -> Utility:
        total = self._zero
        if self.network.objective is Objective.SATISFACTION:
            return total
        for number in self._soft[start]:
            constraint = self._soft_constraints[number]
            row = constraint.row_of(assignment)
            if row is not None and constraint.utilities is not None:
                total = tuple(a + b for a, b in zip(total, constraint.utilities[row]))
        return total

    def _tick(self) -> None:
        self._ticks += 1
        if self._deadline is not None and self._ticks % 64 == 0 and time.perf_counter() > self._deadline:
            raise OutOfTime(self.nodes, "nodes")

    # ── policies ──────────────────────────────────────────────────────────────────────────────────────────────

    def best(self) -> Policy | None:
        """A policy with the highest utility for the first player; None if none is feasible."""
        top = self.value()
        if top is None:
            return None
        need = (top[0], *(Fraction(-(10**9)) for _ in top[1:]))
        return next(self._policies(need), None)

    def solution_policies(self) -> Iterator[Policy]:
        """Every feasible policy that reaches the threshold for every player."""
        if self._consistent:
            yield from self._policies(self.network.threshold)

    def _policies(self, need: Utility) -> Iterator[Policy]:
        zero = self._zero
        for node, utility in self._search(0, {}, True, need, zero):
            if all(u >= level for u, level in zip(utility, need)):
                yield Policy(node)

    def _search(
        self, start: int, assignment: dict[str, Value], alive: bool, need: Utility, gained: Utility
    ) -> Iterator[tuple[Node, Utility]]:
        """Subtrees from a position with their utility from there on, as long as `need` stays in reach. `gained`
        is what the path has brought so far; leaves are labelled with all of it."""
        self._tick()
        bound = self._bound(start, assignment, alive)
        if bound is None or any(b < n for b, n in zip(bound, need)):
            return
        if start == len(self._order):
            rest = self._end(alive)
            yield Leaf(tuple(a + b for a, b in zip(gained, rest))), rest
            return
        variable = self._order[start]
        name = variable.name
        if not variable.stochastic:
            for choice in self._compiled.domain(self._propagation, name):
                for node, utility in self._enter(
                    start, assignment, choice, alive=alive, need=need, gained=gained
                ):
                    yield decide(((name, choice),), node), utility
            return
        outcomes = list(self._tables[name].distribution(assignment).items())
        bounds = [self._step(start, assignment, outcome, alive) for outcome, _ in outcomes]
        options = []
        for number, (outcome, probability) in enumerate(outcomes):
            least = []
            for i, n in enumerate(need):
                others = sum(
                    (p * b[i] for k, ((_, p), b) in enumerate(zip(outcomes, bounds)) if k != number and b),
                    Fraction(0),
                )
                least.append((n - others) / probability)
            options.append(
                list(self._enter(start, assignment, outcome, alive=alive, need=tuple(least), gained=gained))
            )
        for combination in itertools.product(*options):
            utility = tuple(
                sum((p * u[i] for (_, p), (_, u) in zip(outcomes, combination)), Fraction(0))
                for i in range(len(need))
            )
            branches = (Branch(o, p, node) for (o, p), (node, _) in zip(outcomes, combination))
            yield Chance(name, tuple(branches)), utility

    def _enter(
        self,
        start: int,
        assignment: dict[str, Value],
        choice: Value,
        *,
        alive: bool,
        need: Utility,
        gained: Utility,
    ) -> Iterator[tuple[Node, Utility]]:
        name = self._order[start].name
        self._propagation.push()
        try:
            if not (self._compiled.assign(self._propagation, name, choice) and self._propagation.propagate()):
                return
            after = {**assignment, name: choice}
            position, still, gain = self._run(start, after, alive)
            rest = tuple(n - g for n, g in zip(need, gain))
            so_far = tuple(a + b for a, b in zip(gained, gain))
            forced = tuple((v.name, after[v.name]) for v in self._order[start + 1 : position])
            for node, utility in list(self._search(position, after, still, rest, so_far)):
                yield decide(forced, node), tuple(a + b for a, b in zip(utility, gain))
        finally:
            self._propagation.pop()
