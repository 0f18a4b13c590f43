"""Stages with percepts, solved by MAC on the readable network: who does what, what follows, and who sees what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from woodstock import _core
from woodstock.scsp.game.percepts import sees_name, with_percepts
from woodstock.scsp.game.stage_network import NOW, TRUE, StageNetwork
from woodstock.scsp.model.cells import Value
from woodstock.scsp.solving.csp import compile_network


@dataclass(frozen=True, slots=True)
class SensedSolution:
    """A joint move (numbered per role), the fluents after it, and (role, percept) for all that is seen."""

    moves: tuple[int, ...]
    fluents: frozenset[int]
    percepts: frozenset[tuple[int, int]]


class PerceptSolver:
    """Compiles the percept network once and injects one state after another."""

    def __init__(self, stage: StageNetwork) -> None:
        self.stage = stage
        network = with_percepts(stage).network
        self._compiled = compile_network(network)
        self._engine = _core.Propagation(self._compiled.csp)
        self._consistent = self._engine.propagate()
        names = [v.name for v in stage.network.variables]
        template = stage.template
        self._actions = [names[template.action(role)] for role in range(template.role_count)]
        self._next = [names[template.next_variable(n)] for n in range(len(stage.members))]
        chance = stage.completion.circuit.chance_role
        self._sees = {
            sees_name(stage, role, percept): (role, percept)
            for role, percept, _ in stage.completion.circuit.percepts
            if role != chance
        }

    def solve(self, state: _core.State) -> Iterator[SensedSolution]:
        """The solutions of a state's stage; none where it is terminal."""
        engine, compiled = self._engine, self._compiled
        engine.push()
        try:
            fixed = self.stage.injection(state).items()
            possible = self._consistent and all(compiled.assign(engine, name, v) for name, v in fixed)
            if not possible or not engine.propagate():
                return
            if compiled.domain(engine, f"terminal{NOW}") == (TRUE,):
                return
            search = _core.CspSearch(engine, [compiled.index[name] for name in self._actions])
            while (numbers := search.next()) is not None:
                yield self._solution(compiled.decode(numbers))
        finally:
            engine.pop()

    def _solution(self, found: dict[str, Value]) -> SensedSolution:
        domains = {v.name: v.domain for v in self._compiled.variables}
        moves = tuple(domains[name].index(found[name]) for name in self._actions)
        after = set()
        for name, members in zip(self._next, self.stage.members):
            value = found[name]
            place = 0 if len(members) == 1 else domains[name].index(value)
            if (len(members) > 1 or value == TRUE) and members[place] != _core.NO_FLUENT:
                after.add(members[place])
        seen = frozenset(what for name, what in self._sees.items() if found[name] == TRUE)
        return SensedSolution(moves, frozenset(after), seen)
