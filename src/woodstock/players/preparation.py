"""What a player around a search of the core has of a match: the game compiled, the search, and who follows the moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from woodstock import _core
from woodstock.background import Background
from woodstock.belief.tracker import Tracker
from woodstock.compile.compiled import Compiled, compile_rules
from woodstock.errors import GroundingError
from woodstock.players.fallback import Fallback
from woodstock.players.symmetric import SymmetryHunt

if TYPE_CHECKING:
    from woodstock.game import Game

Build = Callable[[Compiled, int], _core.Search]
COULD_NOT_RUN = "its search could not run"


@dataclass(slots=True)
class Match:
    """What lasts from `start` to `stop`."""

    tracker: Tracker
    fallback: Fallback
    preparation: Background[Prepared]
    symmetry: SymmetryHunt | None = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A game compiled, the search, the proof search where the player has one, and what it goes by."""

    compiled: Compiled
    initial: _core.State
    search: _core.Search
    proof: _core.ProofSearch | None
    beliefs: _core.BeliefSearch | None = None
    note: str = ""


def compile_game(game: Game) -> Compiled:
    """The rules compiled; GroundingError at once where that is known to be impossible."""
    if game.fallback_reason:
        raise GroundingError(game.fallback_reason)
    return game.compiled or compile_rules(game.rulesheet)


def why_not(error: Exception | None) -> str:
    """What a player says of a move that its own search had no part in, in one line."""
    if error is None:
        return f"{COULD_NOT_RUN} yet: the game is still being compiled; a longer start clock helps"
    return f"{COULD_NOT_RUN}: {str(error).partition(chr(10))[0]}"
