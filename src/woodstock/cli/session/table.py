"""What everybody at the terminal has in common: the match so far, the reasons given, and the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from woodstock.arena.caution import caution
from woodstock.arena.match_table import turns_of
from woodstock.belief.tracker import tells_percepts
from woodstock.cli.session.narrator import VALUES, fault_text, picture, seating, short_name, tell
from woodstock.cli.session.reason import Reason, moves_text
from woodstock.players.preparation import COULD_NOT_RUN

if TYPE_CHECKING:
    from rich.console import Console
    from rich.status import Status

    from woodstock.arena.match_table import Turn
    from woodstock.arena.seat import Seat
    from woodstock.cli.session.lines import ReadLine
    from woodstock.game import Game, Move, Role, State
    from woodstock.view.model import View


@dataclass(slots=True)
class Table:
    game: Game
    people: Sequence[Role]
    players: Mapping[Role, str]
    adviser: Callable[[Role], Seat]
    console: Console
    read: ReadLine
    source: str = ""
    """What the game is called on the command line."""
    undo_refused: str = ""
    seconds: float | None = None
    """What a person may take for a move."""
    file: Path | None = None
    """Where the match is kept, if it is."""
    played: Sequence[Sequence[Move]] = ()
    """What was played before the match was taken up here."""
    wants_new: bool = False
    turns: list[Turn] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)
    hides: bool = field(init=False)
    """Whether roles are told percepts instead of moves."""
    _explained: bool = False
    _waiting: Status | None = None

    def __post_init__(self) -> None:
        self.hides = tells_percepts(self.game.rulesheet)

    @property
    def state(self) -> State:
        return self.turns[-1].state

    @property
    def is_over(self) -> bool:
        return self.state.terminal

    def watch(self, turn: Turn) -> None:
        """Take in what happened, and tell it as far as those who sit here may know."""
        self.wait_no_longer()
        if not self.turns:
            self._welcome(turn)
            self.turns = turns_of(self.game, self.played)[:-1]
        elif turn.step < len(self.turns):
            del self.turns[turn.step :]
            self.reasons = [reason for reason in self.reasons if reason.step < turn.step]
        else:
            self._note(turn)
        self.turns.append(turn)
        if not self.is_over and any(len(turn.state.legal(role)) > 1 for role in self.players):
            self._wait(turn)

    def _welcome(self, turn: Turn) -> None:
        people = " and ".join(map(str, self.people))
        self.say(
            f"{self.game.name}: you play {people}" + (f", from step {turn.step}" * bool(turn.step)), "bold"
        )
        if self.game.description:
            self.say(self.game.description)
        if self.players:
            self.say(f"{seating(self.players)}.")
        if self.hides:
            self.say("You are told only what your role sees.")
        if warning := caution(turn.state.game):
            self.say(f"This game is {warning}.", "yellow")
        self.say("Type a move by number or text, or help.")

    def _note(self, turn: Turn) -> None:
        before = self.state
        for role, decision in turn.decisions.items():
            if role in self.players and len(before.legal(role)) > 1:
                player = short_name(self.players[role])
                self.reasons.append(Reason(turn.step - 1, before, role, player, decision))
        if not self.hides:
            self.say(f"\n{turn.step}. {moves_text(before, turn.moves)}", "bold")
        elif len(self.people) == 1:
            self.say(f"\n{self.own_step(self.people[0], before, turn)}", "bold")
        for role, decision in turn.decisions.items():
            if decision.note.startswith(COULD_NOT_RUN):
                self.say(f"{role}: {decision.note}", "yellow")
        for role, error in turn.errors.items():
            self.say(f"{role}: {fault_text(error)}", "red")

    def own_step(self, role: Role, before: State, turn: Turn) -> str:
        """A step as one role knows it: its own move, and what it saw."""
        own = f"you played {turn.moves[role]}" if len(before.legal(role)) > 1 else "you waited"
        seen = " ".join(map(str, turn.state.percepts(role)))
        return f"{turn.step}. {own} and saw {seen or 'nothing'}"

    def draw(self, view: View) -> None:
        self.say("")
        self.console.print(picture(view, self.console), soft_wrap=True)
        self.say("")

    def explain_values(self) -> None:
        """Say once what the numbers mean."""
        if not self._explained:
            self._explained = True
            self.say(VALUES, "dim")

    def _wait(self, turn: Turn) -> None:
        if self.console.is_terminal:
            thinking = [role.name for role in self.players if len(turn.state.legal(role)) > 1]
            who = "the others are" if self.hides else f"{' and '.join(thinking)}:"
            self._waiting = self.console.status(f"{who} thinking …")
            self._waiting.start()

    def wait_no_longer(self) -> None:
        """Leave the terminal as it was."""
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting.stop()

    def say(self, text: str, style: str = "") -> None:
        tell(self.console, text, style)
