"""The T-stage network of a game (2014 §4.3, 2016 §3.2): a copy of the stage per time, from the initial state.

Once `terminal@t` is true, the variables of the transition at t and of all later states are `undefined` (2014, §4.3).
A play that has not ended at the horizon is worth nothing. Policies know every state, which the network's name says where
the game hides some. With the percepts of 002 the fluents of every later time are drawn
by chance, in a stage of their own after what the rules and `sees` say.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

from woodstock.scsp.game.percepts import PerceptStage
from woodstock.scsp.game.stage_network import FALSE, NOW, THEN, TRUE, StageNetwork
from woodstock.scsp.model.cells import STAR, Cell, Except, Row, Value, Wildcard, cell_matches
from woodstock.scsp.model.constraint import Constraint, Variable
from woodstock.scsp.model.network import Network, Stage
from woodstock.scsp.model.probability import Probability, ProbabilityTable, UniformTable
from woodstock.scsp.solving.eliminate import eliminate

UNDEFINED = "undefined"
MOST_ROWS = 256


def horizon_network(stage: StageNetwork, horizon: int, *, percepts: PerceptStage | None = None) -> Network:
    """The network of `horizon` transitions, with percepts if their stage is given. Auxiliaries are gone where tables
    stay small without them."""
    source = percepts or stage
    unrolled = _Unroller(stage, eliminate(source.network, source.definitions, rows=MOST_ROWS)).run(horizon)
    if percepts is None and stage.completion.percepts:
        return replace(unrolled, name=f"{unrolled.name}, every state known")
    return unrolled


@dataclass
class _Unroller:
    stage: StageNetwork
    template: Network
    variables: list[Variable] = field(default_factory=list)
    stages: list[Stage] = field(default_factory=list)
    constraints: list[Constraint] = field(default_factory=list)
    probabilities: list[Probability] = field(default_factory=list)

    def run(self, horizon: int) -> Network:
        net = self.template
        first, *rest = net.stages
        actions = {v.name for v in net.variables if v.name.startswith("action(")}
        self._state = [name for name in first.decision if name not in actions]
        self._actions = [name for name in first.decision if name in actions]
        self._chance = list(first.stochastic)
        late = [name for stage in rest for name in stage.decision]
        state = {name.removesuffix(NOW) for name in self._state}
        self._believed = [name for stage in rest for name in stage.stochastic]
        after = {name for name in late if name.endswith(THEN) and name.removesuffix(THEN) in state}
        self._late = [name for name in late if name not in after]
        self._moving = {*self._actions, *self._chance, *late, *self._believed}
        for time in range(horizon + 1):
            self._add_time(time, last=time == horizon)
        for name, value in self.stage.injection(self.stage.initial).items():
            self.constraints.append(Constraint(f"init {name}", (_at(name, 0),), ((value,),)))
        return Network(
            tuple(self.variables),
            tuple(self.stages),
            tuple(self.constraints),
            tuple(self.probabilities),
            net.threshold,
            net.objective,
            f"{net.name} to horizon {horizon}",
        )

    def _add_time(self, time: int, *, last: bool) -> None:
        terminal = f"terminal@{time}"
        decision = [_at(name, time - 1) for name in self._late] if time else []
        for name in self._late if time else ():
            self._declare(name, time - 1)
        if time and self._believed:
            decision = self._draw(decision, time)
        drawn = {_at(name, time - 1) for name in self._believed} if time else set()
        for name in self._state:
            if _at(name, time) not in drawn:
                self._declare(name, time)
                decision.append(_at(name, time))
        for constraint in self.template.hard:
            if not self._moving.intersection(constraint.scope):
                self.constraints.append(self._state_constraint(constraint, time))
        for constraint in self.template.soft:
            scope = tuple(_at(name, time) for name in constraint.scope)
            name = f"{constraint.name}@{time}"
            self.constraints.append(Constraint(name, scope, constraint.rows, constraint.utilities))
        if time:
            previous = f"terminal@{time - 1}"
            over = ((TRUE, TRUE), (FALSE, STAR))
            self.constraints.append(Constraint(f"over@{time}", (previous, terminal), over))
            for name in self._late:
                self._define_unless(previous, _at(name, time - 1))
            for name in self._state:
                if name != f"terminal{NOW}" and _at(name, time) not in drawn:
                    self._define_unless(previous, _at(name, time))
        if last:
            self.stages.append(Stage(tuple(decision)))
            return
        for name in (*self._actions, *self._chance):
            self._declare(name, time)
            self._define_unless(terminal, _at(name, time))
        for table in self.template.probabilities:
            if isinstance(table, UniformTable):
                decision += self._chance_table(table, time)
        decision += [_at(name, time) for name in self._actions]
        for constraint in self.template.hard:
            if self._moving.intersection(constraint.scope):
                self.constraints.append(self._transition(constraint, time))
        self.stages.append(Stage(tuple(decision), tuple(_at(name, time) for name in self._chance)))

    def _draw(self, decision: list[str], time: int) -> list[str]:
        """Closes a stage with the fluents that chance draws (002 §3); undefined once the play is over."""
        for name in self._believed:
            self._declare(name, time - 1)
            table = self.template.probability_of(name)
            assert isinstance(table, ProbabilityTable)
            scope = tuple(_at(each, time - 1) for each in table.scope)
            over: Row = (UNDEFINED, *(STAR for _ in scope[1:]))
            rows = ((over, ((UNDEFINED, Fraction(1)),)), *table.rows)
            self.probabilities.append(ProbabilityTable(_at(name, time - 1), scope, rows))
        self.stages.append(Stage(tuple(decision), tuple(_at(name, time - 1) for name in self._believed)))
        return []

    def _declare(self, name: str, time: int) -> None:
        variable = self.template[name]
        domain = variable.domain
        if name != f"terminal{NOW}" and (time or name in self._moving):
            domain = (*domain, UNDEFINED)
        self.variables.append(Variable(_at(name, time), domain, variable.stochastic))

    def _may_be_undefined(self, name: str, time: int) -> bool:
        return name != f"terminal{NOW}" and (time > 0 or name in self._moving)

    def _defined(self, cell: Cell, name: str, time: int) -> Cell:
        """A cell of the stage, which never means `undefined`."""
        if not self._may_be_undefined(name, time):
            return cell
        if isinstance(cell, Wildcard):
            return Except(UNDEFINED)
        if isinstance(cell, Except):
            return Except(*cell.values, UNDEFINED)
        return cell

    def _state_constraint(self, constraint: Constraint, time: int) -> Constraint:
        scope = tuple(_at(name, time) for name in constraint.scope)
        rows = [
            tuple(self._defined(cell, name, time) for cell, name in zip(row, constraint.scope))
            for row in constraint.rows
        ]
        if time:
            rows.append(tuple(TRUE if name == f"terminal{NOW}" else UNDEFINED for name in constraint.scope))
        return Constraint(f"{constraint.name}@{time}", scope, tuple(rows))

    def _transition(self, constraint: Constraint, time: int) -> Constraint:
        """The stage's rows while the game goes on; everything that moves is undefined once it is over."""
        terminal = f"terminal{NOW}"
        others = [name for name in constraint.scope if name != terminal]
        scope = (_at(terminal, time), *(_at(name, time) for name in others))
        rows: list[Row] = []
        for row in constraint.rows:
            cells = dict(zip(constraint.scope, row))
            if terminal in cells and not cell_matches(cells[terminal], FALSE):
                continue
            rows.append((FALSE, *(self._defined(cells[name], name, time) for name in others)))
        rows.append((TRUE, *(UNDEFINED if name in self._moving else STAR for name in others)))
        return Constraint(f"{constraint.name}@{time}", scope, tuple(rows))

    def _define_unless(self, terminal: str, name: str) -> None:
        rows = ((TRUE, UNDEFINED), (FALSE, Except(UNDEFINED)))
        self.constraints.append(Constraint(f"defined {name}", (terminal, name), rows))

    def _chance_table(self, table: UniformTable, time: int) -> list[str]:
        """Chance is uniform over its legal moves while the game goes on: a Boolean per move says so."""
        terminal = f"terminal@{time}"
        conditions: list[tuple[Value, str | None, Value]] = []
        flags = []
        for move, name, needed in table.conditions:
            flag = Variable(f"may({move})@{time}", (FALSE, TRUE))
            rows: tuple[Row, ...] = ((TRUE, FALSE), (FALSE, TRUE))
            scope: tuple[str, ...] = (flag.name, terminal)
            if name is not None:
                rows = ((TRUE, FALSE, needed), (FALSE, TRUE, STAR), (FALSE, FALSE, Except(needed)))
                scope = (*scope, _at(name, time))
            self.variables.append(flag)
            self.constraints.append(Constraint(flag.name, scope, rows))
            conditions.append((move, flag.name, TRUE))
            flags.append(flag.name)
        conditions.append((UNDEFINED, terminal, TRUE))
        self.probabilities.append(UniformTable(_at(table.variable, time), tuple(conditions)))
        return flags


def _at(name: str, time: int) -> str:
    if name.endswith(THEN):
        return f"{name.removesuffix(THEN)}@{time + 1}"
    return f"{name.removesuffix(NOW)}@{time}"
