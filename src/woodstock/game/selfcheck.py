"""A compiled game held against the evaluator before a match is played on it."""

from __future__ import annotations

from typing import Any

from woodstock.engines.engine import Engine
from woodstock.engines.selfcheck import Verdict, compare_engines
from woodstock.errors import WoodStockError
from woodstock.game.game import Game

SELF_CHECK_SECONDS = 0.25


def self_check(game: Game, *, seconds: float = SELF_CHECK_SECONDS, seed: int = 0) -> Game:
    """The game if its compiled engines say what the rules say; else the same game on the evaluator.

    What was compared stays in `game.verdict`, so that a game is checked once. Without a judge that can take the rules
    in time nothing is known, and the game is kept.
    """
    if game.compiled is None:
        return game
    if game.verdict is None:
        try:
            game.verdict = _held_against(game.engine_named("evaluator"), game, seconds, seed)
        except WoodStockError:  # the judge has no answer: limits, or a goal beyond all bounds
            game.verdict = Verdict(("evaluator",), 0, 0)
    if game.verdict.difference is None:
        return game
    slow = Game(
        game.rulesheet, name=game.name, engine="evaluator", description=game.description, hints=game.hints
    )
    slow.fallback_reason = f"self-check: {game.verdict.difference}"
    slow.verdict = game.verdict
    return slow


def _held_against(judge: Engine[Any], game: Game, seconds: float, seed: int) -> Verdict:
    try:
        lanes = game.engine_named("lanes")
    except Exception as error:
        return Verdict.of_failure("lanes", judge.name, error)
    return compare_engines(judge, [game.engine, lanes], seconds=seconds, seed=seed)
