"""The guards that a game passes when it is loaded.

These are the errors of `check` that the rules alone show, without grounding them; so they are quick. `Game` refuses
what no engine can give a meaning to. Commands refuse as well what has a meaning, but makes no game: one that never
ends, say, which may be just what is wanted of a piece of rules in a program, or in a match that has begun.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from woodstock.checks.arities import keyword_arities
from woodstock.checks.definitions import missing, no_roles, roles_without
from woodstock.checks.keywords import dependencies, goal_values, heads, role_facts
from woodstock.checks.program import Program
from woodstock.gdl.diagnostic import Diagnostic, Severity
from woodstock.gdl.errors import RulesheetError
from woodstock.gdl.problems import MOST, place
from woodstock.gdl.rulesheet import Rulesheet

Guard = Callable[[Program], Iterable[Diagnostic]]

MEANING: tuple[Guard, ...] = (keyword_arities, no_roles, heads, dependencies, role_facts, goal_values)
GAME: tuple[Guard, ...] = (*MEANING, missing, roles_without)


def require_playable(sheet: Rulesheet) -> None:
    """Raises `RulesheetError` with all that leaves the rules without a meaning, each with its place and remedy."""
    require(MEANING, sheet)


def require_game(sheet: Rulesheet) -> None:
    """The same for all that keeps the rules from being a game."""
    require(GAME, sheet)


def require(guards: tuple[Guard, ...], sheet: Rulesheet) -> None:
    program = Program(sheet)
    found = [f for guard in guards for f in guard(program) if f.severity is Severity.ERROR]
    if found:
        raise RulesheetError([named(each, sheet) for each in sorted(found, key=place)[:MOST]], sheet.text)


def named(finding: Diagnostic, sheet: Rulesheet) -> Diagnostic:
    """A finding about the game as a whole says which game."""
    if finding.location is not None or not sheet.file:
        return finding
    return replace(finding, message=f"{sheet.file}: {finding.message}")
