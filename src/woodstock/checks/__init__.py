"""Everything that is wrong with a rulesheet, found at once.

>>> from woodstock.gdl import parse_kif
>>> sheet = parse_kif("(role x) (legal x a) (init p) (next p) (goal x 1) (<= terminal (true q))", "g.kif")
>>> print(*check(sheet), sep="\\n")
g.kif:1:70: warning: the fluent `q` never comes about: no `init` or `next` gives it [undefined-fluent]
"""

from __future__ import annotations

from woodstock.checks.arities import check_arities
from woodstock.checks.definitions import check_definitions
from woodstock.checks.keywords import check_keywords
from woodstock.checks.program import Program
from woodstock.checks.recursion import check_recursion
from woodstock.checks.safety import check_safety
from woodstock.checks.stratification import check_stratification
from woodstock.gdl.diagnostic import Diagnostic
from woodstock.gdl.problems import place
from woodstock.gdl.rulesheet import Rulesheet

__all__ = ["check"]

CHECKS = (
    check_arities,
    check_definitions,
    check_keywords,
    check_recursion,
    check_safety,
    check_stratification,
)


def check(rulesheet: Rulesheet) -> list[Diagnostic]:
    """All findings in the order of the text, those about the game as a whole last."""
    program = Program(rulesheet)
    return sorted((finding for run in CHECKS for finding in run(program)), key=place)
