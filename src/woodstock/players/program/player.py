"""`program:./my_player`: a program on this machine is the player, and needs to know neither GDL nor HTTP (after spy-ggp,
Koriche et al. 2017 (RIA), §4).

It is told of a match in lines of JSON and may ask about states before it answers. What goes wrong is raised, and whoever
asked deals with it as with any player: being late (`ProgramLate`) is a timeout and loses the move, all else is a fault. One
that has ended is started again for the next move.
"""

from __future__ import annotations

import logging
import shlex
import shutil
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from woodstock.belief.observation import Observation
from woodstock.belief.tracker import Tracker
from woodstock.clock import Clock
from woodstock.players.player import Decision
from woodstock.players.program.process import (
    SECONDS_TO_END,
    ProgramEnded,
    ProgramError,
    ProgramLate,
    ProgramProcess,
    seconds_of,
)
from woodstock.players.program.states import NumberedStates, chosen, described
from woodstock.players.spec import SpecError

if TYPE_CHECKING:
    from woodstock.game import Game, Role

MOST_STARTS = 4
"""In one match."""
PART_TO_CLEAR = 0.1
"""Of a move's time, to be rid of a program that ended before another is started."""


@dataclass(slots=True)
class Match:
    tracker: Tracker
    announcement: dict[str, Any]
    process: ProgramProcess
    starts: int = 1
    owed: int = 0
    """Answers to moves that are over, still to come."""


class ProgramPlayer:
    def __init__(self, command: str) -> None:
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise SpecError(f"program:{command} cannot be read: {error}") from error
        if not self._command:
            raise SpecError("no program is named; write for example program:./my_player")
        if shutil.which(self._command[0]) is None:
            raise SpecError(
                f"there is no program {self._command[0]} that can be run; give a path like program:./my_player, and "
                "make the file executable"
            )
        self._match: Match | None = None

    def start(self, game: Game, role: Role, clock: Clock) -> None:
        self.stop(None)
        announcement = {
            "message": "start",
            "game": game.name,
            "roles": [each.name for each in game.roles],
            "role": role.name,
            "index": role.index,
            "seconds": seconds_of(clock),
            "play_seconds": clock.play_seconds,
            "simulations": clock.simulations,
        }
        match = Match(Tracker(game, role), announcement, ProgramProcess(self._command))
        self._match = match
        match.process.send(announcement, clock)
        try:
            while True:
                message = match.process.receive(clock)
                if message is None or message.get("ready"):
                    return  # if it is not ready yet, it may be by the first move
        except ProgramEnded as error:
            logging.getLogger("woodstock.players").warning("%s, and is started again for its move", error)

    def play(self, observation: Observation, clock: Clock) -> Decision:
        match = self._match
        if match is None:
            raise RuntimeError("play was called before start")
        begin = time.monotonic()
        match.tracker.follow(observation, clock)
        self._revive(match, clock)
        legal = match.tracker.legal()
        state, states = match.tracker.state, NumberedStates()
        moves = observation.moves
        match.process.send(
            {
                "message": "play",
                "step": observation.step,
                "seconds": seconds_of(clock),
                **described(states.add(state), state),
                "own": [str(move) for move in legal],
                "moves": None if moves is None else [str(move) for move in moves],
                "percepts": None if match.tracker.complete else sorted(map(str, observation.percepts or ())),
            },
            clock,
        )
        while True:
            message = match.process.receive(clock)
            if message is None:
                match.owed += 1
                raise ProgramLate(f"{match.process.name} did not answer in time")
            if "ask" in message:
                over = {"error": "the time for this move is over"}
                match.process.send(over if match.owed else states.answer(message), clock)
            elif "move" in message and match.owed:
                match.owed -= 1
            elif "move" in message:
                move = chosen(legal, message["move"])
                value = message.get("value")
                values = {match.tracker.role: float(value)} if isinstance(value, int | float) else {}
                return Decision(move, values=values, seconds=time.monotonic() - begin)
            elif not message.get("ready"):
                match.process.send({"error": 'write {"move": …}, or {"ask": …}'}, clock)

    def stop(self, observation: Observation | None) -> None:
        match, self._match = self._match, None
        if match is None:
            return
        clock = Clock.after(SECONDS_TO_END)
        try:
            goals = None
            if observation is not None and match.tracker.complete:
                match.tracker.follow(observation, clock)
                goals = described(0, match.tracker.state)["goals"]
            match.process.send({"message": "stop", "goals": goals}, clock)
        finally:
            match.process.end(Clock())

    def _revive(self, match: Match, clock: Clock) -> None:
        """Start a program again that has ended."""
        if match.process.running:
            return
        if match.starts == MOST_STARTS:
            raise ProgramError(f"{match.process.name} has ended {MOST_STARTS} times and is not started again")
        match.starts += 1
        match.owed = 0
        match.process.end(clock.part(PART_TO_CLEAR))
        match.process = ProgramProcess(self._command)
        match.process.send(match.announcement, clock)
