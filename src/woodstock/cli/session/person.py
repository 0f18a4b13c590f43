"""A person at the terminal, as a seat of a match: asks for moves, answers questions about the game."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from woodstock.arena.seat import Answer, Clocks, Leave, Place, Seat, TakeBack
from woodstock.belief.observation import Observation
from woodstock.cli.session.commands import HELP, command_in
from woodstock.cli.session.narrator import fault_text, outcome_text, result_text, seating, short_name, tell
from woodstock.cli.session.reason import Reason, brief, moves_text
from woodstock.cli.session.view import View
from woodstock.cli.session.words import Unclear, listed, understood, words

if TYPE_CHECKING:
    from rich.console import Console
    from rich.status import Status

    from woodstock.arena.match_table import Turn
    from woodstock.cli.session.lines import ReadLine
    from woodstock.game import Game, Move, Role

_MOST_LISTED = 40
_HINT_START_SECONDS = 1.0


class Person:
    """The seat, and what is shown to the person who sits there."""

    name = "person"
    place = Place.TERMINAL

    def __init__(
        self,
        game: Game,
        role: Role,
        *,
        players: Mapping[Role, str],
        adviser: Callable[[], Seat],
        console: Console,
        read: ReadLine,
        undo_refused: str = "",
    ) -> None:
        self._game = game
        self._role = role
        self._players = players
        self._adviser = adviser
        self._console = console
        self._read = read
        self._undo_refused = undo_refused
        self._clocks = Clocks()
        self._view = View(game, role)
        self._turns: list[Turn] = []
        self._reasons: list[Reason] = []
        self._observation = Observation(0)
        self._waiting: Status | None = None

    async def start(self, game: Game, role: Role, match: str, clocks: Clocks) -> str:
        self._clocks = clocks
        return ""

    async def stop(self, observation: Observation | None) -> None:
        self.close()

    def close(self) -> None:
        """Leave the terminal as it was."""
        self._wait_no_longer()

    async def play(self, observation: Observation) -> Answer:
        begin = time.monotonic()
        self._wait_no_longer()
        self._observation = observation
        legal = self._legal()
        move = legal[0] if len(legal) == 1 else await self._chosen(legal)
        return Answer(move.term, seconds=time.monotonic() - begin)

    def watch(self, turn: Turn) -> None:
        """Tell what happened; at the end ask whether that is how it should stay."""
        self._wait_no_longer()
        if turn.step < len(self._turns):
            del self._turns[turn.step :]
            self._reasons = [reason for reason in self._reasons if reason.step < turn.step]
        elif turn.step == 0:
            self._welcome()
        else:
            self._note(turn)
        self._turns.append(turn)
        if turn.state.terminal:
            self._end()
        elif any(len(turn.state.legal(role)) > 1 for role in self._players):
            self._wait(turn)

    def _welcome(self) -> None:
        self._say(f"{self._game.name}: you play {self._role}", "bold")
        if self._game.description:
            self._say(self._game.description)
        if self._players:
            self._say(f"{seating(self._players)}.")
        if self._view.hides:
            self._say("You are told only what your role sees.")
        self._say("Type a move by number or text, or help.")

    def _note(self, turn: Turn) -> None:
        """Keep the reasons of a step, and tell its moves as far as the person may know them."""
        before = self._turns[-1].state
        for role, decision in turn.decisions.items():
            if role in self._players and len(before.legal(role)) > 1:
                player = short_name(self._players[role])
                self._reasons.append(Reason(turn.step - 1, before, role, player, decision))
        if not self._view.hides:
            self._say(f"\n{turn.step}. {moves_text(before, turn.moves)}", "bold")
        else:
            own = (
                f"you played {turn.moves[self._role]}" if len(before.legal(self._role)) > 1 else "you waited"
            )
            seen = " ".join(map(str, turn.state.percepts(self._role)))
            self._say(f"\n{turn.step}. {own} and saw {seen or 'nothing'}", "bold")
        for role, error in turn.errors.items():
            self._say(f"{role}: {fault_text(error)}", "red")

    async def _chosen(self, legal: tuple[Move, ...]) -> Move:
        self._board()
        if len(legal) <= _MOST_LISTED:
            self._moves()
        else:
            self._say(f"You have {len(legal)} moves; `moves` lists them.")
        while True:
            line = self._read(f"{self._role}> ").strip()
            if not line:
                continue
            try:
                command = command_in(line, legal)
                if command is None:
                    return understood(line, legal)
                if command == "hint":
                    await self._hint()
                else:
                    self._do(command, words(line)[1:])
            except Unclear as problem:
                self._say(str(problem), "red")

    def _do(self, command: str, arguments: list[str]) -> None:
        match command:
            case "moves":
                self._moves(arguments)
            case "log":
                self._log()
            case "rules":
                self._rules()
            case "board":
                self._board()
            case "explain":
                self._explain(*arguments[:1])
            case "undo":
                self._undo()
            case "quit":
                raise Leave
            case _:
                for name, meaning in HELP.items():
                    self._say(f"  {name:<8} {meaning}")

    def _board(self) -> None:
        self._say(f"\n{self._view.picture(self._turns[-1].state, self._observation)}\n")

    def _moves(self, prefix: Sequence[str] = ()) -> None:
        legal = self._legal()
        found = [
            number for number, move in enumerate(legal) if words(str(move))[: len(prefix)] == list(prefix)
        ]
        self._say(
            listed(legal, self._console.width, found) if found else f"No move begins with {' '.join(prefix)}."
        )

    def _log(self) -> None:
        if len(self._turns) == 1:
            raise Unclear("Nothing was played yet.")
        over = self._turns[-1].state.terminal
        for before, turn in pairwise(self._turns):
            own = {self._role: turn.moves[self._role]} if self._view.hides and not over else turn.moves
            seen = " ".join(map(str, turn.state.percepts(self._role)))
            self._say(f"{turn.step}. {moves_text(before.state, own)}" + (f"; you saw {seen}" if seen else ""))

    def _rules(self) -> None:
        self._say(self._game.description or "The rulesheet has no description.")
        self._say(self._game.rulesheet.text)

    async def _hint(self) -> None:
        self._say("Thinking …", "dim")
        adviser = self._adviser()
        start = min(self._clocks.start, _HINT_START_SECONDS)
        error = await adviser.start(self._game, self._role, "hint", replace(self._clocks, start=start))
        answer = await adviser.play(self._observation) if not error else Answer(None, error)
        await adviser.stop(None)
        if answer.decision is None:
            raise Unclear("There is no hint here: the player that gives hints did not answer.")
        state = self._turns[-1].state
        player = short_name(adviser.name)
        self._reasons.append(
            Reason(len(self._turns) - 1, state, self._role, player, answer.decision, is_hint=True)
        )
        reasons = brief(self._role, answer.decision)
        self._say(f"{player} suggests {answer.decision.move}" + (f" ({reasons})" if reasons else ""))

    def _explain(self, role: str = "") -> None:
        if role and role not in (names := [each.name for each in self._game.roles]):
            raise Unclear(f"There is no role {role}; roles are {', '.join(names)}.")
        over = self._turns[-1].state.terminal
        known = [reason for reason in self._reasons if reason.is_hint or over or not self._view.hides]
        found = next((reason for reason in reversed(known) if not role or reason.role.name == role), None)
        if found is not None:
            self._say("\n".join(found.lines()))
        elif self._view.hides and not over:
            raise Unclear("The others' reasons would tell what you must not see; ask again at the end.")
        else:
            raise Unclear("There is nothing to explain yet: no player has decided on anything.")

    def _undo(self) -> None:
        if self._undo_refused:
            raise Unclear(self._undo_refused)
        now = len(self._turns) - 1
        own = [step for step in range(now) if len(self._turns[step].state.legal(self._role)) > 1]
        if not own:
            raise Unclear("There is nothing to take back: you have not decided on anything yet.")
        self._say(f"Back to step {own[-1]}.")
        raise TakeBack(own[-1])

    def _end(self) -> None:
        state = self._turns[-1].state
        self._say(f"\n{state}\n\n{result_text(state)}", "bold")
        if told := outcome_text(state, self._role):
            self._say(told)
        self._say("undo takes back, explain tells why, an empty line ends.", "dim")
        while True:
            try:
                line = self._read("over> ").strip()
            except Leave:
                return
            try:
                command = command_in(line, ()) if line else "quit"
                if command == "quit":
                    return
                if command in (None, "hint", "moves"):
                    raise Unclear("The game is over: undo, explain, board, or quit.")
                self._do(command, words(line)[1:])
            except Unclear as problem:
                self._say(str(problem), "red")

    def _legal(self) -> tuple[Move, ...]:
        return self._turns[-1].state.legal(self._role)

    def _wait(self, turn: Turn) -> None:
        if self._console.is_terminal:
            thinking = [role.name for role in self._players if len(turn.state.legal(role)) > 1]
            who = "the others are" if self._view.hides else f"{' and '.join(thinking)}:"
            self._waiting = self._console.status(f"{who} thinking …")
            self._waiting.start()

    def _wait_no_longer(self) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting.stop()

    def _say(self, text: str, style: str = "") -> None:
        tell(self._console, text, style)
