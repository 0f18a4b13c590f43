"""A match told step by step: moves, values and boards, one below the other."""

from __future__ import annotations

import time
from collections.abc import Mapping
from textwrap import wrap
from typing import TYPE_CHECKING

from woodstock.arena.caution import caution
from woodstock.cli.session.reason import brief, moves_text
from woodstock.cli.session.turning import Turning
from woodstock.view.palette import ansi
from woodstock.view.text import draw_text, unpainted

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from woodstock.arena.match_table import Turn
    from woodstock.game import Game, Role, State
    from woodstock.view.model import View


VALUES = (
    "Values are the goals that a player expects, 0 to 100; proven ones are certain, by search to the end."
)
WORTH_SAYING = 2.0
"""Seconds of silence that are to be announced."""


class Narrator:
    """Watches a match between players."""

    def __init__(self, game: Game, players: Mapping[Role, str], console: Console, delay: float = 0.0) -> None:
        self._game = game
        self._players = players
        self._console = console
        self._delay = delay
        self._before: State | None = None
        self._explained = False
        self._turning = Turning()

    def introduce(self, seconds: float) -> None:
        """Who plays, and how long it takes until they begin."""
        tell(self._console, f"{self._game.name}: {seating(self._players)}", style="bold")
        if seconds >= WORTH_SAYING:
            tell(self._console, f"They have {seconds:g} s to prepare.", style="dim")

    def watch(self, turn: Turn) -> None:
        if self._before is None:
            if warning := caution(turn.state.game):
                tell(self._console, f"This game is {warning}.", style="yellow")
        else:
            time.sleep(self._delay)
            self._tell_moves(self._before, turn)
        tell(self._console, "")
        self._console.print(picture(turn.state.view, self._console), soft_wrap=True)
        tell(self._console, "")
        self._before = turn.state
        if turn.state.terminal:
            tell(self._console, result_text(turn.state), style="bold")
            tell(self._console, winner_text(turn.state, self._players))
            winners = winners_of(turn.state, self._players)
            names = distinct_names(self._players)
            if len(winners) == 1 < len(names) and (told := self._turning.told(winners[0], names)):
                tell(self._console, told)

    def _tell_moves(self, before: State, turn: Turn) -> None:
        tell(self._console, f"{turn.step}. {moves_text(before, turn.moves)}", style="bold")
        free = {role: each for role, each in turn.decisions.items() if len(before.legal(role)) > 1}
        self._turning.note(turn.step, free)
        for role in self._game.roles:
            decision = turn.decisions.get(role)
            if decision and len(before.legal(role)) > 1 and (reasons := brief(role, decision)):
                tell(self._console, f"   {short_name(self._players[role])}: {reasons}")
                if not self._explained:
                    self._explained = True
                    tell(self._console, f"   {VALUES}", style="dim")
            if percepts := turn.state.percepts(role):
                tell(self._console, f"   {role} sees {' '.join(map(str, percepts))}")
            if role in turn.errors:
                tell(self._console, f"   {role}: {fault_text(turn.errors[role])}", style="red")


def tell(console: Console, text: str, style: str = "") -> None:
    """Print a text as it is: no markup, no highlighting; a terminal gets lines that fit, with no word broken."""
    if console.is_terminal:
        fitting = (
            wrap(
                line, console.width, break_long_words=False, break_on_hyphens=False, replace_whitespace=False
            )
            for line in text.split("\n")
        )
        text = "\n".join("\n".join(lines) for lines in fitting)
    console.print(text, style=style or None, markup=False, highlight=False, soft_wrap=True)


def picture(view: View, console: Console) -> Text:
    """A board as wide as the terminal, in colour where there is colour."""
    from rich.text import Text

    paint = ansi if console.color_system else unpainted
    return Text.from_ansi(draw_text(view, width=min(console.width, 100), paint=paint))


def seating(players: Mapping[Role, str]) -> str:
    return ", ".join(f"{short_name(player)} plays {role}" for role, player in players.items())


def distinct_names(players: Mapping[Role, str]) -> dict[Role, str]:
    """What each player is called: with its role, where two have one name."""
    names = {role: short_name(player) for role, player in players.items()}
    twice = len(set(names.values())) < len(names)
    return {role: f"{name} ({role})" if twice else name for role, name in names.items()}


def short_name(player: str) -> str:
    """A player without its options, but with its level if it has one."""
    if "//" in player:
        return player
    name, _, options = player.partition(":")
    given = [option.removeprefix("level=") for option in options.split(",")]
    level = next((option for option in given if option.isdecimal()), "")
    return f"{name} {level}" if level else name


def result_text(state: State) -> str:
    goals = ", ".join(
        f"{role} {'no goal' if value is None else value}"
        for role, value in state.goals.items()
        if not role.is_chance
    )
    return f"The game is over: {goals or 'no goals'}"


def winner_text(state: State, players: Mapping[Role, str]) -> str:
    """Who won, by the name of the player; several may, and nobody."""
    winners = winners_of(state, players)
    best = state.goals.get(winners[0]) or 0
    if len(players) == 1:
        return f"{short_name(players[winners[0]])} gets {best} of 100."
    if len(winners) == len(players):
        return "All win." if best == 100 else f"A draw: all get {best} of 100."
    names = " and ".join(f"{short_name(players[role])} ({role})" for role in winners)
    return f"{names} {'wins' if len(winners) == 1 else 'win'}."


def winners_of(state: State, players: Mapping[Role, str]) -> list[Role]:
    """Those with the highest goal."""
    goals = {role: state.goals.get(role) or 0 for role in players}
    return [role for role, goal in goals.items() if goal == max(goals.values())]


def outcome_text(state: State, role: Role) -> str:
    """What the end means to a role, in a word where there is one."""
    goal = state.goals.get(role)
    if goal is None:
        return ""
    others = [value or 0 for other, value in state.goals.items() if other != role and not other.is_chance]
    if goal == 100:
        return "You all win." if others and min(others) == 100 else "You win."
    if others and min(others) == max(others) == goal:
        return f"A draw: you get {goal} of 100."
    if goal == 0 or (others and goal < min(others)):
        return "You lose." if goal == 0 else f"You lose: you get {goal} of 100."
    if others and goal > max(others):
        return f"You win: you get {goal} of 100."
    return f"You get {goal} of 100."


def fault_text(error: str) -> str:
    """What went wrong with a player's move, which chance replaced."""
    words = {"TO": "no answer in time", "CE": "the player failed", "IL": "an illegal move"}
    forfeit = "the match is forfeited and " if error[:2] in ("CE", "IL") else ""
    return f"{words.get(error[:2], error)}, {forfeit}a random move is played"
