"""Games from the rules of a START message: at once on the rules as they are, later compiled."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from woodstock.checks import check
from woodstock.errors import WoodStockError
from woodstock.gdl import Rulesheet, RulesheetError, Severity, parse_kif
from woodstock.gdl.terms import Function, Symbol

if TYPE_CHECKING:
    from woodstock.game import Game


class RoleError(WoodStockError):
    """A role that the rules do not have."""


def read_rules(rules: str) -> Rulesheet:
    return parse_kif(rules, "rules")


def examine(sheet: Rulesheet, role: str) -> None:
    """Raise the reason why nobody can play this role by these rules, if there is one."""
    errors = [finding for finding in check(sheet) if finding.severity is Severity.ERROR]
    if errors:
        raise RulesheetError(errors, sheet.text)
    roles = [
        rule.head.args[0]
        for rule in sheet.rules
        if isinstance(rule.head, Function) and rule.head.name == "role"
    ]
    if roles and all(isinstance(found, Symbol) and found.name != role for found in roles):
        raise RoleError(f"the rules have no role {role}; they have {', '.join(map(str, roles))}")


def load_quickly(rulesheet: Rulesheet) -> Game:
    """The game on the evaluator, after the rules were checked; on the reference if the evaluator refuses them."""
    from woodstock.errors import EvaluationError
    from woodstock.game import Game

    try:
        return Game(rulesheet, engine="evaluator")
    except EvaluationError:
        return Game(rulesheet, engine="reference")


def load_compiled(rulesheet: Rulesheet, check_seconds: float, cache: str = "") -> tuple[Game, str]:
    """The game on the fastest engine it can have and that the self-check trusts, and a note on which that is."""
    from woodstock.compile.cache import Cache
    from woodstock.game import Game, self_check

    kept = Cache(Path(cache)) if cache else None
    best = self_check(Game(rulesheet, engine="auto", cache=kept), seconds=check_seconds)
    checked = f", {best.verdict}" if best.verdict else ""
    reason = f" ({best.fallback_reason})" if best.fallback_reason else checked
    return best, f"engine {best.engine.name}{reason}"
