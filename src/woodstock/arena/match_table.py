"""The table that a match is played at: the state, what everybody has seen, and what is recorded.

The referee plays the chance roles, and replaces late, missing and illegal moves by random legal ones; both
follow from the seed, by generators of their own, so that a fault does not change the dice. A player of this process
that fails or answers with something else than a legal move forfeits the match: it is not asked again, the others play
on against random moves, and the record says so, for it is not to win by them.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from woodstock.arena.caution import caution
from woodstock.arena.record import Record, Thought, state_text
from woodstock.arena.seat import CONNECTION_ERROR, ILLEGAL, Answer, Clocks, Place, Seat
from woodstock.belief.observation import Observation
from woodstock.belief.tracker import tells_percepts
from woodstock.errors import WoodStockError
from woodstock.players.player import Decision

if TYPE_CHECKING:
    from woodstock.game import Game, Move, Role, State

RESTART_SECONDS = 0.2


class MatchError(WoodStockError):
    """A match that cannot be played: wrong players for the game, or a state without legal moves."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a watcher is shown: the state reached, and the moves that led there with their reasons."""

    step: int
    state: State
    moves: Mapping[Role, Move] = field(default_factory=dict)
    decisions: Mapping[Role, Decision] = field(default_factory=dict)
    errors: Mapping[Role, str] = field(default_factory=dict)
    record: Callable[[], Record] | None = field(default=None, compare=False)
    """Gives the match so far, to be kept."""


def turns_of(game: Game, moves: Sequence[Sequence[Move]]) -> list[Turn]:
    """Every state of a match and how it came about, from the joint moves that were played."""
    turns = [Turn(0, game.initial_state())]
    for joint in moves:
        turns.append(Turn(len(turns), turns[-1].state.play(joint), dict(zip(game.roles, joint))))
    return turns


class MatchTable:
    """The match as it stands: state, observations, and what is recorded."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        clocks: Clocks,
        seed: int,
        match: str | None,
        *,
        forfeits: bool = True,
    ) -> None:
        self.game = game
        self.state = game.initial_state()
        self.moves: list[tuple[Move, ...]] = []
        self._clocks = clocks
        self._seed = seed
        self._seats: dict[Role, Seat] = dict(zip((role for role in game.roles if not role.is_chance), seats))
        self._may_forfeit = forfeits
        self._forfeited: set[Role] = set()
        self._begin = int(time.time() * 1000)
        self._id = match or match_id(game.name, seed, self._begin)
        self._observations = {role: Observation(0) for role in self._seats}
        self._complete = not tells_percepts(game.rulesheet)
        self._chance = random.Random(f"{seed} chance")
        self._replacement = random.Random(f"{seed} replacement")
        self._states = [state_text(self.state.fluents)]
        self._times = [self._begin]
        self._errors: list[list[str]] = []
        self._thoughts: list[list[Thought]] = []

    @property
    def turn(self) -> Turn:
        """The state as it is, and the moves that led there."""
        made = dict(zip(self.game.roles, self.moves[-1])) if self.moves else {}
        return Turn(len(self.moves), self.state, made, record=self.record)

    async def start(self) -> None:
        errors = await self._ask(
            lambda role, seat: seat.start(self.game, role, self._id, self._clocks),
        )
        self._errors.append([errors.get(role, "") for role in self.game.roles])
        self._note_forfeits(errors)

    async def step(self) -> Turn:
        """Ask for the moves, play them, tell nobody yet."""
        for role in self.game.roles:
            if not self.state.legal(role):
                raise MatchError(
                    f"step {len(self.moves)}: {role.name} has no legal move although {self.game.name} is not over:"
                    f"\n{self.state}"
                )
        answers: dict[Role, Answer] = await self._ask(
            lambda role, seat: seat.play(self._observations[role]), without=self._forfeited
        )
        chosen: dict[Role, Move] = {}
        errors: dict[Role, str] = {}
        for role in self.game.roles:
            chosen[role], errors[role] = self._move(role, answers.get(role))
        self._note_forfeits(errors)
        self._make(chosen, answers, errors)
        decisions = {role: answer.decision for role, answer in answers.items() if answer.decision}
        faults = {role: error for role, error in errors.items() if error}
        return Turn(len(self.moves), self.state, chosen, decisions, faults, self.record)

    def _make(
        self, chosen: Mapping[Role, Move], answers: Mapping[Role, Answer], errors: Mapping[Role, str]
    ) -> None:
        moves = tuple(chosen[role] for role in self.game.roles)
        self.state = self.state.play(moves)
        self.moves.append(moves)
        self._states.append(state_text(self.state.fluents))
        self._times.append(int(time.time() * 1000))
        self._errors.append([errors.get(role, "") for role in self.game.roles])
        self._thoughts.append([thought(answers.get(role)) for role in self.game.roles])
        for role, previous in self._observations.items():
            self._observations[role] = Observation(
                step=len(self.moves),
                moves=moves if self._complete else None,
                own=chosen[role],
                percepts=None if self._complete else self.state.percepts(role),
                previous=previous,
            )

    async def take_up(self, played: Sequence[Sequence[Move]]) -> Turn:
        """Begin where a match was left: players are told all that happened, the dice go on as they would have."""
        for joint in played:
            for role in self.game.roles:
                if role.is_chance:
                    self._chance.choice(self.state.legal(role))
            self._make(dict(zip(self.game.roles, joint)), {}, {})
        await self.start()
        self._errors.insert(0, self._errors.pop())
        return self.turn

    async def back(self, step: int) -> Turn:
        """Go back to the state after `step` joint moves.

        Players begin again there and are told all that happened before; the dice will fall as they did.
        """
        await self.stop(give_up=True)
        del self.moves[step:], self._states[step + 1 :], self._times[step + 1 :]
        del self._errors[step + 1 :], self._thoughts[step:]
        self._observations = {role: at_step(seen, step) for role, seen in self._observations.items()}
        self._chance = random.Random(f"{self._seed} chance")
        self.state = self.game.initial_state()
        for moves in self.moves:
            for role in self.game.roles:
                if role.is_chance:
                    self._chance.choice(self.state.legal(role))
            self.state = self.state.play(moves)
        clocks = replace(self._clocks, start=min(self._clocks.start, RESTART_SECONDS))
        await self._ask(
            lambda role, seat: seat.start(self.game, role, self._id, clocks), without=self._forfeited
        )
        return self.turn

    async def stop(self, *, give_up: bool) -> None:
        await self._ask(lambda role, seat: seat.stop(None if give_up else self._observations[role]))

    def record(self, scrambled: bool = False) -> Record:
        done = self.state.terminal
        return Record(
            match_id=self._id,
            random_token=f"{random.Random(f'{self._seed} token').getrandbits(128):032x}",
            start_time=self._begin,
            game_meta_url=f"http://127.0.0.1:9140/games/{self.game.name}/v0/",
            states=self._states,
            moves=[[str(move) for move in step] for step in self.moves],
            state_times=self._times,
            start_clock=whole(self._clocks.start),
            play_clock=whole(self._clocks.play or 0),
            is_completed=done,
            is_aborted=not done,
            errors=self._errors,
            goal_values=[self.state.goals.get(role) or 0 for role in self.game.roles] if done else [],
            player_names_from_host=[
                self._seats[role].name if role in self._seats else "random" for role in self.game.roles
            ],
            is_player_human=self._human(),
            scrambled=scrambled or None,
            game=self.game.name,
            roles=[role.name for role in self.game.roles],
            players=[seat.name for seat in self._seats.values()],
            seed=self._seed,
            simulations=self._clocks.simulations,
            thoughts=self._thoughts,
            caution=caution(self.game) or None,
            forfeits=[role.name for role in self.game.roles if role in self._forfeited],
        )

    def _note_forfeits(self, errors: Mapping[Role, str]) -> None:
        """Whoever sits here and failed, or named no legal move; players elsewhere may have lost a message."""
        if self._may_forfeit:
            self._forfeited |= {
                role
                for role, seat in self._at(Place.HERE).items()
                if errors.get(role, "").startswith((CONNECTION_ERROR, ILLEGAL))
            }

    def _move(self, role: Role, answer: Answer | None) -> tuple[Move, str]:
        """The move to execute for a role, and the error if that is not what its player wanted."""
        legal = self.state.legal(role)
        if role.is_chance:
            return self._chance.choice(legal), ""
        if role in self._forfeited:
            return self._replacement.choice(legal), ""
        wanted = next((move for move in legal if answer and move.term == answer.move), None)
        if answer and wanted and not answer.error:
            return wanted, ""
        error = (answer.error if answer else "") or (
            f"{ILLEGAL} {answer.move}" if answer and answer.move else ""
        )
        return self._replacement.choice(legal), error or CONNECTION_ERROR

    async def _ask(
        self, question: Callable[[Role, Seat], Awaitable[Any]], *, without: Set[Role] = frozenset()
    ) -> dict[Role, Any]:
        """Put a question to the seats: at once to those elsewhere, one by one to those here, last to people."""
        elsewhere = self._at(Place.ELSEWHERE)
        waiting = asyncio.gather(*(question(role, seat) for role, seat in elsewhere.items()))
        asked = {role: seat for role, seat in self._at(Place.HERE).items() if role not in without}
        here = {role: await question(role, seat) for role, seat in asked.items()}
        answers = here | dict(zip(elsewhere, await waiting))
        for role, seat in self._at(Place.TERMINAL).items():
            answers[role] = await question(role, seat)
        return answers

    def _at(self, place: Place) -> dict[Role, Seat]:
        return {role: seat for role, seat in self._seats.items() if seat.place is place}

    def _human(self) -> list[bool]:
        """Who is a person, if anybody is."""
        people = self._at(Place.TERMINAL)
        return [role in people for role in self.game.roles] if people else []


def at_step(observation: Observation, step: int) -> Observation:
    """The observation at an earlier step."""
    while observation.step > step and observation.previous is not None:
        observation = observation.previous
    return observation


def match_id(game: str, seed: int, milliseconds: int) -> str:
    name = "".join(char if char.isascii() and char.isalnum() else "_" for char in game)
    return f"{name}.{seed}.{milliseconds}"


def thought(answer: Answer | None) -> Thought:
    decision = answer.decision if answer else None
    if answer is None or decision is None:
        return Thought(seconds=round(answer.seconds, 4) if answer else 0.0)
    return Thought(
        seconds=round(answer.seconds, 4),
        values={role.name: round(value, 3) for role, value in decision.values.items()},
        samples=decision.samples,
        nodes=decision.nodes,
        depth=decision.depth,
        proven=decision.proven,
        line=[[str(move) for move in moves] for moves in decision.line],
        note=decision.note,
    )


def whole(seconds: float) -> int | float:
    return int(seconds) if seconds == int(seconds) else seconds
