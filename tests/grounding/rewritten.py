"""An engine from rules as a rewriting leaves them, to be held against the reference on the original rules."""

from __future__ import annotations

from collections.abc import Iterable

from tests.conformance import assert_agreement
from woodstock.compiled import Compiled
from woodstock.gdl import Rulesheet
from woodstock.grounding import GroundProgram, Limits, complete
from woodstock.grounding.asp import Identifiers, program_text
from woodstock.grounding.clingo_library import ground_text
from woodstock.grounding.normal import NormalRule
from woodstock.native import Native
from woodstock.reference import Reference


def assert_same_game(sheet: Rulesheet, rules: Iterable[NormalRule], count: int = 60) -> GroundProgram:
    rules = tuple(rules)
    identifiers = Identifiers()
    ground = ground_text(program_text(rules, identifiers), identifiers, Limits())
    program = GroundProgram(sheet, rules, ground.program, ground.sizes, 0.0)
    completion = complete(program, 10**6)
    native = Native(Compiled(program, completion, completion.circuit))
    assert_agreement([native, Reference(sheet)], count=count)
    return program
