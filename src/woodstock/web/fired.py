"""Which rules were at work in a step of a match.

Each rule gets a twin that makes a role see its number whenever its body holds; one step on the evaluator then tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from woodstock.game import Game
from woodstock.gdl.formulas import Rule
from woodstock.gdl.terms import Function, Symbol, signature

if TYPE_CHECKING:
    from woodstock.game import Move, State

MARK = "rule_at_work"
"""What the twins make a role see."""
WITHOUT_A_STEP = ("init", "base", "input")
"""Heads of rules that say the same in every state."""


def fired(state: State, moves: Sequence[Move]) -> list[Rule]:
    """The rules, facts aside, whose bodies hold in a state when these moves are made there."""
    game = state.game
    watching = Symbol(game.players[0].name)
    rules = [
        rule for rule in game.rulesheet.rules if rule.body and signature(rule.head)[0] not in WITHOUT_A_STEP
    ]
    twins = [
        Rule(Function("sees", (watching, Function(MARK, (Symbol(str(number)),)))), rule.body)
        for number, rule in enumerate(rules)
    ]
    marked = Game(
        replace(game.rulesheet, rules=(*game.rulesheet.rules, *twins)), name=game.name, engine="evaluator"
    )
    after = marked.state(state.fluents).play(tuple(moves))
    seen = after.percepts(watching.name)
    numbers = [int(str(each.args[0])) for each in seen if isinstance(each, Function) and each.name == MARK]
    return [rules[number] for number in sorted(numbers)]
