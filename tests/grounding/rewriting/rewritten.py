"""An engine from rules as a rewriting leaves them, to be held against the reference on the original rules."""

from collections.abc import Iterable

from tests.engines.conformance import assert_agreement
from woodstock.compile.compiled import Compiled
from woodstock.compile.completion import complete
from woodstock.engines.reference import Reference
from woodstock.engines.stepper import StepperEngine
from woodstock.gdl import Rulesheet
from woodstock.grounding import GroundProgram, Limits
from woodstock.grounding.asp import Identifiers, program_text
from woodstock.grounding.clingo import ground_text
from woodstock.grounding.rewriting.normal import NormalRule


def assert_same_game(sheet: Rulesheet, rules: Iterable[NormalRule], count: int = 60) -> GroundProgram:
    rules = tuple(rules)
    identifiers = Identifiers()
    ground = ground_text(program_text(rules, identifiers), identifiers, Limits())
    program = GroundProgram(sheet, rules, ground.program, ground.sizes, 0.0)
    completion = complete(program, 10**6)
    native = StepperEngine(Compiled(completion, completion.circuit))
    assert_agreement([native, Reference(sheet)], count=count)
    return program
