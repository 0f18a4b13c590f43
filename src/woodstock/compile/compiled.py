"""A game's rules compiled to the native core: ground program, completion, circuit, stepper and lanes.

Every engine of the core works with numbers: fluents are numbered as in `fluents`, moves per role as in `moves`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from woodstock import _core
from woodstock.compile.completion import Completion, complete
from woodstock.compile.vocabulary import Vocabulary
from woodstock.errors import GroundingError, UnknownFluent
from woodstock.gdl import Rulesheet
from woodstock.gdl.terms import Term
from woodstock.grounding import GroundProgram, Limits, ground
from woodstock.grounding.rewriting.normal import normalise
from woodstock.grounding.rewriting.sizes import Sizes

Made = TypeVar("Made")

WHOLE_RULES_WITHIN_REACH = 6_000_000  # estimated ground rules; estimates are on the high side
WHOLE_LITERALS = 3_000_000
# Times the literals of the cut rules: beyond that whole rules never gave the smaller circuit.
WHOLE_GROWTH = 20


@dataclass(frozen=True)
class Compiled:
    completion: Completion
    circuit: _core.Circuit
    seconds: dict[str, float] = field(default_factory=dict, compare=False)  # by pass
    _made: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)  # by what made it

    @property
    def program(self) -> GroundProgram:
        return self.completion.program

    @property
    def rulesheet(self) -> Rulesheet:
        return self.completion.rulesheet

    @property
    def roles(self) -> tuple[str, ...]:
        return self.completion.roles

    @property
    def fluents(self) -> tuple[Term, ...]:
        return self.completion.fluents

    @property
    def moves(self) -> tuple[tuple[Term, ...], ...]:
        return self.completion.moves

    @property
    def percepts(self) -> tuple[Term, ...]:
        return self.completion.percepts

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary(self.roles, self.fluents, self.moves)

    @cached_property
    def percept_number(self) -> dict[Term, int]:
        return {term: number for number, term in enumerate(self.percepts)}

    def state(self, fluents: Iterable[Term]) -> _core.State:
        """The state in which these fluents hold."""
        numbers = self.vocabulary.fluent_number
        try:
            return _core.State(len(numbers), [numbers[fluent] for fluent in fluents])
        except KeyError as missing:
            raise UnknownFluent(missing.args[0]) from None

    def terms(self, state: _core.State) -> frozenset[Term]:
        """The fluents that hold in a state."""
        return frozenset(self.fluents[number] for number in state.fluents())

    @cached_property
    def engines(self) -> _core.Engines:
        """What searches work with, made when first asked for and shared by all of them."""
        return _core.Engines(self.circuit)

    def once(self, make: Callable[[Compiled], Made]) -> Made:
        """What later layers make of the rules, made when first asked for."""
        if make not in self._made:
            self._made[make] = make(self)
        made: Made = self._made[make]
        return made


def compile_rules(rulesheet: Rulesheet, limits: Limits | None = None) -> Compiled:
    """Ground, complete and compile a rulesheet; raises GroundingError where a limit is hit.

    Decomposed rules ground into smaller programs, whole rules often factor into smaller circuits: where the whole
    rules are within reach both are compiled and the smaller circuit is kept.
    """
    limits = limits or Limits()
    start = time.perf_counter()
    compiled = _compile(rulesheet, limits, cut=True)
    spent = time.perf_counter() - start
    left = limits.left - spent
    rules = normalise(rulesheet.rules)
    sizes = Sizes(rules)
    if (
        left < 4 * spent
        or sum(sizes.join(rule.body) for rule in rules if rule.body) > WHOLE_RULES_WITHIN_REACH
    ):
        return compiled
    most = min(limits.literals, WHOLE_LITERALS, WHOLE_GROWTH * compiled.program.native.literal_count + 1000)
    try:
        whole = _compile(
            rulesheet,
            replace(limits, spent=limits.spent + spent, literals=most),
            cut=False,
            believe_lists=compiled.program.filtered,
        )
    except GroundingError:
        return compiled
    return min(compiled, whole, key=lambda either: _operations(either.circuit))


def _compile(rulesheet: Rulesheet, limits: Limits, *, cut: bool, believe_lists: bool = True) -> Compiled:
    start = time.perf_counter()
    program = ground(rulesheet, limits, cut=cut, believe_lists=believe_lists)
    grounded = time.perf_counter()
    completion = complete(program, limits.literals, limits.left - (grounded - start))
    completed = time.perf_counter()
    circuit = completion.circuit
    seconds = {
        "grounding": grounded - start,
        "completion": completed - grounded,
        "circuit": time.perf_counter() - completed,
    }
    return Compiled(completion, circuit, seconds)


def _operations(circuit: _core.Circuit) -> int:
    return circuit.input_count - circuit.gate_count
