"""The guard that every game passes when it is loaded: what no engine can give a meaning to.

These are the errors of `check` that the rules alone show, without grounding them; so it is quick, and what `check`
calls an error is refused by every command and by `Game`.
"""

from __future__ import annotations

from dataclasses import replace

from woodstock.gdl.checks.arities import keyword_arities
from woodstock.gdl.checks.definitions import missing, roles_without
from woodstock.gdl.checks.keywords import dependencies, goal_values, heads, role_facts
from woodstock.gdl.checks.program import Program
from woodstock.gdl.diagnostic import Diagnostic, Severity
from woodstock.gdl.errors import RulesheetError
from woodstock.gdl.problems import MOST, place
from woodstock.gdl.rulesheet import Rulesheet

GUARDS = (keyword_arities, missing, roles_without, heads, dependencies, role_facts, goal_values)


def require_playable(sheet: Rulesheet) -> None:
    """Raises `RulesheetError` with every error, each with its place and remedy, if there are any."""
    program = Program(sheet)
    found = [f for guard in GUARDS for f in guard(program) if f.severity is Severity.ERROR]
    if found:
        raise RulesheetError([named(each, sheet) for each in sorted(found, key=place)[:MOST]], sheet.text)


def named(finding: Diagnostic, sheet: Rulesheet) -> Diagnostic:
    """A finding about the game as a whole says which game."""
    if finding.position is not None or not sheet.file:
        return finding
    return replace(finding, message=f"{sheet.file}: {finding.message}")
