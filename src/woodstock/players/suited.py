"""Which search suits what the players of a game know (`traits/information.py`).

Where players know different things, a search that takes each possible state for known can neither value what it would
learn nor hide what it knows; an information-set search can.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from woodstock import _core
from woodstock.belief.tracker import tells_percepts
from woodstock.compile.compiled import Compiled
from woodstock.players.spec import Option
from woodstock.traits.information import PRIVATE

if TYPE_CHECKING:
    from woodstock.game import Game

SUITED, AVERAGE = "suited", "average"

HIDDEN_OPTION = Option(
    "hidden",
    str,
    SUITED,
    "where the state is hidden: the search that suits what the players know, or an average over possible states",
    choices=(SUITED, AVERAGE),
)

UNIFORM, POLICY = "uniform", "policy"

OPPONENTS_OPTION = Option(
    "opponents",
    str,
    UNIFORM,
    "hidden moves of others, in following a match: all alike, or as the search itself expects (if that goes by "
    "observations: ismcts, cfr)",
    choices=(UNIFORM, POLICY),
)


@dataclass(frozen=True, slots=True)
class Suited:
    """A search, and why it."""

    search: _core.Search
    note: str


def suited_search(game: Game, compiled: Compiled, role: int) -> Suited | None:
    """The search for a game whose players know different things; None for all others."""
    if game.compiled is None or not tells_percepts(game.rulesheet):
        return None
    if game.information.value != PRIVATE:
        return None
    search = next(kind for kind in _core.search_kinds() if kind.name == "ismcts")
    return Suited(
        search.make(compiled.engines, role), "ismcts: players know different things (private information)"
    )
