"""The names of a game's one-stage network: its variables, values and tables as a person reads them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from woodstock import _core
from woodstock.compile.completion import Completion
from woodstock.gdl.terms import Function, Symbol, Term, arguments
from woodstock.scsp.model.cells import STAR, Cell, Except, OneOf, Value
from woodstock.scsp.model.constraint import Constraint, Variable
from woodstock.scsp.model.network import Network, Stage
from woodstock.scsp.model.probability import UniformTable

NOW, THEN = "@t", "@t+1"
NONE = "none"
TRUE, FALSE = "true", "false"


class StageNames:
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
        taken: set[str] = set()
        for number, members in enumerate(self._template.members):
            fluents = [self._completion.fluents[f] for f in members if f != _core.NO_FLUENT]
            domain: tuple[str, ...] = (FALSE, TRUE)
            if len(members) == 1 and self._sizes[self._template.fluent_variable(number)] == 2:
                name = readable(fluents[0])
            elif len(members) == 1:  # a fluent that always holds
                name, domain = readable(fluents[0]), (TRUE,)
            else:
                name, values = _group_names(fluents)
                if name in taken:  # several groups of one name, told apart by their first fluents
                    name = f"{name}[{readable(fluents[0])}]"
                optional = (NONE,) if members[-1] == _core.NO_FLUENT else ()
                domain = (*values, *optional)
            taken.add(name)
            self._set(self._template.fluent_variable(number), name + NOW, domain)
            self._set(self._template.next_variable(number), name + THEN, domain)

    def _name_roles(self) -> None:
        for role, name in enumerate(self._completion.roles):
            moves = tuple(readable(move) for move in self._completion.moves[role])
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


def _cell(number: int, variable: Variable, sets: list[tuple[bool, list[int]]]) -> Cell:
    if number == -1:
        return STAR
    if number >= 0:
        return variable.domain[number]
    complement, members = sets[-2 - number]
    values = (variable.domain[member] for member in members)
    return Except(*values) if complement else OneOf(*values)


def readable(term: Term) -> str:
    """A term as f(a,b)."""
    if isinstance(term, Function):
        return f"{term.name}({','.join(map(readable, term.args))})"
    return term.name if isinstance(term, Symbol) else str(term)


def _group_names(fluents: Sequence[Term]) -> tuple[str, tuple[str, ...]]:
    """A group's common name, from the arguments its members share, and a value per member from the others."""
    rows = list(map(arguments, fluents))
    head = fluents[0]
    assert isinstance(head, Function)
    shared = [len({row[i] for row in rows}) == 1 for i in range(len(rows[0]))]
    if all(shared):  # a group of one fluent: its last argument is the value
        shared[-1] = False
    key = [readable(argument) for argument, same in zip(head.args, shared) if same]
    name = f"{head.name}({','.join(key)})" if key else head.name
    values = tuple(
        ",".join(readable(argument) for argument, same in zip(row, shared) if not same) for row in rows
    )
    return name, values
