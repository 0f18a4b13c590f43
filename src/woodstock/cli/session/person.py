"""A person at the terminal, as a seat of a match: is shown the board, asked for moves, and answered."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from woodstock.arena.seat import TIMED_OUT, Answer, Clocks, Leave, Place
from woodstock.belief.insight import Insight
from woodstock.belief.observation import Observation
from woodstock.cli.session.answering import answer, list_moves
from woodstock.cli.session.commands import command_in
from woodstock.cli.session.lines import TimeUp
from woodstock.cli.session.narrator import outcome_text, result_text, short_name
from woodstock.cli.session.reason import Reason, brief
from woodstock.cli.session.words import Unclear, understood

if TYPE_CHECKING:
    from woodstock.arena.match import Watcher
    from woodstock.arena.match_table import Turn
    from woodstock.cli.session.table import Table
    from woodstock.game import Game, Move, Role

_MOST_LISTED = 40
_HINT_START_SECONDS = 1.0


class Person:
    name = "person"
    place = Place.TERMINAL

    def __init__(self, table: Table, role: Role) -> None:
        self._table = table
        self._role = role
        self._clocks = Clocks()
        self._insight = Insight(table.game, role)
        self._observation = Observation(0)
        self.seconds = 0.0
        """What the person has taken in all."""

    async def start(self, game: Game, role: Role, match: str, clocks: Clocks) -> str:
        self._clocks = clocks
        return ""

    async def stop(self, observation: Observation | None) -> None:
        self._table.wait_no_longer()

    async def play(self, observation: Observation) -> Answer:
        self._table.wait_no_longer()
        self._observation = observation
        legal = self._table.state.legal(self._role)
        if len(legal) == 1:
            return Answer(legal[0].term)
        self._take_the_screen()
        begin = time.monotonic()
        try:
            move = await self._chosen(legal, begin)
        except TimeUp:
            self._table.say("Your time is up.", "red")
            return Answer(None, TIMED_OUT, time.monotonic() - begin)
        finally:
            self.seconds += time.monotonic() - begin
        return Answer(move.term, seconds=time.monotonic() - begin)

    def _take_the_screen(self) -> None:
        """Where others at this terminal must not see what this one does, they are sent away."""
        table = self._table
        together = sum(len(table.state.legal(role)) > 1 for role in table.people) > 1
        if len(table.people) > 1 and (table.hides or together):
            table.console.clear()
            table.read(f"{self._role}, press Enter when nobody else looks: ")

    async def _chosen(self, legal: tuple[Move, ...], begin: float) -> Move:
        table = self._table
        self._show_board()
        if len(legal) <= _MOST_LISTED:
            list_moves(table, self._role)
        else:
            table.say(f"You have {len(legal)} moves; `moves` lists them.")
        while True:
            left = None if table.seconds is None else table.seconds - (time.monotonic() - begin)
            limit = "" if left is None else f" ({max(0.0, left):.0f} s)"
            line = table.read(f"{self._role}{limit}> ", left).strip()
            if not line:
                continue
            try:
                command = command_in(line, legal)
                if command is None:
                    return understood(line, legal)
                if command == "hint":
                    await self._hint()
                elif command == "board":
                    self._show_board()
                else:
                    answer(table, self._role, command, line)
            except Unclear as problem:
                table.say(str(problem), "red")

    def _show_board(self) -> None:
        if not self._insight.hides:
            self._table.draw(self._table.state.view)
            return
        seen = self._insight.look(self._observation)
        if seen.note:
            self._table.say(seen.note)
        if seen.view is not None:
            self._table.draw(seen.view)

    async def _hint(self) -> None:
        table = self._table
        table.say("Thinking …", "dim")
        adviser = table.adviser(self._role)
        start = min(self._clocks.start, _HINT_START_SECONDS)
        error = await adviser.start(table.game, self._role, "hint", replace(self._clocks, start=start))
        given = await adviser.play(self._observation) if not error else Answer(None, error)
        await adviser.stop(None)
        if given.decision is None:
            raise Unclear("There is no hint here: the player that gives hints did not answer.")
        player = short_name(adviser.name)
        step = len(table.turns) - 1
        table.reasons.append(Reason(step, table.state, self._role, player, given.decision, is_hint=True))
        reasons = brief(self._role, given.decision)
        table.say(f"{player} suggests {given.decision.move}" + (f" ({reasons})" if reasons else ""))
        if reasons:
            table.explain_values()


def after_the_end(table: Table, people: list[Person]) -> None:
    """Tell how it ended, and answer until somebody has enough; `TakeBack` goes on with the match."""
    table.draw(table.state.view)
    table.say(result_text(table.state), "bold")
    for role in table.people:
        if told := outcome_text(table.state, role):
            table.say(told if len(table.people) == 1 else f"{role}: {told}")
    table.say(f"You took {sum(person.seconds for person in people):.0f} s.", "dim")
    table.say("undo takes back, explain tells why, new begins again, an empty line ends.", "dim")
    while True:
        try:
            line = table.read("over> ").strip()
            command = command_in(line, ()) if line else "quit"
            if command in (None, "hint", "moves"):
                raise Unclear("The game is over: undo, explain, board, new, or quit.")
            if command == "board":
                table.draw(table.state.view)
            else:
                answer(table, table.people[0], command, line)
        except Leave:
            return
        except Unclear as problem:
            table.say(str(problem), "red")


def watcher(table: Table, people: list[Person]) -> Watcher:
    """What the referee shows every state to."""

    def watch(turn: Turn) -> None:
        table.watch(turn)
        if table.is_over:
            after_the_end(table, people)

    return watch
