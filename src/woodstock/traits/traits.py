"""The traits of a game, each with how it is known.

What random play refutes is settled by that; the rest is asked of clingo on the circuit, under a time limit.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from woodstock.compile.compiled import Compiled
from woodstock.gdl.keywords import CHANCE
from woodstock.gdl.terms import Function
from woodstock.scsp.game.mutex.groups import fluent_groups
from woodstock.traits.chance import NONE, find_chance
from woodstock.traits.evidence import Finding
from woodstock.traits.information import find_information
from woodstock.traits.payoffs import SOLO, find_payoffs
from woodstock.traits.play import watch
from woodstock.traits.told_moves import find_told_moves
from woodstock.traits.turns import find_turns

PLAY_SHARE, GROUPS_SHARE = 0.1, 0.3


@dataclass(frozen=True, slots=True)
class Traits:
    players: int
    turns: Finding
    payoffs: Finding
    chance: Finding
    moves: Finding
    """Which of them players are told."""
    information: Finding

    def __str__(self) -> str:
        """One line for people, with how far what was not proven was tried."""
        return self._told(str)

    @property
    def brief(self) -> str:
        """The same without how it is known."""
        return self._told(lambda finding: finding.value)

    def _told(self, tell: Callable[[Finding], str]) -> str:
        parts = ["one player" if self.players == 1 else f"{self.players} players"]
        if self.payoffs.value != SOLO:
            parts += [tell(self.turns), tell(self.payoffs)]
        if self.chance.value != NONE:
            parts.append(f"chance {tell(self.chance)}")
        known, words = self.information, f"{self.information.value} information"
        if tell(known) != known.value:
            words += f" (taken for it: that players know the same was not refuted in {known.steps:,} steps)"
        return ", ".join([*parts, words])


def find_traits(compiled: Compiled, *, seconds: float = 5.0, seed: int = 0) -> Traits:
    """What kind of game it is; what is not decided in time is said to be so."""
    deadline = time.monotonic() + seconds
    circuit = compiled.circuit
    play = watch(circuit, seed, seconds * PLAY_SHARE)
    groups = fluent_groups(compiled.completion, seconds=seconds * GROUPS_SHARE, seed=seed).groups
    rules = compiled.rulesheet.rules
    sees = any(isinstance(rule.head, Function) and rule.head.name == "sees" for rule in rules)

    def part(fraction: float) -> float:
        return (deadline - time.monotonic()) * fraction

    turns, payoffs = (
        find_turns(circuit, groups, play, part(0.33)),
        find_payoffs(circuit, groups, play, part(0.5)),
    )
    moves = find_told_moves(circuit, groups, play, sees=sees, seconds=part(0.5))
    return Traits(
        sum(role != CHANCE for role in compiled.roles),
        turns,
        payoffs,
        find_chance(circuit),
        moves,
        find_information(circuit, groups, play, moves, sees=sees, seconds=part(1)),
    )
