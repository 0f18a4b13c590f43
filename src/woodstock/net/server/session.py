"""One match as the server sees it: a process that plays, questions with deadlines, and answers kept.

Every question is answered by its deadline: with the player's move, else with a legal move that was named before.
Until the player is ready a second process, the scout, plays undisturbed by the loading. A player's process that dies
is replaced, and the new one told what has happened so far.
"""

from __future__ import annotations

import asyncio
import logging
import time

import msgspec

from woodstock.clock import Reserve
from woodstock.net.messages import Play, Start, Stop
from woodstock.net.server.farewell import Farewell
from woodstock.net.server.question import Question, wait_until
from woodstock.net.worker import wire
from woodstock.net.worker.casting import Casting, Refusal
from woodstock.net.worker.fork_server import ForkServer
from woodstock.net.worker.process import MatchProcess
from woodstock.net.worker.scout import PATIENCE, Scout

CRASHES_OF_A_PLAYER = 2
"""After so many in a row, without an answer between them, a simpler player takes over."""
CRASHES_IN_HASTE = 4
"""After so many in a row the next process has to wait: whatever kills them is at work."""
SECONDS_TO_RECOVER = 0.5


class Session:
    def __init__(self, message: Start, casting: Casting, fork_server: ForkServer, reserve: Reserve) -> None:
        self.message = message
        self.last_heard = time.monotonic()
        self.begun = time.time()
        self.farewell = Farewell()
        self._casting = casting
        self._player = casting.player
        self._fork_server = fork_server
        self._reserve = reserve
        self._written: dict[str, str] = {}
        self._process: MatchProcess | None = None
        self._scout: Scout | None = None
        self._launch: asyncio.Task[None] | None = None
        self._listener: asyncio.Task[None] | None = None
        loop = asyncio.get_running_loop()
        self.refused = ""
        self._started: asyncio.Future[None] = loop.create_future()
        self._questions: list[Question] = []
        self.history: list[wire.Step] = []
        self._legal: str | None = None
        self._ahead: wire.Candidate | None = None
        self._crashes = 0
        self._plays = False
        self._closed = False
        self._log = logging.getLogger("woodstock.net")

    async def start(self, received: float) -> None:
        """Return when the player is ready or must be; raises `Refusal` if it never will be."""
        soft, hard = self._deadlines(received, self.message.start_clock)
        if self._launch is None:
            self._launch = asyncio.create_task(self._enlist(soft))
        await wait_until(self._started, hard)
        if self.refused:
            raise Refusal(self.refused)

    async def _enlist(self, deadline: float, delay: float = 0.0) -> None:
        """Hand the match to a new process, and tell it what has happened and what is asked."""
        await asyncio.sleep(delay)
        while not self._closed:
            try:
                process = await self._fork_server.fork()
                break
            except OSError as error:
                self._log.error("%s: no process for the match: %s", self.message.match, error)
                await asyncio.sleep(SECONDS_TO_RECOVER)
        else:
            return
        if self._closed:
            await process.kill()
            return
        self._process = process
        begin, asked = self._begin(deadline), self._asked()
        process.send(begin)
        for order in asked:
            process.send(order)
        self._listener = asyncio.create_task(self._listen(process))
        if self._scout is None or not self._scout.follows:
            self._send_scout(begin, asked)

    def _send_scout(self, begin: wire.Begin, asked: list[wire.Ask], patience: float = PATIENCE) -> None:
        if self._scout is not None:
            self._scout.no_longer_needed()
        self._scout = Scout(
            self._fork_server,
            msgspec.structs.replace(begin, player="", examined=True),
            self._take,
            patience,
        )
        for order in asked:
            self._scout.send(order)

    async def play(self, message: Play, text: str, header: str | None, received: float) -> str:
        """The move to answer with, in time."""
        self.last_heard = time.monotonic()
        soft, hard = self._deadlines(received, self.message.play_clock)
        question = self._same_question(message, text, header)
        if question is None:
            question = self._new_question(message, text, header, (soft, hard))
        await wait_until(question.answer, (received + hard) / 2)
        if not question.is_safe and (self._scout is None or not self._scout.follows):
            self._log.warning("%s: no move is known to be legal yet, a scout is sent", self.message.match)
            self._send_scout(self._begin(soft), self._asked(), patience=0.0)
        await wait_until(question.answer, hard)
        due = soft if question.answer.done() else hard
        self._reserve.note_latency(max(0.0, time.monotonic() - due))
        if not question.answer.done():
            self._log.warning("%s: no decision in time, the move at hand is played", self.message.match)
            question.settle(question.candidate or self._legal or "nil")
        move = question.answer.result()
        return self._written.get(move, move)

    async def stop(self, message: Stop, received: float, *, recorded: bool) -> None:
        """Let the player know how it ended, for some seconds at most."""
        if self._process is not None:
            self._process.send(wire.End(step=self._step(message), recorded=recorded))
            await self.farewell.told(received + min(self.message.play_clock / 2, 5.0))

    async def close(self) -> None:
        """End the process and answer whatever is still asked."""
        self._closed = True
        if self._launch is not None:
            await asyncio.wait({self._launch})
        for question in self._questions:
            question.settle(question.candidate or self._legal or "nil")
        if not self._started.done():
            self._started.set_result(None)
        await self.farewell.done()
        process, self._process = self._process, None
        if self._scout is not None:
            await self._scout.dismiss()
        if process is not None:
            await process.kill()
        if self._listener is not None:
            self._listener.cancel()

    def _deadlines(self, received: float, seconds: float) -> tuple[float, float]:
        """When the player must be done, and when the answer must leave."""
        reserve = self._reserve.of(seconds)
        return received + seconds - reserve, received + seconds - reserve / 2

    def _asked(self) -> list[wire.Ask]:
        """The question that still waits, if one does."""
        return [question.order for question in self._questions[-1:] if not question.answer.done()]

    def _begin(self, deadline: float) -> wire.Begin:
        waiting = len(self._asked())
        return wire.Begin(
            rules=self.message.rules,
            role=self.message.role,
            player=self._player,
            fallback=self._casting.fallback,
            deadline=deadline,
            play_seconds=self.message.play_clock,
            simulations=self._casting.simulations,
            seed=self._casting.seed,
            cache=self._casting.cache,
            history=self.history[: len(self.history) - waiting],
            examined=self._started.done(),
        )

    def _same_question(self, message: Play, text: str, header: str | None) -> Question | None:
        """The question that a message certainly repeats."""
        last = self._questions[-1] if self._questions else None
        return last if last and last.is_repeated_by(message, text, header) else None

    def _new_question(
        self, message: Play, text: str, header: str | None, deadlines: tuple[float, float]
    ) -> Question:
        earlier = next((question for question in reversed(self._questions) if question.text == text), None)
        if self._questions:
            last = self._questions[-1]
            last.settle(last.candidate or self._legal or "nil")
        ticket = len(self._questions) + 1
        order = wire.Ask(
            ticket=ticket,
            step=self._step(message),
            deadline=deadlines[0],
            latest=deadlines[1],
            repeats=earlier.ticket if earlier else None,
            scouted=self._scout is not None and self._scout.follows,
        )
        question = Question(ticket, text, header, order)
        if self._ahead is not None:
            question.take(self._ahead)
            self._ahead = None
        self._questions.append(question)
        self.history.append(order.step)
        for follower in (self._process, self._scout):
            if follower is not None:
                follower.send(order)
        return question

    @property
    def answers(self) -> tuple[str, ...]:
        """The moves that were answered so far."""
        asked = (question for question in self._questions if not question.repeated)
        return tuple(question.answer.result() for question in asked if question.answer.done())

    def _step(self, message: Play | Stop) -> wire.Step:
        answered = self.answers
        return wire.Step(
            seen=None if message.seen is None else [str(term) for term in message.seen],
            turn=message.turn,
            last=None if message.last is None else str(message.last),
            answered=answered[-1] if answered else None,
        )

    async def _listen(self, process: MatchProcess) -> None:
        """Take the reports of the process; when it dies in mid-match, go on with another."""
        async for report in process.reports():
            self._take(report)
            if isinstance(report, wire.Chosen):
                self._crashes = 0
                if self._plays and self._scout is not None:
                    self._scout.no_longer_needed()
        if self._closed or self.farewell.begun or process is not self._process:
            self.farewell.give_up()
            return
        self._crashes += 1
        self._log.error("%s: the match process died (%d)", self.message.match, self._crashes)
        if self._crashes >= CRASHES_OF_A_PLAYER:
            self._player = self._casting.fallback
        delay = SECONDS_TO_RECOVER if self._crashes >= CRASHES_IN_HASTE else 0.0
        self._plays = False
        self._launch = asyncio.create_task(self._enlist(time.monotonic(), delay))

    def _take(self, report: wire.Report) -> None:
        match report:
            case wire.Ready(note=note):
                if note:
                    self._log.info("%s: %s", self.message.match, note)
                if not self._started.done():
                    self._started.set_result(None)
            case wire.Refused(reason=reason):
                self.refused = reason
                if not self._started.done():
                    self._started.set_result(None)
            case wire.Loaded(note=note, plays=plays):
                self._log.info("%s: %s", self.message.match, note)
                self._plays = plays
                if plays and self._scout is not None:
                    self._scout.no_longer_needed()
            case wire.Candidate(ticket=ticket, move=move, guessed=guessed, written=written):
                self._written[move] = written or move
                if not guessed:
                    self._legal = move
                if ticket > len(self._questions):
                    self._ahead = report
                elif ticket:
                    self._questions[ticket - 1].take(report)
            case wire.Chosen(ticket=ticket, move=move, reason=reason, written=written):
                self._written[move] = written or move
                self._log.info("%s: %s %s", self.message.match, move, reason)
                self._questions[ticket - 1].settle(move)
            case wire.Repeated(ticket=ticket):
                self._repeat(self._questions[ticket - 1])
            case wire.Ended(goals=goals):
                if goals and not self.farewell.begun:
                    self._log.info("%s: goals %s", self.message.match, goals)
                self.farewell.take(report)
            case wire.Note(text=text, warning=warning):
                level = logging.WARNING if warning else logging.INFO
                self._log.log(level, "%s: %s", self.message.match, text)

    def _repeat(self, question: Question) -> None:
        """Answer a repeated question as before; it takes no part in the history."""
        original = question.order.repeats
        earlier = self._questions[original - 1].answer if original else None
        question.repeated = True
        self.history = [step for step in self.history if step is not question.order.step]
        question.settle(earlier.result() if earlier and earlier.done() else self._legal or "nil")
