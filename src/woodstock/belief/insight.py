"""What a role knows of the state of a match, as a picture with a note: for people in games with hidden information."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from woodstock.belief.inconsistent import InconsistentObservation
from woodstock.belief.tracker import Tracker, tells_percepts
from woodstock.clock import Clock
from woodstock.view.knowledge import known_view

if TYPE_CHECKING:
    from woodstock.belief.observation import Observation
    from woodstock.game import Game, Role
    from woodstock.view.model import View

SECONDS = 2.0
MOST_DRAWN = 500
FEWEST_TO_TRUST = 32
"""Where not all states are known: what fewer of them agree on may well be otherwise."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The board as far as it is known, if anything is, and what the marks mean."""

    view: View | None
    note: str = ""


class Insight:
    def __init__(self, game: Game, role: Role) -> None:
        self.hides = tells_percepts(game.rulesheet)
        """Whether the role is told percepts instead of moves."""
        self._game = game
        self._role = role
        self._tracker = Tracker(game, role)

    def look(self, observation: Observation) -> Seen:
        """What follows from everything that the role has observed."""
        if observation.step < self._tracker.step:
            self._tracker = Tracker(self._game, self._role)
        try:
            self._tracker.follow(observation, Clock.after(SECONDS))
        except InconsistentObservation:
            return Seen(None, "What you saw does not tell the state.")
        count, worlds = len(self._tracker.worlds), self._tracker.draw(MOST_DRAWN)
        guessed = not self._tracker.exact and len(worlds) < FEWEST_TO_TRUST
        view = known_view([world.view for world in worlds], worlds.weights, guessed=guessed)
        marks = "? is what you do not know, and a piece with ? is likely."
        if guessed:
            return Seen(view, f"Very many states are possible; this is a guess from {len(worlds)} of them.")
        if not self._tracker.exact:
            return Seen(view, f"Very many states are possible; of {len(worlds)} that are: {marks}")
        if len(worlds) < count:
            return Seen(view, f"{count} states are possible; of {len(worlds)} of them: {marks}")
        return Seen(view, f"{count} states are possible: {marks}" if count > 1 else "")
