"""From a game to its one-stage network, the µSCSP template (2016 §3.2–3.3, RIA 2017 §4.1, 2017 §4.1).

The tables come from the native stage template, which is compiled from the circuit, gate by gate; `stage_names` gives them
names a person can read. Fluents are multi-valued where a mutex group is proved (`cell(1,1)@t ∈ {x, o, b}`), Booleans
otherwise, and all Booleans if that is asked for (the form of 2017).
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from woodstock import _core
from woodstock.compile.compiled import Compiled
from woodstock.compile.completion import Completion
from woodstock.scsp.game.mutex.groups import PROOF_SECONDS, FluentGroups, fluent_groups
from woodstock.scsp.game.stage_names import FALSE, NOW, THEN, TRUE, StageNames
from woodstock.scsp.model.cells import Value
from woodstock.scsp.model.constraint import Constraint, NetworkError, Variable
from woodstock.scsp.model.network import Network

__all__ = ["FALSE", "NOW", "THEN", "TRUE", "StageNetwork", "encode", "stage_template"]


@dataclass(frozen=True)
class StageNetwork:
    """A game's µSCSP: the native template that solves it, and the readable network, written out when first asked for."""

    name: str
    template: _core.StageTemplate
    completion: Completion
    groups: FluentGroups | None
    members: tuple[tuple[int, ...], ...]  # per fluent variable, the fluents its values stand for
    seconds: float = field(compare=False, default=0.0)

    @cached_property
    def _readable(self) -> tuple[Network, dict[str, str]]:
        return StageNames(self.completion, self.template).network(self.name)

    @property
    def network(self) -> Network:
        return self._readable[0]

    @property
    def definitions(self) -> dict[str, str]:
        """Per auxiliary variable the constraint that defines it."""
        return self._readable[1]

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
        return with_values(self.network, self.injection(state))


def with_values(network: Network, fixed: Mapping[str, Value]) -> Network:
    """The network with some variables fixed by unary constraints."""
    added = tuple(Constraint(f"state {name}", (name,), ((value,),)) for name, value in fixed.items())
    return replace(network, constraints=network.constraints + added)


def encode(
    completion: Completion, *, boolean: bool = False, seconds: float = PROOF_SECONDS, name: str = "game"
) -> StageNetwork:
    """The µSCSP template of a game. `boolean` leaves fluents Booleans; otherwise `seconds` bounds the proof of
    mutex groups."""
    start = time.perf_counter()
    for role, moves in zip(completion.roles, completion.moves, strict=True):
        if not moves:
            raise NetworkError(
                f"{name} has no network: {role} has no legal move in any state that can be reached"
            )
    groups = None if boolean else fluent_groups(completion, seconds=seconds)
    members = [group.members for group in groups.groups] if groups else []
    template = _core.StageTemplate(completion.circuit, members)
    numbers = tuple(map(tuple, template.members))
    return StageNetwork(name, template, completion, groups, numbers, time.perf_counter() - start)


def stage_template(compiled: Compiled) -> _core.StageTemplate:
    """The template of compiled rules, encoded once for all searches of the game."""
    return compiled.once(_template)


def _template(compiled: Compiled) -> _core.StageTemplate:
    return encode(compiled.completion).template


def _is_boolean(variable: Variable, members: Sequence[int]) -> bool:
    return len(members) == 1 and len(variable.domain) == 2
