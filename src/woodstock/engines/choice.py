"""Which engine a game is played on. Engines are imported when they are chosen: none needs what only another needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from woodstock.checks.playable import require_playable
from woodstock.engines.engine import Engine
from woodstock.errors import EvaluationError, GroundingError, UnknownEngine
from woodstock.gdl import Rulesheet

if TYPE_CHECKING:
    from woodstock.compile.cache import Cache
    from woodstock.compile.compiled import Compiled
    from woodstock.grounding import Limits

FOR_GAMES = ("auto", "stepper", "evaluator", "reference")


def choose_engine(
    rulesheet: Rulesheet, name: str, limits: Limits | None, cache: Cache | None = None
) -> tuple[Engine[Any], str]:
    """The engine of that name and, where it is not the one that was hoped for, the reason."""
    if name not in FOR_GAMES:
        raise UnknownEngine(f"there is no engine {name}; there are {', '.join(FOR_GAMES)}")
    require_playable(rulesheet)
    reason = ""
    if name in ("auto", "stepper"):
        from woodstock.compile.compiled import compile_rules

        compile_ = cache.compiled if cache else compile_rules
        try:
            return build_engine("stepper", rulesheet, compile_(rulesheet, limits)), ""
        except GroundingError as error:
            if name == "stepper":
                raise
            reason = str(error)
    if name != "reference":
        try:
            return build_engine("evaluator", rulesheet), reason
        except EvaluationError as error:
            if name == "evaluator":
                raise
            reason = f"{reason}; nor evaluated: {error}"
    return build_engine("reference", rulesheet), reason


def build_engine(name: str, rulesheet: Rulesheet, compiled: Compiled | None = None) -> Engine[Any]:
    """The engine of that name; `lanes` and `stepper` run on compiled rules."""
    if name == "evaluator":
        from woodstock.engines.evaluator import Evaluator

        return Evaluator(rulesheet)
    if name == "reference":
        from woodstock.engines.reference import Reference

        return Reference(rulesheet)
    if name == "stepper" and compiled is not None:
        from woodstock.engines.stepper import StepperEngine

        return StepperEngine(compiled)
    if name == "lanes" and compiled is not None:
        from woodstock.engines.lanes import LaneEngine

        return LaneEngine(compiled)
    raise UnknownEngine(f"there is no engine {name}; there are auto, lanes, stepper, evaluator, reference")
