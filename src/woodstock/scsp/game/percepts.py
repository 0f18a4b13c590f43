"""Percepts in the stage network (002 §3).

`with_percepts` adds a Boolean `sees(role,percept)@t+1` for all that a role may see, defined by the gates of the circuit as
everything else is. `believed_network` is 002's own: the fluents at t + 1 are stochastic, and `sees` gives their tables. What
the rules make of a fluent is `next(f)@t`; f@t+1 has that value for certain where the role sees it, and each of its values
with the same probability (1/2 for a Boolean) where it does not. Such tables forget the rules and what was seen before, and
a policy of this network decides after f@t+1 is set, so it is not the value of the game; `BeliefSolver` has that.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

from woodstock.scsp.game.stage_names import FALSE, NOW, THEN, TRUE, readable
from woodstock.scsp.game.stage_network import StageNetwork
from woodstock.scsp.model.cells import STAR, Cell, Row, Value
from woodstock.scsp.model.constraint import Constraint, Variable
from woodstock.scsp.model.network import Network, Stage
from woodstock.scsp.model.packed import cell_of
from woodstock.scsp.model.probability import ProbabilityTable

Held = tuple[str, frozenset[Value]]
"""A variable, and the values with which a signal is true."""


@dataclass(frozen=True)
class PerceptStage:
    """A stage network with percepts. Its auxiliary variables have definitions, as those of the stage have."""

    network: Network
    definitions: dict[str, str]


def with_percepts(stage: StageNetwork) -> PerceptStage:
    """The stage network and a variable for everything that some role but chance may see."""
    writer = _Writer(stage)
    chance = stage.completion.circuit.chance_role
    for role, percept, signal in stage.completion.circuit.percepts:
        if role != chance:
            name = sees_name(stage, role, percept)
            writer.equate(name, signal)
    first, *rest = stage.network.stages
    late = tuple(variable.name for variable in writer.variables)
    stages = (first, Stage((*(name for each in rest for name in each.decision), *late)))
    network = replace(
        stage.network,
        variables=stage.network.variables + tuple(writer.variables),
        stages=stages if late or rest else (first,),
        constraints=stage.network.constraints + tuple(writer.constraints),
    )
    return PerceptStage(network, stage.definitions | writer.definitions)


def believed_network(stage: StageNetwork, player: int | None = None) -> PerceptStage:
    """002's network, as one role sees it; the first one but chance, if none is given."""
    if player is None:
        chance = stage.completion.circuit.chance_role
        player = next(role for role in range(len(stage.completion.roles)) if role != chance)
    sensed = with_percepts(stage)
    network = sensed.network
    fluents = [stage.network.variables[stage.template.next_variable(n)] for n in range(len(stage.members))]
    hidden = {v.name: f"next({v.name.removesuffix(THEN)}){NOW}" for v in fluents}
    variables = [replace(v, name=hidden.get(v.name, v.name)) for v in network.variables]
    variables += [replace(v, stochastic=True) for v in fluents]
    constraints = tuple(_renamed(constraint, hidden) for constraint in network.constraints)
    first, second = network.stages
    names = tuple(hidden.get(name, name) for name in second.decision)
    seen = _seen(stage, player)
    tables = tuple(_table(v, hidden[v.name], stage.members[n], seen) for n, v in enumerate(fluents))
    believed = Network(
        tuple(variables),
        (first, Stage(names, tuple(v.name for v in fluents))),
        constraints,
        network.probabilities + tables,
        network.threshold,
        network.objective,
        f"{network.name} as {stage.completion.roles[player]} sees it",
    )
    return PerceptStage(believed, sensed.definitions)


def believed_networks(stage: StageNetwork) -> dict[str, PerceptStage]:
    """002's network as each role but chance sees it, by the roles' names."""
    chance = stage.completion.circuit.chance_role
    return {
        name: believed_network(stage, role)
        for role, name in enumerate(stage.completion.roles)
        if role != chance
    }


def sees_name(stage: StageNetwork, role: int, percept: int) -> str:
    return f"sees({stage.completion.roles[role]},{readable(stage.completion.percepts[percept])}){THEN}"


def _seen(stage: StageNetwork, player: int) -> dict[int, str]:
    """Per fluent that the player may see, the variable that says so."""
    numbers = {fluent: number for number, fluent in enumerate(stage.completion.fluents)}
    return {
        numbers[stage.completion.percepts[percept]]: sees_name(stage, role, percept)
        for role, percept, _ in stage.completion.circuit.percepts
        if role == player and stage.completion.percepts[percept] in numbers
    }


def _table(
    variable: Variable, actual: str, members: tuple[int, ...], seen: dict[int, str]
) -> ProbabilityTable:
    """P(f) = 1 where the fluent that holds is seen; else every value is as likely."""
    held = dict(zip(variable.domain, members)) if len(members) > 1 else {TRUE: members[0]}
    shown = {value: seen[fluent] for value, fluent in held.items() if fluent in seen}
    scope = (actual, *shown.values())
    rows: list[tuple[Row, tuple[tuple[Value, Fraction], ...]]] = []
    for value, name in shown.items():
        row = (value, *(TRUE if other == name else STAR for other in shown.values()))
        rows.append((row, ((value, Fraction(1)),)))
    share = Fraction(1, len(variable.domain))
    rows.append(((STAR,) * len(scope), tuple((value, share) for value in variable.domain)))
    return ProbabilityTable(variable.name, scope, tuple(rows))


def _renamed(constraint: Constraint, names: dict[str, str]) -> Constraint:
    return replace(constraint, scope=tuple(names.get(name, name) for name in constraint.scope))


@dataclass
class _Writer:
    """Variables and tables for signals that the template does not carry."""

    stage: StageNetwork
    variables: list[Variable] = field(default_factory=list)
    constraints: list[Constraint] = field(default_factory=list)
    definitions: dict[str, str] = field(default_factory=dict)
    _gates: dict[int, str] = field(default_factory=dict)

    def equate(self, name: str, signal: int) -> None:
        """A Boolean that is true if and only if the signal is."""
        self.variables.append(Variable(name, (FALSE, TRUE)))
        if signal >> 1 == 0:
            self.constraints.append(Constraint(name, (name,), ((TRUE if signal & 1 else FALSE,),)))
            return
        other, held = self._held(signal)
        domain = self._domain(other)
        apart = frozenset(domain) - held
        rows = ((TRUE, cell_of(held, domain)), (FALSE, cell_of(apart, domain)))
        self.constraints.append(Constraint(name, (name, other), rows))

    def _domain(self, name: str) -> tuple[Value, ...]:
        return (FALSE, TRUE) if name in self.definitions else self.stage.network[name].domain

    def _held(self, signal: int) -> Held:
        literal = self.stage.template.literal(signal >> 1)
        if literal is None:
            name, truth = self._gate(signal >> 1), not signal & 1
            return name, frozenset((TRUE if truth else FALSE,))
        x, value, negated = literal
        variable = self.stage.network.variables[x]
        held = frozenset((variable.domain[value],))
        return variable.name, held if negated == bool(signal & 1) else frozenset(variable.domain) - held

    def _gate(self, node: int) -> str:
        """The auxiliary variable of a conjunction."""
        if node in self._gates:
            return self._gates[node]
        wanted: dict[str, frozenset[Value]] = {}
        for signal in self.stage.completion.circuit.inputs(node):
            name, held = self._held(signal)
            wanted[name] = wanted.get(name, held) & held
        own = f"seen{len(self._gates)}{NOW}"
        self._gates[node] = own
        scope = (own, *wanted)
        rows: list[Row] = []
        if all(wanted.values()):
            rows.append((TRUE, *(cell_of(held, self._domain(name)) for name, held in wanted.items())))
        for place, (name, held) in enumerate(wanted.items(), 1):
            apart = frozenset(self._domain(name)) - held
            if apart:
                row: list[Cell] = [FALSE, *(STAR for _ in wanted)]
                row[place] = cell_of(apart, self._domain(name))
                rows.append(tuple(row))
        self.variables.append(Variable(own, (FALSE, TRUE)))
        self.definitions[own] = f"definition {own}"
        self.constraints.append(Constraint(self.definitions[own], scope, tuple(rows)))
        return own
