"""What a person may see: the state, or where the rules say what is seen (GDL-II) only what follows from that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from woodstock.belief.tracker import InconsistentObservation, Tracker, tells_percepts
from woodstock.clock import Clock
from woodstock.view.knowledge import known_view
from woodstock.view.text import draw_text

if TYPE_CHECKING:
    from woodstock.game import Game, Role, State
    from woodstock.players import Observation

_SECONDS = 2.0


class View:
    def __init__(self, game: Game, role: Role) -> None:
        self.hides = tells_percepts(game.rulesheet)
        """Whether the role is told percepts instead of moves."""
        self._game = game
        self._role = role
        self._tracker = Tracker(game, role)

    def picture(self, state: State, observation: Observation) -> str:
        """The board as far as the role knows it; at the end everything is shown."""
        if not self.hides or state.terminal:
            return str(state)
        if observation.step < self._tracker.step:
            self._tracker = Tracker(self._game, self._role)
        try:
            self._tracker.follow(observation, Clock.after(_SECONDS))
        except InconsistentObservation:
            return "What you saw does not tell the state."
        worlds = self._tracker.worlds
        if not self._tracker.exact:
            return "What you saw leaves very many states possible."
        if len(worlds) == 1:
            return str(worlds.likeliest)
        note = f"{len(worlds)} states are possible; ? is what you do not know:"
        return f"{note}\n{draw_text(known_view([world.view for world in worlds]))}"
