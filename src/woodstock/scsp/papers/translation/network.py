"""The network of 2014 (001 §4): its variables, its relations, its times.

`Translation2014(rulesheet)` has the variables and domains of any game that it can enumerate, for Table 2 of 001 and of 003;
`stage()` and `horizon(T)` build the network where the game is in the fragment: complete information, chance that the state
does not influence (conditions vi and vii), a single value per fluent name, no recursion, tables below a limit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from woodstock.gdl import Rulesheet
from woodstock.scsp.model.cells import STAR, Cell, Except, Row
from woodstock.scsp.model.constraint import Constraint, NetworkError, Variable
from woodstock.scsp.model.network import Network, Stage
from woodstock.scsp.model.probability import UniformTable, uniform
from woodstock.scsp.papers.translation.conjuncts import Conjunct, Conjuncts
from woodstock.scsp.papers.translation.relations import Relation, relations_of
from woodstock.scsp.papers.translation.variables import (
    FALSE,
    TRUE,
    UNDEFINED,
    Arguments,
    Declarations,
    Declared,
    Kind,
    Values,
)

MOST_VALUES = 500_000


class Translation2014:
    """A game by the translation of 2014; tables are filled when a network is first asked for."""

    def __init__(self, rulesheet: Rulesheet, name: str = "game") -> None:
        self.name = name
        self.declared = Declarations(rulesheet)
        self.values: Values = {}
        self.relations: list[Relation] = []
        self.rules: list[Conjunct] = []

    @property
    def initial(self) -> dict[str, str]:
        """The value of every fluent at first."""
        self.fill()
        return {
            name: self.values[name][next(iter(found))] if found else self.values[name][None]
            for name, found in self._init.items()
        }

    def fill(self) -> None:
        """Finds the instances of every rule. Raises NetworkError with the reason where the game is outside the fragment
        or a table would be too large."""
        if self.values:
            return
        self._check_fragment()
        conjuncts = Conjuncts(self.declared)
        rules = [c for rule in self.declared.rulesheet.rules for c in conjuncts.of(rule)]
        values = {
            v.name: self.declared.values(v) for v in self.declared.variables if v.kind is not Kind.STATIC
        }
        self._set_chance(conjuncts, rules, values)
        rules = [rule for rule in rules if (rule.keyword, rule.role) != ("legal", "random")]
        self._init = self._initial(conjuncts, rules, values)
        relations = relations_of(conjuncts, rules)
        for relation in relations:
            relation.fill(conjuncts, values)
        self.values, self.relations, self.rules, self._conjuncts = values, relations, rules, conjuncts

    def _check_fragment(self) -> None:
        if any(rule.head.name == "sees" for rule in self.declared.rulesheet.rules):
            raise NetworkError(
                f"{self.name} has `sees`: 2014's translation is for complete information; "
                "`woodstock network --percepts` has a network with percepts"
            )
        for variable in self.declared.variables:
            if variable.size > MOST_VALUES:
                raise NetworkError(
                    f"{variable.name} has {variable.size:,} values, above the limit of {MOST_VALUES:,}: too many for tables"
                )

    def _set_chance(self, conjuncts: Conjuncts, rules: list[Conjunct], values: Values) -> None:
        """Chance's domain: its legal moves, which must not depend on the state (condition vii)."""
        own = [rule for rule in rules if (rule.keyword, rule.role) == ("legal", "random")]
        if bound := next((rule for rule in own if rule.literals), None):
            raise NetworkError(
                f"what chance may do depends on the state ({bound.rule}): 2014's translation asks for chance that is "
                "indifferent to it (condition vii); use `woodstock network` without --translation"
            )
        if own:
            texts = values["a_random"]
            moves = {head: None for rule in own for head, _ in conjuncts.instances(rule, values)}
            values["a_random"] = {move: texts[move] for move in texts if move in moves}

    def _initial(
        self, conjuncts: Conjuncts, rules: list[Conjunct], values: Values
    ) -> dict[str, set[Arguments]]:
        found: dict[str, set[Arguments]] = {v.name: set() for v in self.declared.fluents}
        for rule in rules:
            if rule.keyword == "init":
                assert rule.head is not None
                found[rule.head.name] |= {head for head, _ in conjuncts.instances(rule, values)}
        for fluent in self.declared.fluents:
            many = len(found[fluent.name])
            if many > 1 or (not many and fluent.signature[1]):
                raise NetworkError(
                    f"{fluent.name} holds {many or 'no'} times at first: 2014's translation has one variable per fluent name, "
                    "with one value in every state (condition vi); use `woodstock network` without --translation"
                )
        return found

    def stage(self) -> Network:
        """The µSCSP: one time and the fluents of the next."""
        self.fill()
        return _Writer(self).write(("t", "t+1"), f"{self.name} by the translation of 2014")

    def horizon(self, transitions: int, player: str | None = None) -> Network:
        """The network from the initial state. `player` fixes `role`: whose reward counts."""
        self.fill()
        times = tuple(map(str, range(transitions + 1)))
        writer = _Writer(self)
        for name, value in self.initial.items():
            writer.constraints.append(Constraint(f"init {name}", (f"{name}@0",), ((value,),)))
        if player is not None:
            others = [role for role in self.declared.domains.roles if role != player]
            for time in times:
                rows: tuple[Row, ...] = ((player if time == "0" else Except(*others),),)
                writer.constraints.append(Constraint(f"represented@{time}", (f"role@{time}",), rows))
        return writer.write(
            times, f"{self.name} to horizon {transitions} by the translation of 2014", whole=True
        )


@dataclass
class _Writer:
    """Writes relations down for one time after another."""

    translation: Translation2014
    variables: list[Variable] = field(default_factory=list)
    constraints: list[Constraint] = field(default_factory=list)
    stages: list[Stage] = field(default_factory=list)
    probabilities: list[UniformTable] = field(default_factory=list)

    def write(self, times: tuple[str, ...], name: str, *, whole: bool = False) -> Network:
        """`whole`: the last time has all that a state tells, not its fluents alone."""
        declared = self.translation.declared
        late = [v for v in declared.variables if v.kind is Kind.DERIVED and v.name in self._moving]
        derived = [v for v in declared.variables if v.kind is Kind.DERIVED and v not in late]
        early = [v for v in declared.variables if v.kind in (Kind.ROLE, Kind.CONTROL, Kind.STATIC)]
        terminal = [v for v in declared.variables if v.kind is Kind.TERMINAL]
        actions = [declared.action(role) for role in declared.players]
        chance = [declared.action("random")] if "random" in declared.domains.roles else []
        for number, time in enumerate(times):
            before = times[number - 1] if number else None
            last = number == len(times) - 1
            told = [*declared.fluents, *derived, *terminal]
            names = [*early, *told] if whole or not last else declared.fluents
            decision = [self._declare(v, before, before) for v in late] if before else []
            decision += [self._declare(v, time, before) for v in names]
            told_by = {v.name for v in names}
            for relation in self.translation.relations:
                if relation.keyword != "next" and told_by.issuperset((relation.head.name, *relation.scope)):
                    self._relate(relation, time, time)
            if before is not None and terminal[0] in names:
                rows = ((TRUE, TRUE), (FALSE, STAR))
                scope = (f"terminal@{before}", f"terminal@{time}")
                self.constraints.append(Constraint(f"over@{time}", scope, rows))
            if terminal[0] in names:
                self._score(time)
            if last:
                self.stages.append(Stage(tuple(decision)))
                break
            decision += [self._declare(v, time, time) for v in actions]
            self.stages.append(Stage(tuple(decision), tuple(self._declare(v, time, None) for v in chance)))
            for relation in self.translation.relations:
                if relation.keyword in ("next", "legal") or relation.head in late:
                    self._relate(relation, time, times[number + 1] if relation.keyword == "next" else time)
        return Network(
            tuple(self.variables),
            tuple(self.stages),
            tuple(dict.fromkeys(self.constraints)),
            tuple(self.probabilities),
            (Fraction(0),) * len(declared.players),
            name=name,
        )

    @property
    def _moving(self) -> set[str]:
        """What depends on a move."""
        found = {v.name for v in self.translation.declared.variables if v.kind is Kind.ACTION}
        while True:
            more = {
                relation.head.name
                for relation in self.translation.relations
                if relation.head.kind is Kind.DERIVED and found.intersection(relation.scope)
            }
            if more <= found:
                return found
            found |= more

    def _declare(self, declared: Declared, time: str, end: str | None) -> str:
        """A variable at a time; it is undefined if the play was over at `end`."""
        name = f"{declared.name}@{time}"
        if declared.kind is Kind.STATIC:
            domain = list(self.translation.declared.values(declared).values())
        else:
            domain = list(self.translation.values[declared.name].values())
        stochastic = declared.name == "a_random"
        if not stochastic and declared.kind is not Kind.TERMINAL and UNDEFINED not in domain:
            domain.append(UNDEFINED)
        variable = Variable(name, tuple(domain), stochastic)
        self.variables.append(variable)
        if stochastic:
            self.probabilities.append(uniform(variable))
        elif end is not None and declared.kind in (Kind.ACTION, Kind.FLUENT):
            rows: tuple[Row, ...] = ((TRUE, UNDEFINED), (FALSE, Except(UNDEFINED)))
            self.constraints.append(Constraint(f"defined {name}", (f"terminal@{end}", name), rows))
        return name

    def _relate(self, relation: Relation, time: str, then: str) -> None:
        """The rows of the relation, and those in which the play is over: a fluent or an action is undefined."""
        scope = (f"{relation.head.name}@{then}", *(f"{name}@{time}" for name in relation.scope))
        rows = relation.rows(self.translation.values)
        kinds = {v.name: v.kind for v in self.translation.declared.variables}
        ends = [
            place
            for place, name in enumerate((relation.head.name, *relation.scope))
            if kinds[name] in (Kind.ACTION, Kind.FLUENT) and name != "a_random"
        ]
        none: Cell = self.translation.values[relation.head.name].get(None, STAR)
        for place in ends:
            rest = (none if relation.head.kind is Kind.DERIVED else STAR, *(STAR for _ in relation.scope))
            rows.append((*rest[:place], UNDEFINED, *rest[place + 1 :]))
        label = f"{relation.keyword or 'definition'} {', '.join(scope)}"
        self.constraints.append(Constraint(label, scope, tuple(rows)))

    def _score(self, time: str) -> None:
        """The soft constraint: role is j, the play is over, and the body of goal(j, N) holds: worth N to j."""
        players = self.translation.declared.players
        values, conjuncts = self.translation.values, self.translation._conjuncts
        for number, rule in enumerate(self.translation.rules):
            if rule.keyword != "goal" or rule.role not in players:
                continue
            rows: list[Row] = []
            gains = []
            for (goal,), body in conjuncts.instances(rule, values):
                cells = [_cell(values[name], body[name]) for name in rule.scope]
                rows.append((rule.role, TRUE, *cells))
                share = Fraction(int(str(goal)), 100)
                gains.append(tuple(share if player == rule.role else Fraction(0) for player in players))
            scope = (f"role@{time}", f"terminal@{time}", *(f"{name}@{time}" for name in rule.scope))
            self.constraints.append(Constraint(f"score {number}@{time}", scope, tuple(rows), tuple(gains)))


def _cell(texts: dict[Arguments | None, str], held: frozenset[Arguments | None]) -> Cell:
    names = [texts[value] for value in held]
    if len(names) == 1:
        return names[0]
    return Except(*(text for value, text in texts.items() if value not in held), UNDEFINED)
