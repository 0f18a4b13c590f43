"""From a game to its one-stage network, the µSCSP template (2016 §3.2–3.3, RIA 2017 §4.1, 2017 §4.1).

The tables come from the native stage template, which compiles the completed definitions; here they get names a
person can read. Fluents are multi-valued where a mutex group is proved (`cell(1,1)@t ∈ {x, o, b}`), Booleans
otherwise, and all Booleans if that is asked for (the form of 2017).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from woodstock import _core
from woodstock.gdl.terms import Function, Symbol, Term
from woodstock.grounding.completion import Completion
from woodstock.grounding.groups import FluentGroups, fluent_groups

from .cells import STAR, Cell, Except, OneOf, Value
from .constraint import Constraint, Variable
from .network import Network, Stage
from .probability import UniformTable

NOW, THEN = "@t", "@t+1"
NONE = "none"
TRUE, FALSE = "true", "false"


@dataclass(frozen=True)
class StageNetwork:
    """A game's µSCSP: the readable network, and the native template that solves it."""

    network: Network
    template: _core.StageTemplate
    completion: Completion
    groups: FluentGroups | None
    definitions: dict[str, str]  # auxiliary variable -> the constraint that defines it
    members: tuple[tuple[int, ...], ...]  # per fluent variable, the fluents its values stand for
    seconds: float = field(compare=False, default=0.0)

    def solver(
        self,
        inference: _core.Inference = _core.Inference.arc_consistency,
        filter: _core.Filter = _core.Filter.compact_table,
    ) -> _core.StageSolver:
        return _core.StageSolver(self.template, inference, filter)

    @property
    def initial(self) -> _core.State:
        holds = self.completion.circuit.initial
        return _core.State(len(holds), [number for number, bit in enumerate(holds) if bit])

    def injection(self, state: _core.State) -> dict[str, Value]:
        """The fluent variables of a state: what the injector fixes."""
        held = set(state.fluents())
        fixed: dict[str, Value] = {}
        for number, members in enumerate(self.members):
            variable = self.network.variables[self.template.fluent_variable(number)]
            if _is_boolean(variable, members):
                fixed[variable.name] = TRUE if members[0] in held else FALSE
                continue
            values = [i for i, fluent in enumerate(members) if fluent in held]
            if not values and members[-1] == _core.NO_FLUENT:
                values = [len(members) - 1]
            if len(values) != 1:
                raise ValueError(f"the state gives {variable.name} {len(values)} values")
            fixed[variable.name] = variable.domain[values[0]]
        return fixed

    def injected(self, state: _core.State) -> Network:
        """The network of one state: its fluents fixed by unary constraints."""
        fixed = tuple(
            Constraint(f"state {name}", (name,), ((value,),)) for name, value in self.injection(state).items()
        )
        net = self.network
        return Network(
            net.variables,
            net.stages,
            net.constraints + fixed,
            net.probabilities,
            net.threshold,
            net.objective,
            net.name,
        )


def encode(
    completion: Completion, *, boolean: bool = False, seconds: float = 10.0, name: str = "game"
) -> StageNetwork:
    """The µSCSP template of a game. `boolean` leaves fluents Booleans; otherwise `seconds` bounds the proof of
    mutex groups."""
    start = time.perf_counter()
    groups = None if boolean else fluent_groups(completion, seconds=seconds)
    members = [group.members for group in groups.groups] if groups else []
    template = _core.StageTemplate(completion.circuit, members)
    namer = _Namer(completion, template)
    network, definitions = namer.network(name)
    numbers = tuple(map(tuple, template.members))
    return StageNetwork(
        network, template, completion, groups, definitions, numbers, time.perf_counter() - start
    )


class _Namer:
    """Gives the variables, values and tables of a template their names."""

    def __init__(self, completion: Completion, template: _core.StageTemplate) -> None:
        self._completion = completion
        self._template = template
        self._sizes = template.csp.sizes
        self._variables: list[Variable | None] = [None] * len(self._sizes)
        self._name_fluents()
        self._name_roles()
        self._set(template.terminal, f"terminal{NOW}", (FALSE, TRUE))
        taken: dict[str, int] = {}
        for x, variable in enumerate(self._variables):
            if variable is None:
                size = self._sizes[x]
                domain: tuple[Value, ...] = (FALSE, TRUE) if size == 2 else tuple(range(size))
                self._set(x, f"aux{len(taken)}{NOW}", domain)
                taken[f"aux{len(taken)}"] = x

    def _set(self, x: int, name: str, domain: tuple[Value, ...], *, stochastic: bool = False) -> None:
        self._variables[x] = Variable(name, domain, stochastic)

    def _variable(self, x: int) -> Variable:
        variable = self._variables[x]
        assert variable is not None
        return variable

    def _name_fluents(self) -> None:
        for number, members in enumerate(self._template.members):
            fluents = [self._completion.fluents[f] for f in members if f != _core.NO_FLUENT]
            domain: tuple[str, ...] = (FALSE, TRUE)
            if len(members) == 1 and self._sizes[self._template.fluent_variable(number)] == 2:
                name = _readable(fluents[0])
            else:
                name, values = _group_names(fluents)
                optional = (NONE,) if members[-1] == _core.NO_FLUENT else ()
                domain = (*values, *optional)
            self._set(self._template.fluent_variable(number), name + NOW, domain)
            self._set(self._template.next_variable(number), name + THEN, domain)

    def _name_roles(self) -> None:
        for role, name in enumerate(self._completion.roles):
            moves = tuple(_readable(move) for move in self._completion.moves[role])
            chance = role == self._completion.circuit.chance_role
            self._set(self._template.action(role), f"action({name}){NOW}", moves, stochastic=chance)
            scores: tuple[Value, ...] = (*self._template.score_values(role), NONE)
            self._set(self._template.score(role), f"score({name}){NOW}", scores)

    def network(self, name: str) -> tuple[Network, dict[str, str]]:
        constraints, definitions = self._constraints()
        chance = self._completion.circuit.chance_role
        extra_variables: list[Variable] = []
        probabilities = []
        if chance >= 0:
            table, extra_variables, extra = self._chance_table(chance)
            probabilities.append(table)
            constraints += extra
        constraints += self._utilities()
        variables = [*map(self._variable, range(len(self._variables))), *extra_variables]
        players = [role for role in range(len(self._completion.roles)) if role != chance]
        return Network(
            tuple(variables),
            self._stages(extra_variables),
            tuple(constraints),
            tuple(probabilities),
            (Fraction(0),) * len(players),
            name=name,
        ), definitions

    def _stages(self, extra: list[Variable]) -> tuple[Stage, ...]:
        """⟨fluents, terminal, scores, what they define, actions | random⟩, ⟨the rest, fluents at t + 1⟩."""
        template = self._template
        csp = template.csp
        state = set()
        for table in range(template.state_tables):
            state.update(csp.scope(table))
        early: list[str] = []
        late: list[str] = []
        actions: list[str] = []
        chance: list[str] = []
        for x in range(len(self._variables)):
            variable = self._variable(x)
            kind = template.kind(x)
            if kind == _core.StageVariable.action:
                (chance if variable.stochastic else actions).append(variable.name)
            elif kind == _core.StageVariable.next or (
                kind == _core.StageVariable.auxiliary and x not in state
            ):
                late.append(variable.name)
            else:
                early.append(variable.name)
        early += [variable.name for variable in extra]
        stages = [Stage((*early, *actions), tuple(chance))]
        return (*stages, Stage(tuple(late))) if late else tuple(stages)

    def _constraints(self) -> tuple[list[Constraint], dict[str, str]]:
        csp = self._template.csp
        constraints: list[Constraint] = []
        definitions: dict[str, str] = {}
        for table in range(csp.table_count):
            scope = csp.scope(table)
            variables = [self._variable(x) for x in scope]
            sets = csp.sets(table)
            numbers = csp.cells(table)
            width = len(scope)
            rows = tuple(
                tuple(
                    _cell(number, variables[column], sets)
                    for column, number in enumerate(numbers[start : start + width])
                )
                for start in range(0, len(numbers), width)
            )
            kind = self._template.table_kind(table)
            label = f"{kind.name} {table}"
            names = tuple(variable.name for variable in variables)
            constraints.append(Constraint(label, names, rows))
            if kind in (_core.StageTable.definition, _core.StageTable.goal):
                # Auxiliaries are numbered in the order of their definitions: a table defines its last one.
                mine = [x for x in scope if self._template.kind(x) == _core.StageVariable.auxiliary]
                if mine and self._variable(max(mine)).name not in definitions:
                    definitions[self._variable(max(mine)).name] = label
        return constraints, definitions

    def _chance_table(self, chance: int) -> tuple[UniformTable, list[Variable], list[Constraint]]:
        """P(random) is uniform over the legal moves; a condition that no variable's value carries gets a
        Boolean of its own (the b of 2016, §3.2)."""
        circuit = self._completion.circuit
        legal = circuit.legal
        action = self._variable(self._template.action(chance))
        begin = circuit.role_begin(chance)
        conditions: list[tuple[Value, str | None, Value]] = []
        variables: list[Variable] = []
        constraints: list[Constraint] = []
        for position, move in enumerate(action.domain):
            signal = legal[begin + position]
            if signal >> 1 == 0:
                if signal & 1:
                    conditions.append((move, None, 0))
                continue
            literal = self._template.literal(signal >> 1)
            assert literal is not None
            x, value, negated = literal
            variable = self._variable(x)
            if negated == bool(signal & 1):
                conditions.append((move, variable.name, variable.domain[value]))
            elif len(variable.domain) == 2:
                conditions.append((move, variable.name, variable.domain[1 - value]))
            else:
                flag = Variable(f"legal({move}){NOW}", (FALSE, TRUE))
                held = variable.domain[value]
                rows = ((TRUE, Except(held)), (FALSE, held))
                variables.append(flag)
                constraints.append(Constraint(f"flag {move}", (flag.name, variable.name), rows))
                conditions.append((move, flag.name, TRUE))
        return UniformTable(action.name, tuple(conditions)), variables, constraints

    def _utilities(self) -> list[Constraint]:
        """Soft: a terminal state is worth each player's goal, between 0 and 1."""
        chance = self._completion.circuit.chance_role
        players = [role for role in range(len(self._completion.roles)) if role != chance]
        found = []
        for position, role in enumerate(players):
            score = self._variable(self._template.score(role))
            rows, utilities = [], []
            for goal in self._template.score_values(role):
                gain = [Fraction(0)] * len(players)
                gain[position] = Fraction(goal, 100)
                rows.append((TRUE, goal))
                utilities.append(tuple(gain))
            name = f"goal({self._completion.roles[role]})"
            found.append(Constraint(name, (f"terminal{NOW}", score.name), tuple(rows), tuple(utilities)))
        return found


def _is_boolean(variable: Variable, members: Sequence[int]) -> bool:
    return len(members) == 1 and len(variable.domain) == 2


def _cell(number: int, variable: Variable, sets: list[tuple[bool, list[int]]]) -> Cell:
    if number == -1:
        return STAR
    if number >= 0:
        return variable.domain[number]
    complement, members = sets[-2 - number]
    values = (variable.domain[member] for member in members)
    return Except(*values) if complement else OneOf(*values)


def _readable(term: Term) -> str:
    """A term as f(a,b)."""
    if isinstance(term, Function):
        return f"{term.name}({','.join(map(_readable, term.args))})"
    return term.name if isinstance(term, Symbol) else str(term)


def _group_names(fluents: Sequence[Term]) -> tuple[str, tuple[str, ...]]:
    """A group's common name, from the arguments its members share, and a value per member from the others."""
    rows = [fluent.args if isinstance(fluent, Function) else () for fluent in fluents]
    head = fluents[0]
    assert isinstance(head, Function)
    shared = [len({row[i] for row in rows}) == 1 for i in range(len(rows[0]))]
    if all(shared):  # a group of one fluent: its last argument is the value
        shared[-1] = False
    key = [_readable(argument) for argument, same in zip(head.args, shared) if same]
    name = f"{head.name}({','.join(key)})" if key else head.name
    values = tuple(
        ",".join(_readable(argument) for argument, same in zip(row, shared) if not same) for row in rows
    )
    return name, values
