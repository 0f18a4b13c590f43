"""A match on the page: it runs in a task of its own under the referee, tells its watchers, and is kept."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from woodstock.arena.match import referee, seat_for
from woodstock.arena.match_table import Turn, turns_of
from woodstock.arena.record import Record
from woodstock.arena.seat import Clocks, Seat
from woodstock.belief.tracker import tells_percepts
from woodstock.errors import WoodStockError
from woodstock.moves import Move
from woodstock.players.spec import Value
from woodstock.view.svg import draw_svg
from woodstock.web.seats import PersonSeat
from woodstock.web.store import Setup, Step, Store
from woodstock.web.thoughts import changed, expected, thought_of

if TYPE_CHECKING:
    from woodstock.game import Game, Role, State
    from woodstock.players.player import Decision

PERSON = "person"
MOST_STEPS = 1000
MODEST: Mapping[str, Value] = {"ponder": False, "memory": 256}
"""What players leave open: there may be many matches, and nobody may ever come back to one."""


class Match:
    """A match with its states, the people in it, and those who watch."""

    def __init__(self, name: str, game: Game, setup: Setup, store: Store) -> None:
        self.name = name
        self.game = game
        self.setup = setup
        self.states: list[State] = [game.initial_state()]
        self.steps: list[Step] = store.steps(name)
        self.people: dict[str, PersonSeat] = {}
        self.error = ""
        self.record: Record | None = None
        self.hides = tells_percepts(game.rulesheet)
        self.changed = asyncio.Condition()
        self.version = 0
        self.watchers = 0
        self._seen: dict[tuple[int, str], tuple[str, str]] = {}
        self._played: list[tuple[Move, ...]] = []
        self._store = store
        self._task: asyncio.Task[None] | None = None
        self._turning = asyncio.Lock()
        self._advising = asyncio.Lock()
        self._noting: set[asyncio.Task[None]] = set()

    def begin(self) -> None:
        """Play, from where the match was left."""
        self._played = [tuple(map(Move.parse, step.moves)) for step in self.steps]
        self.states = [turn.state for turn in turns_of(self.game, self._played)]
        self.people, self.error = {}, ""
        resigned = self._store.resigned(self.name)
        if resigned:
            self.error = f"{resigned} resigned"
            return
        self._task = asyncio.create_task(self._run(), name=f"match {self.name}")

    async def _run(self) -> None:
        setup = self.setup
        clocks = Clocks(
            setup.start_clock, None if setup.simulations else setup.play_clock, 1.0, setup.simulations
        )
        try:
            seats = [self._seat(role) for role in self.game.players]
            self.record = await referee(
                self.game,
                seats,
                clocks=clocks,
                seed=setup.seed,
                match=self.name,
                most_steps=MOST_STEPS,
                watch=self._watch,
                played=self._played,
            )
        except WoodStockError as error:
            self.error = str(error)
        except Exception as error:
            logging.getLogger("woodstock.web").exception("match %s", self.name)
            self.error = f"the match broke off: {error}"
        self._tell()

    def _seat(self, role: Role) -> Seat:
        player = self.setup.players[role.name]
        if player != PERSON:
            return seat_for(role, player, seed=self.setup.seed, defaults=MODEST)
        self.people[role.name] = PersonSeat(self.game, role, self._asked, self.setup.my_clock)
        return self.people[role.name]

    def _asked(self, seat: PersonSeat) -> None:
        if seat.seen is not None:
            picture = draw_svg(seat.seen.view, title=self.game.name) if seat.seen.view else ""
            self._seen[len(self.states) - 1, seat.role.name] = (picture, seat.seen.note)
        legal = self.states[-1].legal(seat.role)
        if len(legal) == 1:
            seat.choose(legal[0])
        else:
            self._tell()

    def _watch(self, turn: Turn) -> None:
        if turn.step >= len(self.states):
            self.states.append(turn.state)
            moves = [turn.moves[role] for role in self.game.roles]
            thoughts = {
                role.name: self._thought(turn.state, moves, each) for role, each in turn.decisions.items()
            }
            step = Step(list(map(str, moves)), thoughts)
            self.steps.append(step)
            self._store.add_step(self.name, turn.step - 1, step)
        self._tell()

    def _thought(self, after: State, moves: Sequence[Move], decision: Decision) -> dict[str, Any]:
        """A decision, and what of its line is still ahead: nothing, if the step was not made as expected."""
        as_expected = bool(decision.line) and list(decision.line[0]) == list(moves)
        return thought_of(decision) | {"ahead": expected(after, decision.line[1:]) if as_expected else []}

    def _tell(self) -> None:
        async def notify() -> None:
            async with self.changed:
                self.version += 1
                self.changed.notify_all()

        task = asyncio.get_running_loop().create_task(notify())
        self._noting.add(task)
        task.add_done_callback(self._noting.discard)

    async def change(self, known: int) -> None:
        """Wait until the match is not as it was at that version."""
        async with self.changed:
            await self.changed.wait_for(lambda: self.version != known)

    async def stop(self) -> None:
        """End the play here; it can be taken up again."""
        if self._task is not None and not self._task.done():
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        self._task = None

    @property
    def is_over(self) -> bool:
        return self.states[-1].terminal

    @property
    def is_idle(self) -> bool:
        """Whether nothing is lost when the match is put away: it is kept, and nobody plays or watches it."""
        return self.watchers == 0 and (self._task is None or self._task.done() or self.asked is not None)

    def put_away(self) -> None:
        """End the play here without waiting for that."""
        if self._task is not None:
            self._task.cancel()

    async def written(self) -> Record:
        """The record, once the match is over."""
        if self.is_over and self._task is not None:
            await asyncio.wait({self._task})
        if self.record is None:
            raise WoodStockError("the record is written when the match is over")
        return self.record

    async def resign(self) -> None:
        """The person who is asked, or else the first, gives up; that is kept, until it is taken back."""
        async with self._turning:
            if not self.people or self.is_over:
                raise WoodStockError("there is nothing to give up")
            role = self.asked.role.name if self.asked else next(iter(self.people))
            await self.stop()
            self._store.resign(self.name, role)
            self.error = f"{role} resigned"
        self._tell()

    def before(self, step: int) -> tuple[State, list[Move]]:
        """The state that a step was made in, and its moves."""
        if not 0 < step <= len(self.steps):
            raise WoodStockError("nothing was played yet")
        return self.states[step - 1], list(map(Move.parse, self.steps[step - 1].moves))

    @property
    def asked(self) -> PersonSeat | None:
        return next((seat for seat in self.people.values() if seat.is_asked), None)

    @property
    def ready(self) -> list[str]:
        """Who has chosen while somebody else has not: what, nobody is told."""
        if self.asked is None:
            return []
        state = self.states[-1]
        chosen = (seat for seat in self.people.values() if seat.has_chosen(len(self.states) - 1))
        return [seat.role.name for seat in chosen if len(state.legal(seat.role)) > 1]

    def choose(self, role: str, text: str) -> None:
        seat = self.people.get(role)
        if seat is None or not seat.is_asked:
            raise WoodStockError(f"it is not for {role} to move now")
        move = Move.parse(text)
        if move not in self.states[-1].legal(seat.role):
            raise WoodStockError(f"{move} is no legal move of {role} here")
        seat.choose(move)

    async def back(self) -> None:
        """Back to the last decision of a person."""
        mine = [role for role in self.game.players if self.setup.players[role.name] == PERSON]
        async with self._turning:  # else two wishes at once would start two referees
            if self.ready:  # some have chosen, and others have not: all choose again
                await self.stop()
                self.begin()
                self._tell()
                return
            steps = [
                n
                for n, state in enumerate(self.states[:-1])
                if any(len(state.legal(role)) > 1 for role in mine)
            ]
            if not steps:
                raise WoodStockError("there is nothing to take back")
            await self.stop()
            del self.steps[steps[-1] :]
            self._store.cut(self.name, steps[-1])
            self.begin()
        self._tell()

    async def hint(self, player: str) -> dict[str, Any]:
        if self._advising.locked():
            raise WoodStockError("a hint is on its way")
        async with self._advising:
            seat = self.asked
            if seat is None:
                raise WoodStockError("nobody is asked for a move")
            adviser = seat_for(seat.role, player, seed=self.setup.seed, defaults=MODEST)
            clocks = Clocks(1.0, self.setup.play_clock or 1.0, 1.0)
            try:
                await adviser.start(self.game, seat.role, "hint", clocks)
                answer = await adviser.play(seat.observation)
            finally:
                await adviser.stop(None)
        if answer.decision is None:
            raise WoodStockError("the player that gives hints did not answer")
        return thought_of(answer.decision)

    @property
    def _looking(self) -> str:
        """Whose knowledge is shown: of several people at one screen, that of the one who is asked."""
        alone = next(iter(self.people)) if len(self.people) == 1 else ""
        return self.asked.role.name if self.asked else alone

    def is_secret(self, step: int) -> bool:
        """Whether a state must not be shown as it is: a person plays, and has not seen everything."""
        return self.hides and bool(self.people) and not self.is_over

    def shown(self, number: int) -> dict[str, Any]:
        """A state as the page shows it, and how it came about."""
        number = min(max(number, 0), len(self.states) - 1)
        state, last = self.states[number], number == len(self.states) - 1
        seat = self.asked if last else None
        step = self.steps[number - 1] if 0 < number <= len(self.steps) else Step([])
        moves: Mapping[str, str] = dict(zip((role.name for role in self.game.roles), step.moves))
        result: dict[str, Any] = {
            "version": self.version,
            "step": number,
            "steps": len(self.states) - 1,
            "terminal": state.terminal,
            "goals": {role.name: goal for role, goal in state.goals.items()} if state.terminal else {},
            "asked": seat.role.name if seat else None,
            "legal": [str(move) for move in state.legal(seat.role)] if seat else [],
            "error": self.error,
            "note": "",
            "moves": moves,
            "ready": self.ready if last else [],
            "last": [],
            "thoughts": step.thoughts,
            "clocks": {name: person.clock for name, person in self.people.items()},
            "waiting": "" if state.terminal or seat or not last else "the others are thinking",
        }
        if not self.is_secret(number):
            made = changed(self.states[number - 1], state) if number else []
            return result | {"svg": draw_svg(state.view, title=self.game.name), "last": made}
        role = self._looking
        picture, note = self._seen.get((number, role), ("", "What you know is shown when it is your move."))
        own = {name: move for name, move in moves.items() if name == role}
        percepts = [str(percept) for percept in state.percepts(role)] if role else []
        told = f"{note} You saw {' '.join(percepts)}." if percepts else note
        return result | {"svg": picture, "note": told, "moves": own, "thoughts": {}}
